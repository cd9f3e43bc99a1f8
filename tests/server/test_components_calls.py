"""ValidateComponents finds every fault of component tables, or tells what would be in force with them."""

from __future__ import annotations

import json
from typing import Any

import grpc
import pytest

from carnegie.v1 import rules_pb2, rules_pb2_grpc
from carnegie_solver.components import load_components

FOUND = {"OUT_OF_RANGE", "NOT_REPLACEABLE", "UNKNOWN_FIELD"}


@pytest.fixture(scope="module")
def rules(channel: grpc.Channel) -> rules_pb2_grpc.RulesServiceStub:
    return rules_pb2_grpc.RulesServiceStub(channel)


def check(rules: rules_pb2_grpc.RulesServiceStub, text: str) -> rules_pb2.ValidateComponentsResponse:
    return rules.ValidateComponents(rules_pb2.ValidateComponentsRequest(components_json=text))


def printed_tabs(rules: rules_pb2_grpc.RulesServiceStub) -> dict[str, Any]:
    """Give the tabs in force, with one more dollar on the first circle of the first side."""
    tables = json.loads(rules.GetComponents(rules_pb2.GetComponentsRequest()).components_json)
    tabs: dict[str, Any] = tables["project_tabs"]
    del tabs["source"]
    income = tabs["rows"][0]["spaces"][0]["income"]
    income["money"] = income.get("money", 0) + 1
    return tabs


def test_no_tables_leave_all_as_it_is(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    answer = check(rules, "")
    in_force = rules.GetComponents(rules_pb2.GetComponentsRequest())
    assert (answer.components_json, answer.components_digest) == (
        in_force.components_json,
        in_force.components_digest,
    )
    assert list(answer.assumed) == ["company_board", "project_tabs", "bidding"]
    assert check(rules, "{}") == answer


def test_a_table_takes_the_place_of_an_assumed_one(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    tabs = printed_tabs(rules)
    answer = check(rules, json.dumps({"project_tabs": tabs}))
    assert not answer.faults
    assert list(answer.assumed) == ["company_board", "bidding"]
    before = json.loads(rules.GetComponents(rules_pb2.GetComponentsRequest()).components_json)
    after = json.loads(answer.components_json)
    assert after.pop("project_tabs") == {**tabs, "source": "user"}
    del before["project_tabs"]
    assert after == before
    assert answer.components_digest == load_components({"project_tabs": tabs}).digest


def test_a_record_of_own_tables_has_this_digest(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    text = json.dumps({"project_tabs": printed_tabs(rules)})
    game = rules.NewGame(rules_pb2.NewGameRequest(seed=3))
    record = rules_pb2.GameRecord(
        components_digest=check(rules, text).components_digest,
        game=rules_pb2.RecordedSetup(seed=3),
        final_digest=game.position_digest,
    )
    replayed = rules.ReplayRecord(rules_pb2.ReplayRecordRequest(record=record, components_json=text))
    assert replayed.position_digest == game.position_digest


def test_all_faults_come_at_once(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    tabs = printed_tabs(rules)
    tabs["rows"][0]["advance_costs"][0] = 100
    tabs["rows"][1]["sides"] = "A"
    answer = check(rules, json.dumps({"project_tabs": tabs, "cities": {}}))
    assert not answer.components_json
    assert not answer.components_digest
    assert not answer.assumed
    found = {fault.path: fault for fault in answer.faults}
    assert set(found) == {"project_tabs.rows[0].advance_costs[0]", "project_tabs.rows[1].sides", "cities"}
    cost = found["project_tabs.rows[0].advance_costs[0]"]
    assert (cost.found, cost.reason) == ("100", "OUT_OF_RANGE")
    assert cost.allowed
    assert {fault.reason for fault in answer.faults} == FOUND


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "NOT_JSON"),
        ("[]", "WRONG_TYPE"),
        ('{"setup": {}, "setup": {}}', "DUPLICATE_FIELD"),
        ('{"\\ud800": 1}', "INVALID_TEXT"),
    ],
)
def test_a_text_that_cannot_be_read(rules: rules_pb2_grpc.RulesServiceStub, text: str, reason: str) -> None:
    assert reason in {fault.reason for fault in check(rules, text).faults}


def test_very_many_faults_are_cut_short(rules: rules_pb2_grpc.RulesServiceStub) -> None:
    answer = check(rules, json.dumps({f"table {number}": {} for number in range(2_000)}))
    assert len(answer.faults) == 1_001
    assert answer.faults[-1].reason == "TOO_MANY_FAULTS"
