"""What happens when a program is asked to end: by its service manager, or by Ctrl-C."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue

ASKED = (signal.SIGTERM, signal.SIGINT)


@contextmanager
def ending(end: Callable[[], object]) -> Iterator[None]:
    """While this lasts, whoever asks the program to end has `end` called, in a thread of its own; who asks twice ends it at once.

    A signal comes in the midst of whatever the main thread does. A handler that sets an Event, or raises `KeyboardInterrupt`,
    does so now and then between two steps of taking a lock or giving it back, and the program hangs on that for ever. The `put`
    of a `SimpleQueue` may be done there. In another thread than the main one, to which no signal comes, nothing is done.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    asked = SimpleQueue[bool]()

    def pass_on() -> None:
        if asked.get():
            end()

    def asks(_number: int, _frame: object) -> None:
        handle_as_before()
        asked.put(True)

    def handle_as_before() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    threading.Thread(target=pass_on, name="end", daemon=True).start()
    before = {number: signal.getsignal(number) for number in ASKED}
    for number in ASKED:
        signal.signal(number, asks)
    try:
        yield
    finally:
        handle_as_before()
        asked.put(False)
