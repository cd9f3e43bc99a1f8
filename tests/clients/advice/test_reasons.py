"""Reasons are sentences: no code of the contract reaches the reader, whatever the service sends."""

from __future__ import annotations

import pytest

from carnegie.v1 import advisor_pb2
from carnegie.v1.advisor_pb2 import Binding, SuggestResponse, TermGap
from carnegie_client.advice.reasons import (
    binding_in_words,
    gaps_in_words,
    limit_name,
    unsaid,
    warning_in_words,
)


@pytest.mark.parametrize(
    ("means", "subject", "unit"),
    [
        (advisor_pb2.MEANS_MONEY, "", "dollar"),
        (advisor_pb2.MEANS_WORKSTATIONS, "Sales", "free workstation in Sales"),
        (advisor_pb2.MEANS_DISKS, "", "disk in the supply"),
        (advisor_pb2.MEANS_DISKS, "HOUSING", "Housing disk waiting to be built"),
        (advisor_pb2.MEANS_USES, "Sales", "employee who stands in Sales, with a use of it,"),
        (advisor_pb2.MEANS_EMPLOYEES_IN_SUPPLY, "", "employee in the supply"),
    ],
)
def test_bindings(means: advisor_pb2.Means.ValueType, subject: str, unit: str) -> None:
    said = binding_in_words(Binding(means=means, gain=125, subject=subject))
    assert said == f"One more {unit} would bring 1.25 VP beyond its own worth."


def test_every_means_and_limit_has_words() -> None:
    for name, means in advisor_pb2.Means.items():
        for subject in ("", "Sales"):
            said = binding_in_words(Binding(means=means, gain=1, subject=subject))
            assert ("does not know" in said) is (name == "MEANS_UNSPECIFIED")
    assert [limit_name(limit) for limit in advisor_pb2.LimitReason.values()] == [
        "",
        "the time limit",
        "the limit of work",
    ]


def test_gaps() -> None:
    gaps = [TermGap(name="money", gap=240), TermGap(name="goods", gap=-30), TermGap(name="vp", gap=100)]
    said = "Gives up 2.40 VP of money and 1.00 VP on the score track; gains 0.30 VP of goods."
    assert gaps_in_words(gaps) == said
    assert gaps_in_words(gaps[1:2]) == "Gains 0.30 VP of goods."
    others = TermGap(name="opponents", gap=513)
    assert gaps_in_words([others]) == "Leaves the others 5.13 VP more."
    others.gap = -513
    said = "Gives up 2.40 VP of money; leaves the others 5.13 VP less."
    assert gaps_in_words([others, gaps[0]]) == said
    assert gaps_in_words([]) == "Is worth the same, term by term."


def test_warnings() -> None:
    def said(reason: str, path: str) -> str:
        number = advisor_pb2.WarningReason.Value(f"WARNING_REASON_{reason}")
        return warning_in_words(advisor_pb2.Warning(reason=number, path=path, description="what it is"))

    assert said("CLAMPED", "threads") == "threads: what it is"
    assert said("ASSUMED_COMPONENT", "company_board") == "company_board"
    assert said("DEPARTMENT_NOT_USED", "position.players[0].company") == "what it is"
    assert said("CLAIM_REFUTED", "").endswith("please report it. (what it is)")


def test_what_a_limit_has_left_out_of_a_proved_answer() -> None:
    proved = SuggestResponse(status=advisor_pb2.SUGGESTION_STATUS_PROVED_BEST)
    assert list(unsaid(proved)) == []
    proved.limit_reason = advisor_pb2.LIMIT_REASON_WORK
    said = "The limit of work came before everything was said: there may be more plans or reasons."
    assert list(unsaid(proved)) == [said]
    (interrupted,) = unsaid(proved, interrupted=True)
    assert interrupted.startswith("The interrupt came before everything was said")
