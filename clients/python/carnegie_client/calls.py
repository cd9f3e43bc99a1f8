"""A call to the service as a value: which method, with what, and for how long; it is made by a connection."""

from __future__ import annotations

import math
import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Generic, TypeVar

from google.protobuf.message import Message

from carnegie.v1.advisor_pb2 import EvaluatePlanRequest, SuggestRequest
from carnegie.v1.review_pb2 import ReviewGameRequest

Response = TypeVar("Response", bound=Message)

REQUEST_ID: Final = "x-request-id"
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._~+/=-]{1,64}")

_LONGEST_SEARCH: Final = 3_600.0
"""Seconds; no service searches longer."""
_LONGEST_WRITTEN: Final = 315_576_000_000.0
"""Seconds, the most that a Duration holds; a longer time limit is written as them, for the service to clamp."""


@dataclass(frozen=True, slots=True)
class Method(Generic[Response]):
    """One method of the service.

    Attributes
    ----------
    path
        Its full name: `/carnegie.v1.InfoService/GetInfo`.
    response
        The type of its messages.
    cheap
        Whether it is answered at once, without a search.
    """

    path: str
    response: type[Response]
    cheap: bool


@dataclass(frozen=True, slots=True)
class Call(Generic[Response]):
    """One question to the service.

    Attributes
    ----------
    method
        The method.
    request
        What is sent.
    request_id
        The name of the call in the service's log and in errors.
    search_seconds
        Seconds, >= 0, that the search for the answer may take, 0 where there is none; None for the service's own limit.
    on_metadata
        Is called with what the service says beside a good answer, by lower-case name; None if nobody wants to know. Not
        for calls that may be made twice.
    """

    method: Method[Response]
    request: Message
    request_id: str
    search_seconds: float | None = 0.0
    on_metadata: Callable[[Mapping[str, str]], None] | None = None

    def tell(self, metadata: Iterable[tuple[str, str | bytes]] | None) -> None:
        """Hand on what the service has said beside the answer."""
        if self.on_metadata is not None:
            self.on_metadata({key: value for key, value in metadata or () if isinstance(value, str)})


def write_time_limit(
    request: SuggestRequest | EvaluatePlanRequest | ReviewGameRequest, time_limit: float | None
) -> float | None:
    """Write the time for a search into its request; give the `search_seconds` of the call.

    Raises
    ------
    ValueError
        If the time limit is no finite number.
    """
    if time_limit is None:
        return None
    if not math.isfinite(time_limit):
        raise ValueError(f"time_limit: found {time_limit}, allowed a finite number of seconds above 0")
    # The service is to judge the number itself, as far as its message can hold it.
    written = max(-_LONGEST_WRITTEN, min(time_limit, _LONGEST_WRITTEN))
    request.time_limit.FromTimedelta(timedelta(seconds=written))
    return max(0.0, min(time_limit, _LONGEST_SEARCH))


def name_for(request_id: str | None) -> str:
    """Give the name of a call: the caller's own, or a random one; raises ValueError for one that cannot be a name."""
    if request_id is None:
        return secrets.token_hex(16)
    if not _REQUEST_ID.fullmatch(request_id):
        raise ValueError(
            f"request_id: found {request_id!r}, allowed 1 to 64 characters: letters, digits and ._~+/=-"
        )
    return request_id
