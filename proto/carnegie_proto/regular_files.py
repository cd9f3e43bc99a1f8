"""Files that are read whole: only regular ones, and only up to a size."""

from __future__ import annotations

import errno
import os
import stat
from typing import Final

LARGEST_FILE: Final = 16 * 2**20
"""Bytes; of what is read whole nothing that can be meant is as long."""


def read_regular_file(path: str | os.PathLike[str], most_bytes: int = LARGEST_FILE) -> bytes:
    """Read a file; a pipe, a socket or a device is not waited for, and nothing is read of it.

    Parameters
    ----------
    path
        The file. Links are followed.
    most_bytes
        The longest content, 0 or more.

    Raises
    ------
    OSError
        If it cannot be read, is not a regular file, or is longer; `strerror` says which.
    ValueError
        If there is a null character in the path.
    """
    # A pipe that nobody writes to would keep a usual `open` waiting.
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "it is not a regular file", os.fspath(path))
        # Not by its size, which it may not have yet, or no longer.
        content = file.read(most_bytes + 1)
    if len(content) > most_bytes:
        raise OSError(errno.EFBIG, f"it is larger than {most_bytes} bytes", os.fspath(path))
    return content
