"""The gate of a service that knows its callers and bounds what each may ask for."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from google.rpc import code_pb2

from carnegie_server.errors import CallRefused, Reason
from carnegie_server.front import Caller, IncomingCall
from carnegie_server.security.concurrency import CallsUnderWay
from carnegie_server.security.peers import place
from carnegie_server.security.rates import Rate, RateLimiter
from carnegie_server.security.scopes import needed_scope
from carnegie_server.security.tokens import Token, Tokens

AUTHORIZATION = "authorization"
"""The header with the token: ``Bearer carnegie_...``."""

_BEARER = re.compile(r"bearer +(\S+)", re.IGNORECASE)
_NANOSECONDS_IN_MILLISECOND = 1_000_000
_RETRY_SECONDS = 1.0


def utc_now() -> datetime.datetime:
    """Give the time, with its zone."""
    return datetime.datetime.now(datetime.UTC)


@dataclass(frozen=True, slots=True)
class CallerLimits:
    """What each caller may ask for.

    Attributes
    ----------
    rate
        How often a caller may call; None for as often as it likes.
    max_concurrent
        How many of a caller's calls may be under way at a time; 0 for no limit.
    max_concurrent_total
        How many calls may be under way in all; 0 for no limit.
    """

    rate: Rate | None = None
    max_concurrent: int = 0
    max_concurrent_total: int = 0


class TokenCaller(Caller, frozen=True, kw_only=True):
    """A caller who has shown a token.

    Attributes
    ----------
    token
        The token.
    """

    token: Token


class TokenGate:
    """Lets in calls that have a token for what they want, each caller as often as it may; a `Gate`.

    Without tokens everybody is let in, and callers are told apart by where they come from.

    Parameters
    ----------
    tokens
        Gives the tokens that are accepted at the moment; None where none is needed.
    limits
        What each caller may ask for, unless its token says otherwise.
    rates
        The buckets of the callers.
    now
        Gives the time, with its zone.
    """

    def __init__(
        self,
        tokens: Callable[[], Tokens | None],
        limits: CallerLimits,
        rates: RateLimiter,
        now: Callable[[], datetime.datetime] = utc_now,
    ) -> None:
        self._tokens = tokens
        self._limits = limits
        self._rates = rates
        self._now = now
        self._under_way = CallsUnderWay()

    def identify(self, call: IncomingCall) -> Caller:
        """See `Gate`."""
        tokens = self._tokens()
        if tokens is None:
            return Caller(key=place(call.peer))
        matched = _BEARER.fullmatch(call.metadata.get(AUTHORIZATION, "").strip())
        if matched is None:
            raise _unknown(Reason.TOKEN_MISSING, "the call needs a token: 'authorization: Bearer ...'")
        token = tokens.find(matched[1])
        if token is None:
            raise _unknown(Reason.TOKEN_UNKNOWN, "the token is not known")
        if token.expires is not None and self._now() >= token.expires:
            raise _unknown(Reason.TOKEN_EXPIRED, f"the token has expired on {token.expires.isoformat()}")
        return TokenCaller(name=token.name, key=f"token {token.name}", token=token)

    def admit(self, caller: Caller, call: IncomingCall) -> None:
        """See `Gate`."""
        token = _token_of(caller)
        self._check_rate(caller, token)
        if token is not None:
            _check_scope(token, call.method)
        self._check_concurrency(caller, token)
        self._under_way.begin(caller.key)

    def take(self, caller: Caller) -> float:
        """See `Gate`."""
        return self._wait(caller, _token_of(caller)) / 1e9

    def leave(self, caller: Caller) -> None:
        """See `Gate`."""
        self._under_way.end(caller.key)

    def _check_rate(self, caller: Caller, token: Token | None) -> None:
        rate = self._rate_of(token)
        wait = self._wait(caller, token)
        if rate is not None and wait:
            # Rounded up to what travels: whoever waits that long is let in.
            milliseconds = math.ceil(wait / _NANOSECONDS_IN_MILLISECOND)
            raise CallRefused(
                code_pb2.RESOURCE_EXHAUSTED,
                Reason.RATE_LIMITED,
                f"more than {rate.per_second:g} calls a second, beyond {rate.burst} at once",
                retry_seconds=milliseconds / 1e3,
            )

    def _rate_of(self, token: Token | None) -> Rate | None:
        return self._limits.rate if token is None or token.rate is None else token.rate

    def _wait(self, caller: Caller, token: Token | None) -> int:
        """Count a call; give 0, or, where it comes too early, the time until it does not, in nanoseconds."""
        rate = self._rate_of(token)
        return 0 if rate is None else self._rates.take(caller.key, rate)

    def _check_concurrency(self, caller: Caller, token: Token | None) -> None:
        of_token = None if token is None else token.max_concurrent
        allowed = self._limits.max_concurrent if of_token is None else of_token
        if allowed and self._under_way.of(caller.key) >= allowed:
            raise CallRefused(
                code_pb2.RESOURCE_EXHAUSTED,
                Reason.TOO_MANY_CALLS,
                f"{allowed} calls of this caller are under way, and no more may be",
                retry_seconds=_RETRY_SECONDS,
            )
        total = self._limits.max_concurrent_total
        if total and self._under_way.total >= total:
            raise CallRefused(
                code_pb2.RESOURCE_EXHAUSTED,
                Reason.BUSY,
                "too many calls are under way; try again later",
                retry_seconds=_RETRY_SECONDS,
            )


def _token_of(caller: Caller) -> Token | None:
    return caller.token if isinstance(caller, TokenCaller) else None


def _check_scope(token: Token, method: str) -> None:
    needed = needed_scope(method)
    if needed is not None and needed not in token.scopes:
        raise CallRefused(
            code_pb2.PERMISSION_DENIED,
            Reason.SCOPE_MISSING,
            f"the token lacks the scope {needed.value!r}, which this call needs",
            metadata={"scope": needed.value},
        )


def _unknown(reason: Reason, message: str) -> CallRefused:
    return CallRefused(code_pb2.UNAUTHENTICATED, reason, message)
