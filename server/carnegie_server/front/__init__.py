"""The front: what happens to a call between the transport that received it and the worker that answers it.

`Front` knows nothing of gRPC's transport or of HTTP. Whoever receives calls hands it an `IncomingCall` and sends what
it gives; so every door of the service has the same limits, the same errors and the same log.
"""

from carnegie_server.front.cache import AnswerCache, CacheStatistics
from carnegie_server.front.calls import Answer, Caller, CallRecord, IncomingCall
from carnegie_server.front.front import Front
from carnegie_server.front.gate import Gate, OpenGate
from carnegie_server.front.observing import LogLines, Observer

__all__ = [
    "Answer",
    "AnswerCache",
    "CacheStatistics",
    "CallRecord",
    "Caller",
    "Front",
    "Gate",
    "IncomingCall",
    "LogLines",
    "Observer",
    "OpenGate",
]
