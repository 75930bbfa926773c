"""Where the program begins: `cardtable`, or `python -m device`. Builds, wires, runs; the commands are in `device.cli`.

The way of a card: `device.cameras` → `vision.watcher` → `device.loop` → `scoring.decide` → `scoring.ledger` → `web`.
"""

import sys

import click

from device.cli import cardtable
from device.errors import CardtableError
from scoring.errors import ScoringError


def main() -> None:
    """Run the command line: exit 0 fine, 1 the answer is no, 2 bad usage or input, with one line on standard error."""
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
    sys.exit(code if isinstance(code, int) else 0)


def _complain(message: str) -> int:
    print("cardtable:", " ".join(message.split()), file=sys.stderr)
    return 2


if __name__ == "__main__":
    main()
