"""HTTP as a caller of the gateway writes and reads it, by the standard library alone."""

from __future__ import annotations

import base64
import http.client
import json
import re
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from google.rpc import status_pb2

from carnegie_server.methods import SUGGEST
from server.service_process import ServiceProcess

ORIGIN = "https://games.example"
"""The origin that the tests' gateway allows."""

JSON = "application/json"
PROTO = "application/proto"
END_OF_STREAM = 0b10
GRPC_WEB_TRAILERS = 0b1000_0000


@dataclass(frozen=True)
class WebAnswer:
    """A response as it has come."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        assert self.headers["content-type"] == JSON, (self.status, self.headers, self.body)
        return json.loads(self.body)


@dataclass(frozen=True)
class Web:
    """A gateway, by its host and port."""

    host: str
    port: int

    def request(self, method: str, path: str, body: bytes | None = None, **headers: str) -> WebAnswer:
        """Send a request over a connection of its own; the underscores of a header's name stand for hyphens."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=120.0)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            response = connection.getresponse()
            found: dict[str, str] = {}
            for name, value in response.getheaders():
                found[name.lower()] = ", ".join(filter(None, (found.get(name.lower()), value)))
            return WebAnswer(response.status, found, response.read())
        finally:
            connection.close()

    def post(
        self, body: bytes | str, content_type: str = JSON, path: str = SUGGEST, **headers: str
    ) -> WebAnswer:
        data = body.encode() if isinstance(body, str) else body
        return self.request("POST", path, data, content_type=content_type, **headers)


def web_of(service: ServiceProcess) -> Web:
    """Find the gateway of a service in its log."""
    return web_at(service.wait_for_log("browser gateway at "))


def web_at(text: str) -> Web:
    """Find the gateway's address in a text."""
    found = re.search(r"http://([0-9.]+):([0-9]+)", text)
    assert found is not None, text
    return Web(found[1], int(found[2]))


def frame(message: bytes, flags: int = 0) -> bytes:
    """Put a message into the envelope that Connect and gRPC-Web share."""
    return struct.pack(">BI", flags, len(message)) + message


def frames(body: bytes) -> list[tuple[int, bytes]]:
    """Take messages with their flags out of their envelopes."""
    found = []
    while body:
        flags, length = struct.unpack_from(">BI", body)
        assert len(body) >= 5 + length, body
        found.append((flags, body[5 : 5 + length]))
        body = body[5 + length :]
    return found


def trailers(block: bytes) -> dict[str, str]:
    """Read the last frame of gRPC-Web."""
    pairs = (line.partition(": ") for line in block.decode("ascii").splitlines())
    return {name: value for name, _, value in pairs}


def unpadded(text: str) -> bytes:
    """Read base64 as both protocols write it."""
    return base64.b64decode(text + "=" * (-len(text) % 4))


def status_of(error: Mapping[str, Any], code: int) -> status_pb2.Status:
    """Put an error of Connect together again as the Status that the service has made."""
    status = status_pb2.Status(code=code, message=error["message"])
    for each in error.get("details", []):
        status.details.add(type_url=f"type.googleapis.com/{each['type']}", value=unpadded(each["value"]))
    return status
