"""Income and donation events, and Charitable Giving (rules 11, 12, 17.12 and 17.15)."""

from __future__ import annotations

from collections.abc import Iterator

from models.naive_game.beginnings import spend_use, usable
from models.naive_game.company import is_staffed, lay_down, lobbies, send
from models.naive_game.income import receive, transport_incomes
from models.naive_game.printed import DONATIONS, PROJECT_TYPES, REGIONS, circles
from models.naive_game.table import Json, Person, Table, copied, decider


def bring_home(table: Table) -> Iterator[tuple[Json, Table]]:
    """Bring an employee home from a Mission in the event's region."""
    if table["phase"] != "EVENT" or not table["events"][0].startswith("INCOME_"):
        return
    region = table["events"][0].removeprefix("INCOME_")
    player = decider(table)
    if not player["missions"][region]:
        return
    for lobby in lobbies(player):
        for where, income in transport_incomes(player, region):
            after = copied(table)
            decider(after)["missions"][region] -= 1
            lay_down(decider(after), lobby)
            receive(after, income, lobby)
            if not after["turn"]["brought home"]:
                after["turn"]["brought home"] = True
                _collect(after, lobby)
            yield {"bringHome": {"lobby": lobby, **where}}, after


def _collect(table: Table, lobby: str) -> None:
    """Collect the income of every project built, and note those that leave a choice (11.3, 11.4)."""
    for kind in PROJECT_TYPES:
        tab = decider(table)["tabs"][kind]
        for circle, income in enumerate(circles(kind, tab["side"])[: tab["built"]]):
            receive(table, income, lobby)
            if "choice" in income:
                table["turn"]["choices"].append((kind, circle))


def choose_income(table: Table) -> Iterator[tuple[Json, Table]]:
    """Choose a part of a project's income."""
    if table["phase"] != "EVENT":
        return
    player = decider(table)
    for kind, circle in table["turn"]["choices"]:
        parts = circles(kind, player["tabs"][kind]["side"])[circle]["choice"]
        for part, income in enumerate(parts):
            for lobby in lobbies(player):
                after = copied(table)
                after["turn"]["choices"].remove((kind, circle))
                receive(after, income, lobby)
                fields: Json = {"type": f"PROJECT_TYPE_{kind}", "lobby": lobby}
                if circle:
                    fields["circle"] = circle
                if part:
                    fields["part"] = part
                yield {"chooseIncome": fields}, after


def donate(table: Table) -> Iterator[tuple[Json, Table]]:
    """Make the donation of a donation event."""
    if table["phase"] != "EVENT" or table["events"][0] != "DONATION" or table["turn"]["donated"]:
        return
    if not _can_pay(decider(table)):
        return
    held = [name for player in table["players"] for name in player["donations"]]
    held += [*table["neutral donations"], *_donations_of_andrew(table)]
    for donation in DONATIONS:
        if donation not in held:
            after = _donated(table, donation)
            after["turn"]["donated"] = True
            yield {"donate": {"donation": donation}}, after


def give_charitably(table: Table) -> Iterator[tuple[Json, Table]]:
    """Make a donation by Charitable Giving, where another player has made one."""
    player = decider(table)
    others = [other for other in table["players"] if other is not player]
    held = {name for other in others for name in other["donations"]} | set(_donations_of_andrew(table))
    for label, name in usable(table, "RESEARCH_AND_DEVELOPMENT"):
        if name != "Charitable Giving" or not _can_pay(player):
            continue
        for donation in sorted(held - set(player["donations"])):
            for standing_at in sorted(player["spaces"][label]["standing"]):
                for region in REGIONS:
                    after = _donated(table, donation)
                    spend_use(after, label)
                    send(decider(after), label, standing_at, region)
                    mission = {"region": f"REGION_{region}", "standingAt": standing_at}
                    yield {"donate": {"donation": donation, "space": label, "mission": mission}}, after


def _donations_of_andrew(table: Table) -> list[str]:
    return [] if table["andrew"] is None else table["andrew"]["donations"]


def _cost(player: Person) -> int:
    """Give the dollars that the next donation costs (12.2)."""
    each = 3 if is_staffed(player, "Communications") else 5
    return each * (len(player["donations"]) + 1)


def _can_pay(player: Person) -> bool:
    return bool(player["disks"] and player["money"] >= _cost(player))


def _donated(table: Table, donation: str) -> Table:
    after = copied(table)
    player = decider(after)
    player["money"] -= _cost(player)
    player["disks"] -= 1
    player["donations"].append(donation)
    return after
