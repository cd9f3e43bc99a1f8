"""One service with a gateway for all tests that do not stop it."""

from __future__ import annotations

from collections.abc import Iterator

import grpc
import pytest

from server.gateway.web import ORIGIN, Web, web_of
from server.service_process import ServiceProcess, running_service


@pytest.fixture(scope="package")
def service() -> Iterator[ServiceProcess]:
    with running_service(
        "--workers=2", "--web-port=0", "--cache-bytes=0", f"--allowed-origins={ORIGIN}"
    ) as running:
        yield running


@pytest.fixture(scope="package")
def channel(service: ServiceProcess) -> Iterator[grpc.Channel]:
    with service.channel() as open_channel:
        yield open_channel


@pytest.fixture(scope="package")
def web(service: ServiceProcess) -> Web:
    return web_of(service)
