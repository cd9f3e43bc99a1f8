"""A caller may call as often as its bucket allows, and is told to the nanosecond when it may again."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from carnegie_server.security.rates import Rate, RateLimiter

SECOND = 1_000_000_000


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now


class Bucket:
    """A bucket as it is always told: it has room for a burst, and fills bit by bit."""

    def __init__(self, interval: int, burst: int) -> None:
        self.interval, self.burst = interval, burst
        self.level, self.looked = Fraction(burst), 0

    def take(self, now: int) -> int:
        self.level = min(Fraction(self.burst), self.level + Fraction(now - self.looked, self.interval))
        self.looked = now
        if self.level >= 1:
            self.level -= 1
            return 0
        return int((1 - self.level) * self.interval)


def test_a_burst_then_one_at_a_time() -> None:
    clock = Clock()
    limiter, rate = RateLimiter(clock), Rate(per_second=4.0, burst=3)
    assert [limiter.take("a", rate) for _ in range(4)] == [0, 0, 0, SECOND // 4]
    clock.now += SECOND // 4 - 1
    assert limiter.take("a", rate) == 1
    clock.now += 1
    assert [limiter.take("a", rate) for _ in range(2)] == [0, SECOND // 4]
    clock.now += 100 * SECOND
    assert [limiter.take("a", rate) for _ in range(4)] == [0, 0, 0, SECOND // 4]


@given(
    st.integers(1, 10_000),
    st.integers(1, 5),
    st.lists(st.integers(0, 20_000), min_size=1, max_size=40),
)
def test_it_is_a_token_bucket(per_second: int, burst: int, pauses: list[int]) -> None:
    clock = Clock()
    limiter, rate = RateLimiter(clock), Rate(float(per_second), burst)
    bucket = Bucket(rate.interval, burst)
    assert abs(rate.interval - Fraction(SECOND, per_second)) <= Fraction(1, 2)
    for pause in pauses:
        clock.now += pause * SECOND // 10_000
        assert limiter.take("a", rate) == bucket.take(clock.now)


def test_callers_do_not_share() -> None:
    limiter, rate = RateLimiter(Clock()), Rate(1.0, 1)
    assert [limiter.take(caller, rate) for caller in ("a", "b", "a")] == [0, 0, SECOND]


def test_full_buckets_are_forgotten_and_the_others_are_bounded() -> None:
    clock = Clock()
    limiter, rate = RateLimiter(clock, most_callers=100), Rate(1.0, 1)
    for number in range(1_000):
        assert limiter.take(f"peer {number}", rate) == 0
        assert len(limiter) <= 100
    # The last hundred are still known; those before begin anew.
    assert limiter.take("peer 999", rate) == SECOND
    assert limiter.take("peer 0", rate) == 0
    clock.now += SECOND
    assert limiter.take("one more", rate) == 0
    assert len(limiter) == 1


def test_a_bucket_that_refuses_is_not_forgotten_for_others() -> None:
    limiter, rate = RateLimiter(Clock(), most_callers=2), Rate(1.0, 1)
    for caller in ("a", "b"):
        assert limiter.take(caller, rate) == 0
    assert limiter.take("a", rate) == SECOND
    assert len(limiter) == 2
