"""One service for all tests that do not stop it."""

from __future__ import annotations

from collections.abc import Iterator

import grpc
import pytest

from server.service_process import ServiceProcess, running_service


@pytest.fixture(scope="session")
def service() -> Iterator[ServiceProcess]:
    with running_service("--workers=2") as running:
        yield running


@pytest.fixture(scope="session")
def channel(service: ServiceProcess) -> Iterator[grpc.Channel]:
    with service.channel() as open_channel:
        yield open_channel
