"""What the tracks, tabs and Missions are worth at the end of a turn with study points."""

from __future__ import annotations

from collections.abc import Mapping

from ortools.sat.python import cp_model

from carnegie_solver.components import Components, ProjectType, Region
from carnegie_solver.decisions.construction.ladder import Ladder, rises
from carnegie_solver.decisions.construction.missions import Missions
from carnegie_solver.decisions.program import Program, total
from carnegie_solver.rules import Player
from carnegie_solver.valuation import Outlook


class StudyValues:
    """Adds what is worth more than before to a program's gain, by the rungs climbed in the last stage."""

    def __init__(
        self, program: Program, components: Components, outlook: Outlook, player: Player, last: int
    ) -> None:
        self._program = program
        self._components = components
        self._outlook = outlook
        self._player = player
        self._last = last

    def add(
        self, tracks: Mapping[Region, Ladder], tabs: Mapping[ProjectType, Ladder], missions: Missions
    ) -> None:
        """Add the worth of everything."""
        for region, track in tracks.items():
            self._add_track(region, track)
            self._add_missions(region, track, missions)
        for kind, tab in tabs.items():
            self._add_tab(kind, tab)

    def _add_track(self, region: Region, track: Ladder) -> None:
        """Add the worth of the space on which a disk stands in the end, to the Missions of earlier turns as well."""
        outlook, player = self._outlook, self._player
        first = player.transport[region]
        worth = [
            outlook.transport(region, space) + player.missions[region] * outlook.mission(region, space)
            for space in range(first, first + track.rungs + 1)
        ]
        self._program.gains(track.amount(self._last, worth) - worth[0], max(worth) - worth[0])

    def _add_tab(self, kind: ProjectType, ladder: Ladder) -> None:
        """Add the worth of the spaces revealed, the disks on them left out."""
        outlook, tab = self._outlook, self._player.tabs[kind]
        certain = 0
        worth = [outlook.tab_ahead(kind, tab.side, tab.pulled)]
        spaces = self._components.tab(kind, tab.side).spaces[tab.pulled + 1 :]
        for slid, space in enumerate(spaces[: ladder.rungs], start=1):
            certain += 100 * space.vp + outlook.raised_limits(space.raise_by)
            worth.append(certain + outlook.tab_ahead(kind, tab.side, tab.pulled + slid))
        self._program.gains(ladder.summed(self._last, rises(worth)), max(worth) - worth[0])

    def _add_missions(self, region: Region, track: Ladder, missions: Missions) -> None:
        """Add the worth of the Missions of this turn, at the space on which the region's disk stands in the end."""
        program, most = self._program, missions.most
        sent = missions.in_region(region)
        first = self._player.transport[region]
        worth = [self._outlook.mission(region, first + rungs) for rungs in range(track.rungs + 1)]
        if len(set(worth)) == 1:
            program.gains(worth[0] * sent, worth[0] * most)
            return
        counts = [program.integer(0, most, f"region{region}_sent{rungs}") for rungs in range(len(worth))]
        program.model.add(total(counts) == sent)
        for rungs, count in enumerate(counts):
            program.model.add(count <= most * track.at(self._last, rungs))
        program.gains(cp_model.LinearExpr.weighted_sum(counts, worth), max(worth) * most)
