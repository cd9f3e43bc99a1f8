"""Standing employees up (rules 8 and 17.23)."""

from __future__ import annotations

from collections.abc import Iterator

from models.naive_game.company import is_staffed
from models.naive_game.printed import LABELS, workstation_costs
from models.naive_game.table import Json, Table, copied, decider, new_turn


def stand_up(table: Table) -> Iterator[tuple[Json, Table]]:
    """Stand an employee up at a free workstation."""
    if table["phase"] not in ("STANDING_UP", "SETUP_STANDING_UP"):
        return
    player = decider(table)
    for label in LABELS:
        space = player["spaces"][label]
        for number, cost in enumerate(workstation_costs(space["department"]), start=1):
            if not space["lying"] or number in space["standing"]:
                continue
            for payroll, dollars, points in _prices(table, cost):
                if dollars > player["money"] or (points < 0 and player["vp"] < 1):
                    continue
                after = copied(table)
                person = decider(after)
                person["money"] -= dollars
                person["vp"] += points
                person["spaces"][label]["lying"] -= 1
                person["spaces"][label]["standing"].append(number)
                if space["department"] == "Payroll Management":
                    after["turn"] = new_turn() | {"payroll stood up": True}
                yield {"standUp": {"space": label, "workstation": number, **payroll}}, after


def _prices(table: Table, cost: int) -> Iterator[tuple[Json, int, int]]:
    """Give what a step says of Payroll Management, the dollars, and the VP gained."""
    yield {}, cost, 0
    just_stood_up = table["turn"] is not None and table["turn"]["payroll stood up"]
    if is_staffed(decider(table), "Payroll Management") and not just_stood_up:
        yield {"payroll": "PAYROLL_BONUS"}, cost + 2, 1
        yield {"payroll": "PAYROLL_CUT"}, 1, -1
