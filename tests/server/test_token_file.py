"""The file with the tokens is read strictly, says all that is wrong with it, and repeats nothing secret."""

from __future__ import annotations

import datetime
import hashlib
import re

import pytest

from carnegie_server.security import FaultyFile, token_command
from carnegie_server.security.rates import Rate
from carnegie_server.security.scopes import Scope, needed_scope
from carnegie_server.security.token_file import read_tokens
from carnegie_server.security.tokens import Token, Tokens, new_token
from carnegie_server.server import SERVICES

BURST = 20
SHA256_OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # FIPS 180-2, appendix B.1
OTHER = "00" * 32


def entry(**changes: str) -> str:
    values = {"name": '"site"', "sha256": f'"{SHA256_OF_ABC}"', "scopes": '["solo"]', **changes}
    return "[[token]]\n" + "".join(f"{key} = {value}\n" for key, value in values.items())


def only(text: str) -> Token:
    (token,) = read_tokens(text, BURST)
    return token


def faults(text: str) -> list[str]:
    with pytest.raises(FaultyFile) as fault:
        read_tokens(text, BURST)
    return list(fault.value.faults)


def test_an_entry() -> None:
    token = only(entry())
    assert (token.name, token.digest.hex(), set(token.scopes)) == ("site", SHA256_OF_ABC, {Scope.SOLO})
    assert (token.rate, token.max_concurrent, token.expires) == (None, None, None)


def test_an_entry_with_everything() -> None:
    token = only(
        entry(
            scopes='["analysis", "solo"]',
            rate="0.5",
            burst="3",
            max_concurrent="2",
            expires="2030-01-01T00:00:00+01:00",
        )
    )
    assert token.scopes == {Scope.ANALYSIS, Scope.SOLO}
    assert (token.rate, token.max_concurrent) == (Rate(0.5, 3), 2)
    assert token.expires == datetime.datetime(2029, 12, 31, 23, tzinfo=datetime.UTC)


def test_a_rate_without_a_burst_has_that_of_the_settings() -> None:
    assert only(entry(rate="5")).rate == Rate(5.0, BURST)


def test_nobody_and_half_a_file_are_told_apart() -> None:
    assert len(read_tokens("token = []", BURST)) == 0
    assert faults("") == ["token: found nothing, allowed tables [[token]]"]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (entry(name='"a b"'), "token[0].name"),
        (entry(name='"a\\nb"'), "token[0].name"),
        (entry(name='""'), "token[0].name"),
        (entry(name="1"), "token[0].name"),
        (entry(sha256='"abc"'), "token[0].sha256"),
        (entry(sha256="1"), "token[0].sha256"),
        (entry(scopes='["everything"]'), "token[0].scopes"),
        (entry(scopes='"solo"'), "token[0].scopes"),
        (entry(scopes="[1]"), "token[0].scopes"),
        (entry(rate="0"), "token[0].rate"),
        (entry(rate="nan"), "token[0].rate"),
        (entry(rate="inf"), "token[0].rate"),
        (entry(rate="true"), "token[0].rate"),
        (entry(rate="1", burst="0"), "token[0].burst"),
        (entry(rate="1", burst="1.5"), "token[0].burst"),
        (entry(burst="5"), "token[0].burst"),
        (entry(max_concurrent="0"), "token[0].max_concurrent"),
        (entry(expires="2030-01-01T00:00:00"), "token[0].expires"),
        (entry(expires="2030-01-01"), "token[0].expires"),
        (entry(expires='"never"'), "token[0].expires"),
        (entry(admin="true"), "token[0].admin"),
        ("tokens = []\n" + entry(), "tokens"),
        (entry() + entry(sha256=f'"{OTHER}"'), "token[1].name"),
        (entry() + entry(name='"other"'), "token[1].sha256"),
    ],
)
def test_what_is_wrong(text: str, path: str) -> None:
    (fault,) = faults(text)
    assert re.fullmatch(rf"{re.escape(path)}: found .+, allowed .+", fault, re.DOTALL)


def test_everything_that_is_wrong_is_said_at_once_and_no_secret() -> None:
    token = new_token()
    said = faults(entry(name="1", sha256=f'"{token}"', scopes="1") + entry(rate="0"))
    assert [fault.partition(":")[0] for fault in said] == [
        "token[0].name",
        "token[0].sha256",
        "token[0].scopes",
        "token[1].rate",
    ]
    assert token not in "".join(said)
    assert token not in "".join(faults(f"{token}\n"))
    assert token not in "".join(faults(f"= '{token}'\n"))


