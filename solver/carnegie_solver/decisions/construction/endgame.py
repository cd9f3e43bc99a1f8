"""What Departments score at the end of the game by projects, in the program of Construction."""

from __future__ import annotations

from carnegie_solver.components import Components, Region
from carnegie_solver.decisions.closing import Score
from carnegie_solver.decisions.construction.sites import SiteCounts
from carnegie_solver.decisions.endgame import may_score
from carnegie_solver.decisions.program import LinearExpr, Program
from carnegie_solver.rules import Player
from carnegie_solver.rules.endgame import FewestProjects, MostProjects
from carnegie_solver.rules.projects import projects_in


def project_scores(
    program: Program, components: Components, player: Player, sites: SiteCounts
) -> dict[str, Score]:
    """Give what the own Departments that count projects by region score if they are staffed."""
    scores: dict[str, Score] = {}
    before = {region: projects_in(components, player, region) for region in Region}
    counts: dict[Region, LinearExpr] = {region: before[region] + sites.in_region(region) for region in Region}
    for name, rule, _ in may_score(player):
        if isinstance(rule, MostProjects):
            most = rule.vp * (max(before.values()) + sites.most)
            score = program.integer(0, most, f"score_{name}")
            counted = [program.boolean(f"counted_{region.name}") for region in Region]
            program.model.add_exactly_one(counted)
            for region, chosen in zip(Region, counted, strict=True):
                program.model.add(score <= rule.vp * counts[region]).only_enforce_if(chosen)
            scores[name] = score, most
        elif isinstance(rule, FewestProjects):
            most = rule.vp * (min(before.values()) + sites.most)
            score = program.integer(0, most, f"score_{name}")
            for region in Region:
                program.model.add(score <= rule.vp * counts[region])
            scores[name] = score, most
    return scores
