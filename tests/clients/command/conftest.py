"""The command with a fake service, for all its tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from carnegie.v1 import advisor_pb2, info_pb2, rules_pb2
from carnegie.v1.advisor_pb2 import PlannedStep, ResourceChange, SuggestResponse
from carnegie.v1.position_pb2 import CompanySpace, Player
from carnegie.v1.steps_pb2 import StandUp, Step
from clients.command.command_line import Command
from clients.fake_service import FakeService


@pytest.fixture
def command(tmp_path: Path) -> Iterator[Command]:
    with FakeService() as fake:
        information = info_pb2.GetInfoResponse(version="9.9.9", components_digest="c" * 64)
        information.limits.max_time_limit.FromSeconds(5)
        information.limits.max_request_bytes = 1 << 20
        information.library_versions["ortools"] = "9.15"
        fake.information = information
        validation = rules_pb2.ValidatePositionResponse(position_digest="a" * 64)
        validation.position.round = 4
        validation.position.players.append(Player())
        validation.position.players[0].company.spaces.append(
            CompanySpace(space="c1", department="Construction")
        )
        fake.validation = validation
        fake.suggestion = SuggestResponse(
            position_digest="a" * 64,
            decision=advisor_pb2.DECISION_STANDING_UP,
            status=advisor_pb2.SUGGESTION_STATUS_PROVED_BEST,
            lines=[
                advisor_pb2.Line(
                    steps=[
                        PlannedStep(
                            step=Step(stand_up=StandUp(space="c1", workstation=2)),
                            change=ResourceChange(money=-1),
                        )
                    ]
                )
            ],
        )
        yield Command(fake, tmp_path)
