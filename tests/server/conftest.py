"""One service for all tests that do not stop it."""

from __future__ import annotations

from collections.abc import Iterator

import grpc
import pytest

from server.service_process import ServiceProcess, running_service


@pytest.fixture(scope="session")
def service() -> Iterator[ServiceProcess]:
    # What a test says of an answer is to be true of a new one, not only of one that is remembered.
    with running_service("--workers=2", "--cache-bytes=0", "--games-path=:memory:") as running:
        yield running


@pytest.fixture(scope="session")
def channel(service: ServiceProcess) -> Iterator[grpc.Channel]:
    with service.channel() as open_channel:
        yield open_channel