def test_a_token_is_found_by_what_it_is_and_nothing_else() -> None:
    tokens = read_tokens(entry(), BURST)
    found = tokens.find("abc")
    assert found is not None
    assert found.name == "site"
    assert [tokens.find(text) for text in ("ab", "abcd", "ABC", "", SHA256_OF_ABC, "\udcff", "é")] == [
        None
    ] * 7


def test_all_entries_are_compared_wherever_the_token_is(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []

    def count(one: bytes, other: bytes) -> bool:
        compared.append(one)
        return one == other

    monkeypatch.setattr("hmac.compare_digest", count)
    wanted = Token("wanted", hashlib.sha256(b"abc").digest())
    others = tuple(Token(f"other-{number}", bytes([number]) * 32) for number in range(3))
    for entries in ((wanted, *others), (*others, wanted), others):
        compared.clear()
        Tokens(entries).find("abc")
        assert len(compared) == len(entries)


def test_no_representation_shows_what_is_kept_of_a_token() -> None:
    token = only(entry())
    assert SHA256_OF_ABC not in repr(token)
    assert repr(token.digest) not in repr(token)
    assert "site" in repr(token)


def test_every_service_says_which_scope_it_needs() -> None:
    needed = {
        service.name: needed_scope(f"/{service.full_name}/{method.name}")
        for service in SERVICES
        for method in service.methods
    }
    assert needed == {
        "AdvisorService": Scope.ANALYSIS,
        "RulesService": Scope.SOLO,
        "SoloService": Scope.SOLO,
        "GameStoreService": Scope.GAMES,
        "ReviewService": Scope.ANALYSIS,
        "InfoService": None,
    }
    with pytest.raises(KeyError):
        needed_scope("/carnegie.v1.OtherService/Call")


def test_a_new_token_and_its_entry_belong_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert token_command.main(["new", "--name", "site", "--scopes", "analysis,solo", "--days", "30"]) == 0
    printed = capsys.readouterr().out
    token, _, text = printed.partition("\n")
    assert printed.count(token) == 1
    assert re.fullmatch(r"carnegie_[A-Za-z0-9_-]{43}", token)
    (made,) = read_tokens(text, BURST)
    assert (made.name, set(made.scopes)) == ("site", {Scope.ANALYSIS, Scope.SOLO})
    assert made.digest == hashlib.sha256(token.encode()).digest()
    assert made.expires is not None
    left = made.expires - datetime.datetime.now(datetime.UTC)
    assert datetime.timedelta(days=30, seconds=-60) < left <= datetime.timedelta(days=30)


def test_no_two_new_tokens_are_the_same() -> None:
    assert len({new_token() for _ in range(1_000)}) == 1_000


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["new"],
        ["new", "--name=site"],
        ["new", "--name=a b", "--scopes=solo"],
        ["new", "--name=site", "--scopes=all"],
        ["new", "--name=site", "--scopes="],
        ["new", "--name=site", "--scopes=solo", "--days=0"],
        ["new", "--name=site", "--scopes=solo", "--days=soon"],
    ],
)
def test_the_command_is_strict(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        token_command.main(arguments)
    assert exit_.value.code == 2
    assert capsys.readouterr().out == ""


def test_a_token_in_a_wrong_place_is_not_repeated() -> None:
    secret = new_token()
    found = faults(entry(sha256=f'"{secret}"', scopes=f'["{secret}"]', rate=f'"{secret}"', **{secret: "1"}))
    assert len(found) == 4
    assert all(secret not in fault for fault in found)
    assert any("what looks like a token" in fault for fault in found)


@pytest.mark.parametrize(
    "text",
    [
        "token = " + "[" * 5_000,
        "x = " + "{a=" * 3_000,
        entry(rate="9" * 400),
        entry(rate="1", burst="9" * 400),
        entry(rate="9" * 5_000),
        entry(max_concurrent="-" + "9" * 400),
    ],
)
def test_what_no_reader_takes_is_a_fault_like_others(text: str) -> None:
    assert faults(text)
