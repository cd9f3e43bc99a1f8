"""Solo games for tests of what plays them."""

from __future__ import annotations

import json
from typing import Any

from google.protobuf import json_format

from carnegie.v1.rules_pb2 import GameRecord
from carnegie_client.solo_game import SoloGame


def play_decisions(game: SoloGame, count: int) -> None:
    """Accept suggestions for some decisions of the player, or until the game is over, and Andrew's turns after them."""
    while not game.over:
        if game.waits_for_andrew:
            game.play_andrew()
        elif count:
            game.accept(game.suggest(work_limit=1.0))
            count -= 1
        else:
            return


def as_json(record: GameRecord) -> Any:
    """Give a record as parsed JSON."""
    return json.loads(json_format.MessageToJson(record))
