"""How the command ends: with its exit code, whatever happens meanwhile."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Final, NoReturn

from carnegie_client.command.exit_codes import ExitCode
from carnegie_client.command.terminal import complain
from carnegie_proto.standard_streams import CannotWrite, flush_output, prepare_standard_streams

_LAST_SECONDS: Final = 7.0
"""After an interrupt; a service of one's own takes up to five to stop."""

_HEARING_SECONDS: Final = 1.0
_WAKING: Final = signal.SIGURG
_HEARD: Final = threading.Event()


def run_and_end(command: Callable[[], object]) -> NoReturn:
    """Run the command and end the process with its exit code.

    The interpreter is not waited for: at its end threads of gRPC's can keep each other waiting.
    """
    code: int = ExitCode.INTERNAL
    try:
        prepare_standard_streams()
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            _see_to_interrupts()
        code = _run(command)
    except KeyboardInterrupt:  # another one, while the one before was dealt with
        code = ExitCode.INTERRUPTED
    finally:
        signal.signal(signal.SIGINT, _leave)
        if sys.exc_info()[0] is not None:
            sys.excepthook(*sys.exc_info())  # which the interpreter would have done
        sys.stderr.flush()
        os._exit(code)


def _run(command: Callable[[], object]) -> int:
    code: int = ExitCode.OK
    try:
        try:
            command()
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else ExitCode.OK
        except KeyboardInterrupt:
            code = ExitCode.INTERRUPTED
        flush_output()
    except CannotWrite as error:
        if not error.nobody_reads:
            complain(f"cannot write: {error.strerror}")
        code = ExitCode.INTERNAL
    return code


def _interrupt(_signal: int, _frame: object) -> NoReturn:
    _HEARD.set()
    raise KeyboardInterrupt


def _do_nothing(_signal: int, _frame: object) -> None:
    """Have the main thread look what other signals have come."""


def _see_to_interrupts() -> None:
    """Have interrupts raise `KeyboardInterrupt`, and end the command where that does not end it in time."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    signal.signal(signal.SIGINT, _interrupt)
    signal.signal(_WAKING, _do_nothing)
    threading.Thread(target=_watch, args=(reading,), daemon=True).start()


def _watch(signals: int) -> None:
    while signal.SIGINT not in os.read(signals, 1):
        pass
    end = time.monotonic() + _LAST_SECONDS
    # One that comes right before the main thread begins to wait for a key is heard only with the next signal.
    # Once only: gRPC looks for interrupts a few times a second, and each signal has it wait anew.
    if not _HEARD.wait(_HEARING_SECONDS):
        signal.pthread_kill(threading.main_thread().ident or 0, _WAKING)
    time.sleep(max(0.0, end - time.monotonic()))
    os._exit(ExitCode.INTERRUPTED)


def _leave(_signal: int, _frame: object) -> NoReturn:
    os._exit(ExitCode.INTERRUPTED)
