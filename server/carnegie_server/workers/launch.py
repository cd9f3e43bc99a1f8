"""Starting worker processes.

They come from a fork server: a small process of its own that imports the solver once and is forked for every worker. A
worker is ready within some 30 ms and shares the imported code, and no process that runs gRPC threads is ever forked.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import signal
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import resource_tracker, sharedctypes
from multiprocessing.context import ForkServerProcess
from typing import cast

from carnegie_server.workers.messages import HandlerFactory
from carnegie_server.workers.own_group import HELD
from carnegie_server.workers.worker import StopCell, run_worker

_JOIN_SECONDS = 2.0
_FIRST_IMPORT = "carnegie_server.workers.fork_server_start"


@dataclass(frozen=True, slots=True)
class LaunchedWorker:
    """A process that has been started, the front's ends of its connection and of its bell, and its stop cell."""

    process: ForkServerProcess
    connection: socket.socket
    bell: socket.socket
    stop: StopCell

    @property
    def process_id(self) -> int:
        """The number by which the system knows the process."""
        process_id = self.process.pid
        assert process_id is not None, "the process has been started"
        return process_id

    def ring(self) -> None:
        """Have the worker look after its job, see `StopWatch`."""
        # Where the bell is full, the worker has rings to hear; where it is broken, the connection breaks as well.
        with contextlib.suppress(BlockingIOError, BrokenPipeError, ConnectionResetError):
            self.bell.send(b"\0")

    def kill(self) -> None:
        """End the process, whatever it does."""
        # Not Process.kill: where the fork server is gone, multiprocessing takes its children for dead and spares them.
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process_id, signal.SIGKILL)

    def reap(self) -> None:
        """Take note of the death of a process that is dead or dying; blocks for as long as that takes."""
        self.bell.close()
        self.process.join(_JOIN_SECONDS)
        if self.process.exitcode is not None:
            self.process.close()


class Launcher:
    """Starts workers that all run the same handler.

    Parameters
    ----------
    build
        Builds the handler in the worker.
    preload
        Modules that the fork server imports.
    memory_bytes
        The most address space a worker may use; 0 for no limit.
    """

    def __init__(self, build: HandlerFactory, preload: Sequence[str], memory_bytes: int) -> None:
        self._build = build
        self._memory_bytes = memory_bytes
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload([_FIRST_IMPORT, *preload])

    def launch(self) -> LaunchedWorker:
        """Start a worker; blocks until its process exists."""
        own_end, worker_end = socket.socketpair()
        own_bell, worker_bell = socket.socketpair()
        own_bell.setblocking(False)
        stop = cast(StopCell, sharedctypes.RawValue(ctypes.c_ulonglong, 0))
        process = self._context.Process(
            target=run_worker,
            args=(worker_end, worker_bell, stop, self._build, self._memory_bytes),
            name="carnegie-worker",
            daemon=True,
        )
        # The first start begins the fork server, which takes over the signals that are held back here. multiprocessing
        # lets them through again where it begins its tracker of resources, so that comes before.
        resource_tracker.ensure_running()
        held = signal.pthread_sigmask(signal.SIG_BLOCK, HELD)
        try:
            process.start()
        except BaseException:
            own_end.close()
            own_bell.close()
            raise
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, held)
            worker_end.close()
            worker_bell.close()
        return LaunchedWorker(process, own_end, own_bell, stop)
