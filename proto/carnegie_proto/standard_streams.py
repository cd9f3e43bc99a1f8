"""The standard streams of a program, also where they are closed or cannot be written."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from typing import Final, TextIO

_INPUT: Final = 0
_OUTPUT: Final = 1
_ERRORS: Final = 2


class CannotWrite(OSError):
    """The standard output cannot be written."""

    @property
    def nobody_reads(self) -> bool:
        """Whether it is only that the reader has gone away."""
        return self.errno == errno.EPIPE


# Not below the buffer: an interrupt between a write and its end would have the buffer write once more.
class _Output(io.TextIOWrapper):
    """Tells errors of the output apart from those of other files."""

    def write(self, text: str, /) -> int:
        try:
            return super().write(text)
        except OSError as error:
            raise CannotWrite(error.errno, error.strerror) from error

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as error:
            raise CannotWrite(error.errno, error.strerror) from error


class _Errors(io.TextIOWrapper):
    """Goes on where nothing can be said: there is nobody to say that to."""

    def write(self, text: str, /) -> int:
        with contextlib.suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError):
            super().flush()


def prepare_standard_streams() -> None:
    """Have all three, and errors of the standard output raised as `CannotWrite`.

    A closed input is an empty one, a closed output one that cannot be written, and closed errors are not shown.
    """
    # A file that is opened gets the lowest free number: a closed stream would become the next connection.
    for descriptor, mode in ((_INPUT, os.O_RDONLY), (_OUTPUT, os.O_RDONLY), (_ERRORS, os.O_WRONLY)):
        try:
            os.fstat(descriptor)
        except OSError:
            opened = os.open(os.devnull, mode)
            if opened != descriptor:
                os.dup2(opened, descriptor)
                os.close(opened)
            os.set_inheritable(descriptor, True)
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(_INPUT, closefd=False)))
    sys.stdout = _text(_Output, _OUTPUT, sys.stdout)
    sys.stderr = _text(_Errors, _ERRORS, sys.stderr)


def flush_output() -> None:
    """Write what is left.

    Raises
    ------
    CannotWrite
        If that cannot be done.
    """
    sys.stdout.flush()


def forget_output() -> None:
    """Leave out what could not be written, which the interpreter would try once more at its end."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 # for as long as the program runs


def _text(kind: type[io.TextIOWrapper], descriptor: int, stream: TextIO | None) -> io.TextIOWrapper:
    raw = io.BufferedWriter(io.FileIO(descriptor, "wb", closefd=False))
    if not isinstance(stream, io.TextIOWrapper):
        return kind(raw, errors="backslashreplace")
    stream.flush()
    return kind(
        raw,
        encoding=stream.encoding,
        # A file's name may hold bytes that are no characters.
        errors="backslashreplace" if stream.errors == "strict" else stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
