"""Who is let in: by token, scope, rate and calls under way; and where calls come from, where there are no tokens."""

from __future__ import annotations

import datetime
import hashlib

import pytest
from google.rpc import code_pb2

from carnegie_server.errors import CallRefused, Reason
from carnegie_server.front import Caller, IncomingCall
from carnegie_server.methods import APPLY_PLAN, GET_INFO, PLAY_ANDREW, SUGGEST
from carnegie_server.security.peers import place
from carnegie_server.security.rates import Rate, RateLimiter
from carnegie_server.security.scopes import Scope
from carnegie_server.security.token_gate import CallerLimits, TokenGate
from carnegie_server.security.tokens import Token, Tokens

EXPIRY = datetime.datetime(2030, 1, 1, tzinfo=datetime.UTC)
SECOND = datetime.timedelta(seconds=1)


def token(secret: str, *scopes: Scope, rate: Rate | None = None, most: int | None = None) -> Token:
    return Token(secret, hashlib.sha256(secret.encode()).digest(), frozenset(scopes), rate, most, EXPIRY)


class Door:
    """A gate with clocks that are set by hand."""

    def __init__(self, *tokens: Token, limits: CallerLimits | None = None, open_to_all: bool = False) -> None:
        self.nanoseconds = 0
        self.now = EXPIRY - SECOND
        self.tokens = None if open_to_all else Tokens(tokens)
        self.gate = TokenGate(
            lambda: self.tokens,
            limits or CallerLimits(),
            RateLimiter(lambda: self.nanoseconds),
            lambda: self.now,
        )

    def enter(self, method: str = SUGGEST, authorization: str | None = None, peer: str = "") -> Caller:
        metadata = {} if authorization is None else {"authorization": authorization}
        call = IncomingCall(method, b"", None, metadata, peer)
        caller = self.gate.identify(call)
        self.gate.admit(caller, call)
        return caller

    def refuses(
        self, method: str = SUGGEST, authorization: str | None = None, peer: str = ""
    ) -> tuple[int, Reason, float | None]:
        with pytest.raises(CallRefused) as refused:
            self.enter(method, authorization, peer)
        return refused.value.code, refused.value.reason, refused.value.retry_seconds


def test_a_token_lets_its_caller_in_by_name() -> None:
    door = Door(token("abc", Scope.ANALYSIS), token("xyz", Scope.ANALYSIS))
    assert door.enter(authorization="Bearer xyz").name == "xyz"
    assert door.enter(authorization="bearer   abc").name == "abc"
    assert "abc" not in repr(IncomingCall(SUGGEST, b"", None, {"authorization": "Bearer abc"}))


@pytest.mark.parametrize(
    ("authorization", "reason"),
    [
        (None, Reason.TOKEN_MISSING),
        ("", Reason.TOKEN_MISSING),
        ("abc", Reason.TOKEN_MISSING),
        ("Basic abc", Reason.TOKEN_MISSING),
        ("Bearer", Reason.TOKEN_MISSING),
        ("Bearer abc abc", Reason.TOKEN_MISSING),
        ("Bearer abd", Reason.TOKEN_UNKNOWN),
        ("Bearer ABC", Reason.TOKEN_UNKNOWN),
        ("Bearer " + hashlib.sha256(b"abc").hexdigest(), Reason.TOKEN_UNKNOWN),
    ],
)
def test_strangers_are_refused(authorization: str | None, reason: Reason) -> None:
    door = Door(token("abc", *Scope))
    for method in (SUGGEST, APPLY_PLAN, PLAY_ANDREW, GET_INFO):
        assert door.refuses(method, authorization) == (code_pb2.UNAUTHENTICATED, reason, None)


def test_without_any_token_nobody_is_let_in() -> None:
    assert Door().refuses(GET_INFO, "Bearer abc")[:2] == (code_pb2.UNAUTHENTICATED, Reason.TOKEN_UNKNOWN)


def test_a_token_expires_at_its_time() -> None:
    door = Door(token("abc", Scope.ANALYSIS))
    door.enter(authorization="Bearer abc")
    door.now = EXPIRY
    assert door.refuses(authorization="Bearer abc")[:2] == (code_pb2.UNAUTHENTICATED, Reason.TOKEN_EXPIRED)


@pytest.mark.parametrize(
    ("scopes", "let_in"),
    [
        ((), {GET_INFO}),
        ((Scope.SOLO,), {GET_INFO, APPLY_PLAN, PLAY_ANDREW}),
        ((Scope.ANALYSIS,), {GET_INFO, SUGGEST}),
        (tuple(Scope), {GET_INFO, SUGGEST, APPLY_PLAN, PLAY_ANDREW}),
    ],
)
def test_a_token_opens_its_scopes(scopes: tuple[Scope, ...], let_in: set[str]) -> None:
    door = Door(token("abc", *scopes))
    for method in (GET_INFO, SUGGEST, APPLY_PLAN, PLAY_ANDREW):
        if method in let_in:
            door.enter(method, "Bearer abc")
        else:
            assert door.refuses(method, "Bearer abc")[:2] == (
                code_pb2.PERMISSION_DENIED,
                Reason.SCOPE_MISSING,
            )


def test_the_scope_that_is_missing_is_named() -> None:
    with pytest.raises(CallRefused, match="'analysis'") as refused:
        Door(token("abc", Scope.SOLO)).enter(SUGGEST, "Bearer abc")
    assert refused.value.metadata == {"scope": "analysis"}


