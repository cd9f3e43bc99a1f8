"""Whether to use the Action Choice tile: the best turns in every action, the tile's VP counted [public]."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from msgspec.structs import replace

from carnegie_solver.components import Components
from carnegie_solver.decisions.answer import Answer, Choice, Solve, Statistics
from carnegie_solver.decisions.outcomes import outcome
from carnegie_solver.limits import Limit, any_reached
from carnegie_solver.rules import Position, apply
from carnegie_solver.rules.steps import ChangeAction, SellGoods
from carnegie_solver.rules.timeline import legal_action_changes
from carnegie_solver.valuation import Outlook, worth


class WithActionChoice:
    """Solves a turn whose action can still be changed: each action by itself, the plans put in order together.

    Parameters
    ----------
    solves
        How a turn of each action is solved, by the action's name.
    """

    def __init__(self, solves: Mapping[str, Solve]) -> None:
        self._solves = solves

    def __call__(
        self, components: Components, outlook: Outlook, position: Position, limit: Limit, count: int = 1
    ) -> Answer:
        """Find the best plans of all actions."""
        assert position.turn is not None
        assert position.turn.action is not None
        changes = [
            step
            for step in legal_action_changes(components, position)
            if outlook.restrictions.permits(components, position, step)
        ]
        solve = self._solves[position.turn.action.name]
        answers = [solve(components, outlook, position, limit.share(1 + len(changes)), count)]
        for number, step in enumerate(changes):
            left = limit.after(sum(answer.statistics.work for answer in answers))
            share = left.share(len(changes) - number)
            answers.append(self._changed(components, outlook, position, step, share, count))
        choices = _merged(components, position, answers, count)
        statistics = Statistics(
            "ACTIONS",
            work=sum(answer.statistics.work for answer in answers),
            nodes=sum(answer.statistics.nodes for answer in answers),
            flows=sum(answer.statistics.flows for answer in answers),
        )
        return Answer(choices, any_reached(answer.limit_reached for answer in answers), statistics)

    def _changed(
        self,
        components: Components,
        outlook: Outlook,
        position: Position,
        step: ChangeAction,
        limit: Limit,
        count: int,
    ) -> Answer:
        """Give the answer of another action, as seen from before the change."""
        changed = apply(components, position, step)
        lost = worth(components, outlook, changed.decider) - worth(components, outlook, position.decider)
        answer = self._solves[step.action.name](components, outlook, changed, limit, count)
        choices = tuple(
            replace(
                choice,
                plan=replace(choice.plan, steps=(step, *choice.plan.steps)),
                gain=choice.gain + lost,
                bound=choice.bound + lost,
            )
            for choice in answer.choices
        )
        return replace(answer, choices=choices)


def _merged(
    components: Components, position: Position, answers: list[Answer], count: int
) -> tuple[Choice, ...]:
    """Put the plans of several answers in order; of plans with the same outcome the first one stays.

    What an answer's next plan could gain bounds what it leaves open, so a plan is proved only where no answer's next
    one could gain more; an answer that a limit has cut short leaves open what its last plan does.
    """
    heads = [0] * len(answers)
    merged: list[Choice] = []
    seen: set[Hashable] = set()
    while len(merged) < count:
        left = [number for number, answer in enumerate(answers) if heads[number] < len(answer.choices)]
        if not left:
            break
        following = max(left, key=lambda number: answers[number].choices[heads[number]].gain)
        choice = answers[following].choices[heads[following]]
        bound = max(
            answer.choices[min(head, len(answer.choices) - 1)].bound
            for answer, head in zip(answers, heads, strict=True)
            if head < len(answer.choices) or answer.limit_reached is not None
        )
        heads[following] += 1
        key = _outcome(components, position, choice)
        if key not in seen:
            seen.add(key)
            merged.append(replace(choice, bound=bound))
    return tuple(merged)


def _outcome(components: Components, position: Position, choice: Choice) -> Hashable:
    after, sold = position, 0
    for step in choice.plan.steps[:-1]:
        after = apply(components, after, step)
        sold += step.count if isinstance(step, SellGoods) else 0
    return outcome(components, position, after, sold)
