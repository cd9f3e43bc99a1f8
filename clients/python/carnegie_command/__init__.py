"""The entry of the command `carnegie`: it can be interrupted from its first lines on.

It is a package of its own, since importing anything of `carnegie_client` takes half a second. Before Python comes to
these lines, in the first hundredths of a second of the process, an interrupt is Python's own to deal with, as of any
program in Python: there may be a traceback.
"""

from __future__ import annotations

import os
import signal

_INTERRUPTED = 130


def _leave(_signal: int, _frame: object) -> None:
    os._exit(_INTERRUPTED)


# Here, not in `main`, so that it comes first. Nothing has begun that would have to be ended. Not where interrupts are
# ignored, as those of a shell's background jobs are.
if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, _leave)

import importlib  # noqa: E402 # after the handler, as whatever takes time

TYPE_CHECKING = False  # without `typing`, which takes time
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> NoReturn:
    """Run the command with the arguments of the process, and end it."""
    importlib.import_module("carnegie_client.command").main()
    raise AssertionError("the command has returned")