def test_a_new_list_of_tokens_is_in_force_at_once() -> None:
    door = Door(token("abc", Scope.ANALYSIS))
    door.enter(authorization="Bearer abc")
    door.tokens = Tokens((token("new", Scope.ANALYSIS),))
    assert door.refuses(authorization="Bearer abc")[1] is Reason.TOKEN_UNKNOWN
    assert door.enter(authorization="Bearer new").name == "new"


def test_the_rate_of_a_token_wins_over_that_of_the_settings() -> None:
    fast, other = token("fast", Scope.ANALYSIS, rate=Rate(10.0, 2)), token("other", Scope.ANALYSIS)
    door = Door(fast, other, limits=CallerLimits(Rate(1.0, 1)))
    door.enter(authorization="Bearer other")
    assert door.refuses(authorization="Bearer other") == (
        code_pb2.RESOURCE_EXHAUSTED,
        Reason.RATE_LIMITED,
        1.0,
    )
    for _ in range(2):
        door.enter(authorization="Bearer fast")
    assert door.refuses(authorization="Bearer fast")[1:] == (Reason.RATE_LIMITED, 0.1)


def test_whoever_waits_as_told_is_let_in() -> None:
    door = Door(token("abc", Scope.ANALYSIS), limits=CallerLimits(Rate(3.0, 1)))
    door.enter(authorization="Bearer abc")
    _, _, seconds = door.refuses(authorization="Bearer abc")
    assert seconds == 0.334
    door.nanoseconds += 333_333_332
    assert door.refuses(authorization="Bearer abc")[1:] == (Reason.RATE_LIMITED, 0.001)
    door.nanoseconds += 1_000_000
    door.enter(authorization="Bearer abc")


def test_calls_under_way_are_counted_until_they_end() -> None:
    own = token("own", Scope.ANALYSIS, most=1)
    door = Door(
        own, token("abc", Scope.ANALYSIS), limits=CallerLimits(max_concurrent=2, max_concurrent_total=3)
    )
    first = door.enter(authorization="Bearer abc")
    door.enter(authorization="Bearer abc")
    busy = (code_pb2.RESOURCE_EXHAUSTED, Reason.TOO_MANY_CALLS, 1.0)
    assert door.refuses(authorization="Bearer abc") == busy
    door.enter(authorization="Bearer own")
    assert door.refuses(authorization="Bearer own") == busy
    door.gate.leave(first)
    door.enter(authorization="Bearer abc")
    assert door.refuses(authorization="Bearer abc") == busy


def test_the_total_is_for_all_callers() -> None:
    door = Door(open_to_all=True, limits=CallerLimits(max_concurrent_total=2))
    first = door.enter(peer="ipv4:192.0.2.1:1")
    door.enter(peer="ipv4:192.0.2.2:1")
    assert door.refuses(peer="ipv4:192.0.2.3:1") == (code_pb2.RESOURCE_EXHAUSTED, Reason.BUSY, 1.0)
    door.gate.leave(first)
    door.enter(peer="ipv4:192.0.2.3:1")


def test_a_call_that_is_refused_does_not_count() -> None:
    door = Door(token("abc", Scope.SOLO), limits=CallerLimits(max_concurrent=1))
    for _ in range(3):
        assert door.refuses(SUGGEST, "Bearer abc")[1] is Reason.SCOPE_MISSING
    door.enter(APPLY_PLAN, "Bearer abc")


def test_without_tokens_callers_are_told_apart_by_their_addresses() -> None:
    door = Door(open_to_all=True, limits=CallerLimits(Rate(1.0, 1)))
    assert door.enter(peer="ipv4:192.0.2.1:1", authorization="Bearer of-no-use").name == ""
    assert door.refuses(peer="ipv4:192.0.2.1:2")[1] is Reason.RATE_LIMITED
    door.enter(peer="ipv4:192.0.2.2:1")


@pytest.mark.parametrize(
    ("peer", "expected"),
    [
        ("ipv4:192.0.2.1:50000", "192.0.2.1"),
        ("192.0.2.1:50000", "192.0.2.1"),
        ("192.0.2.1", "192.0.2.1"),
        ("ipv6:%5B2001:db8:1:2:3:4:5:6%5D:50000", "2001:db8:1:2::/64"),
        ("ipv6:[2001:db8:1:2::1]:50000", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::1]:50000", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("ipv6:%5Bfe80::1%25eth0%5D:1", "fe80::/64"),
        ("ipv6:%5B::ffff:192.0.2.1%5D:50000", "192.0.2.1"),
        ("unix:/run/carnegie", "unix:/run/carnegie"),
        ("", ""),
    ],
)
def test_the_place_of_a_peer(peer: str, expected: str) -> None:
    assert place(peer) == expected


def test_questions_of_a_batch_count_as_calls() -> None:
    door = Door(token("abc", Scope.ANALYSIS, rate=Rate(2.0, 3)))
    caller = door.enter(authorization="Bearer abc")
    assert [door.gate.take(caller) for _ in range(3)] == [0.0, 0.0, 0.5]
    assert door.refuses(authorization="Bearer abc")[1] is Reason.RATE_LIMITED
    door.nanoseconds += 500_000_000
    assert door.gate.take(caller) == 0.0
