"""The settings of security: what is allowed, what belongs together, and what is warned of."""

from __future__ import annotations

import pytest

from carnegie_server.connections import channel_arguments
from carnegie_server.security.securing import is_loopback
from carnegie_server.settings import InvalidSetting, Settings, load_settings


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TOKENS", "no/such/file.toml"),
        ("RATE", "-1"),
        ("RATE", "nan"),
        ("RATE", "inf"),
        ("RATE", "often"),
        ("BURST", "0"),
        ("MAX_CONCURRENT", "-1"),
        ("MAX_CONCURRENT_TOTAL", "1.5"),
        ("TLS_CERTIFICATE", "no/such/file.pem"),
        ("TLS_KEY", "no/such/file.pem"),
        ("CLIENT_CA", "no/such/file.pem"),
        ("DRAIN_DELAY", "-1"),
        ("KEEPALIVE_TIME", "0"),
        ("KEEPALIVE_TIMEOUT", "0"),
        ("MIN_PING_INTERVAL", "0"),
        ("MAX_CONNECTION_IDLE", "-0.1"),
        ("MAX_CONNECTION_AGE", "86401"),
        ("MAX_CONNECTION_AGE_GRACE", "0"),
        ("MAX_STREAMS", "0"),
        ("MAX_METADATA_BYTES", "1023"),
    ],
)
def test_impossible_values_are_refused(name: str, value: str) -> None:
    with pytest.raises(InvalidSetting, match=f"^CARNEGIE_{name}: found .*, allowed "):
        load_settings([], {f"CARNEGIE_{name}": value})


def test_none_is_a_value_where_it_makes_sense() -> None:
    names = (
        "rate",
        "max_concurrent",
        "max_concurrent_total",
        "drain_delay",
        "max_connection_idle",
        "max_connection_age",
    )
    settings = load_settings([f"--{name.replace('_', '-')}=0" for name in names], {})
    assert [getattr(settings, name) for name in names] == [0] * len(names)


def test_channel_arguments_are_milliseconds_and_none_is_for_ever() -> None:
    arguments = dict(channel_arguments(Settings(max_connection_age=0.0, max_connection_idle=1.5)))
    assert arguments["grpc.max_connection_idle_ms"] == 1_500
    assert arguments["grpc.max_connection_age_ms"] == 2**31 - 1


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", True),
        ("127.1.2.3", True),
        ("::1", True),
        ("[::1]", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.0.2.1", False),
        ("[2001:db8::1]", False),
        ("carnegie.example", False),
    ],
)
def test_which_addresses_only_this_machine_reaches(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected
