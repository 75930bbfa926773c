"""Where the program begins: `cardtable`, or `python -m device`. Builds, wires, runs; the commands are in `device.cli`.

The way of a card: `device.cameras` → `vision.scene.watcher` → `device.loop` → `scoring.decide` → `scoring.ledger` → `web`.
"""

import gc
import sqlite3
import sys

import click

from device.cli import cardtable
from device.errors import CardtableError
from device.guard import explained
from scoring.errors import ScoringError


def main() -> None:
    """Run the command line: exit 0 fine, 1 the answer is no, 2 bad usage or input, with one line on standard error."""
    sweep_rarely()
    try:
        code = cardtable.main(standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.ClickException as error:
        sys.exit(_complain(error.format_message()))
    except (CardtableError, ScoringError) as error:
        sys.exit(_complain(str(error)))
    except BrokenPipeError:
        sys.exit(0)
    except sqlite3.Error as error:
        sys.exit(_complain(f"the log cannot be used: {error}"))
    except OSError as error:
        sys.exit(_complain(f"{error.filename}: {error.strerror}" if error.filename else str(error)))
    except (ImportError, ValueError, AttributeError) as error:
        message = explained(error)
        if message is None:
            raise
        sys.exit(_complain(message))
    sys.exit(code if isinstance(code, int) else 0)


def sweep_rarely() -> None:
    """Look for garbage among everything ten times as rarely; what is young is swept as ever.

    A folded log is hundreds of thousands of values that stay, and none of them refers back to what holds it.
    """
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, 100)


def _complain(message: str) -> int:
    print("cardtable:", " ".join(message.split()), file=sys.stderr)
    return 2


if __name__ == "__main__":
    main()
