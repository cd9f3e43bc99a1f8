"""How long a call may take, and whether it is worth another try."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from typing import Final

import grpc

from carnegie_client.errors import CallFailed, CarnegieError, ServerUnreachable, ServiceBusy

_SHORTEST_PAUSE: Final = 0.05
"""Seconds; a service that asks for none at all is not asked without end."""
_LARGEST_DELAY: Final = 1.2
"""Times what the service asks for: callers who were refused together do not come back together."""
_MOST_STREAMS: Final = 5


@dataclass(slots=True)
class Patience:
    """The time of one call with all its attempts.

    Attributes
    ----------
    search_seconds
        Seconds, >= 0, that the answer itself may take.
    margin_seconds
        Seconds, > 0, that all else may take: the way there and back, and waiting for a busy service.
    retry
        Whether the call may be tried again.
    """

    search_seconds: float
    margin_seconds: float
    retry: bool
    _ends: float = field(init=False)
    _streams: int = field(init=False, default=0)
    _cancelled: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        self._ends = time.monotonic() + self.search_seconds + self.margin_seconds

    def seconds_left(self) -> float:
        """Give the seconds that an attempt may take now, >= 0."""
        return max(0.0, self._ends - time.monotonic())

    def pause_after(
        self, error: CarnegieError, *, of_stream: bool = False, begun: bool = False
    ) -> float | None:
        """Give the seconds to wait before another attempt; None if there should be none.

        A busy service is asked again after the time that it says, if what is then left is enough for the search. Lost
        connections are gRPC's to deal with, except those of streams, begun or not, see `service_config.py`. A call that
        ends as cancelled, though nobody here has cancelled it, is one that a stopping server has received and not
        begun; it is made once more, which gRPC's own policy, up to five attempts for each code, cannot say. A call
        whose worker has died is not repeated, as it may be what kills them.
        """
        if not self.retry:
            return None
        match error:
            case ServiceBusy(retry_seconds=float(seconds)):
                pause = max(seconds, _SHORTEST_PAUSE) * random.uniform(1.0, _LARGEST_DELAY)
            case ServerUnreachable() if of_stream and self._streams < _MOST_STREAMS - 1:
                self._streams += 1
                pause = _SHORTEST_PAUSE * 2**self._streams
            case CallFailed(code=grpc.StatusCode.CANCELLED) if not (begun or self._cancelled):
                self._cancelled = True
                pause = _SHORTEST_PAUSE
            case _:
                return None
        return pause if self.seconds_left() - pause > self.search_seconds else None
