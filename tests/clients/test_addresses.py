"""Addresses are read in every form that is allowed, and all that is wrong with them is said."""

from __future__ import annotations

import pytest

from carnegie_client.addresses import Address, read_addresses, target_for


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("localhost:50051", [("localhost", 50051)]),
        ("a.example:1, b.example:2", [("a.example", 1), ("b.example", 2)]),
        (["10.0.0.1:1", "[::1]:65535"], [("10.0.0.1", 1), ("::1", 65535)]),
        ("unix:/run/carnegie.sock", [("unix:/run/carnegie.sock", 0)]),
    ],
)
def test_addresses_are_read_and_written(given: str | list[str], expected: list[tuple[str, int]]) -> None:
    addresses = read_addresses(given)
    assert addresses == tuple(Address(host, port) for host, port in expected)
    assert read_addresses(",".join(str(address) for address in addresses)) == addresses


@pytest.mark.parametrize(
    "text",
    [
        "",
        "host",
        "host:",
        ":1",
        "host:0",
        "host:65536",
        "host:-1",
        "host:1x",
        "::1:50051",
        "[host]:1",
        "a b:1",
        "h/x:1",
    ],
)
def test_what_is_no_address_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="allowed HOST:PORT with a port from 1 to 65535") as caught:
        read_addresses([text])
    assert f"address: found {text!r}" in str(caught.value)


def test_everything_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(ValueError, match="address") as caught:
        read_addresses("a:1,b,c:2,d:0")
    assert [part.partition(", allowed")[0] for part in str(caught.value).split("; ")] == [
        "address[1]: found 'b'",
        "address[3]: found 'd:0'",
    ]
    with pytest.raises(ValueError, match="found no address"):
        read_addresses([])


@pytest.mark.parametrize(
    ("given", "target"),
    [
        ("a.example:1", "a.example:1"),  # left to gRPC, with all addresses of the name
        ("10.0.0.1:1,10.0.0.2:2", "ipv4:10.0.0.1:1,10.0.0.2:2"),
        ("10.0.0.1:1,10.0.0.1:1", "ipv4:10.0.0.1:1"),
        ("[::1]:1,[fe80::2]:2", "ipv6:[::1]:1,[fe80::2]:2"),
        ("[::1]:1,10.0.0.2:2", "ipv6:[::1]:1,[::ffff:10.0.0.2]:2"),
    ],
)
def test_the_target_holds_them_all(given: str, target: str) -> None:
    assert target_for(read_addresses(given)) == target


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("127.0.0.1:1", True),
        ("127.9.9.9:1", True),
        ("[::1]:1", True),
        ("localhost:1", True),
        ("unix:/run/x", True),
        ("localhost.example:1", False),
        ("127.example:1", False),
        ("10.0.0.1:1", False),
    ],
)
def test_this_machine_is_told_from_others(address: str, *, expected: bool) -> None:
    assert read_addresses(address)[0].on_this_machine is expected
