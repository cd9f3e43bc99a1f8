"""The entry of the command `carnegie`: it can be interrupted from its first moment on.

It is a package of its own, since importing anything of `carnegie_client` takes half a second.
"""

from __future__ import annotations

import importlib
import os
import signal
from typing import Final, NoReturn

_INTERRUPTED: Final = 130


def main() -> NoReturn:
    """Run the command with the arguments of the process, and end it."""
    # Not where interrupts are ignored, as those of a shell's background jobs are.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)  # nothing has begun that would have to be ended
    importlib.import_module("carnegie_client.command").main()
    raise AssertionError("the command has returned")


def _leave(_signal: int, _frame: object) -> NoReturn:
    os._exit(_INTERRUPTED)
