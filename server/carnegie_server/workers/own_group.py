"""Imported first by the fork server: it leaves the process group of the front.

A signal typed at a terminal goes to a whole group. The front acts on it; the fork server would die of it while it still
imports the solver. So the front starts it with these signals held back, and those that have come by now are forgotten.
"""

from __future__ import annotations

import os
import signal

HELD = frozenset({signal.SIGINT, signal.SIGTERM})
"""The signals that are held back while the fork server starts."""


def leave_group() -> None:
    """Leave the group, forget what has been held back, and take what is meant for this process from now on."""
    os.setpgid(0, 0)
    while signal.sigtimedwait(HELD, 0.0) is not None:
        pass
    signal.pthread_sigmask(signal.SIG_UNBLOCK, HELD)
