"""Random placement problems of the game's size, for tests and for the benchmark."""

from __future__ import annotations

import random

from carnegie_solver.decisions.placement.problem import Option, PlacementProblem

COLUMNS = 4
LOBBY = 16
DEPARTMENTS = range(16)

# A 4 x 4 grid of spaces and a Lobby below its middle two columns.
COMPANY_EDGES: tuple[tuple[int, int], ...] = (
    *((space, space + 1) for space in DEPARTMENTS if space % COLUMNS < COLUMNS - 1),
    *((space, space + COLUMNS) for space in DEPARTMENTS if space < LOBBY - COLUMNS),
    (13, LOBBY),
    (14, LOBBY),
)


def full_size_problem(source: random.Random, moves: int) -> PlacementProblem:
    """A problem on the Company graph: 10 to 14 employees, Departments with desks that cost $0 to $3.

    Parameters
    ----------
    source
        The random numbers.
    moves
        The bound on steps.
    """
    total = source.randint(10, 14)
    built = set(source.sample(DEPARTMENTS, source.randint(5, 10)))
    desks = [source.randint(1, 4) if space in built else 0 for space in range(17)]
    standing = [0] * 17
    employees = [0] * 17
    for _ in range(total):
        space = source.choice([*sorted(built), LOBBY, LOBBY, source.choice(DEPARTMENTS)])
        employees[space] += 1
        if standing[space] < desks[space] and source.random() < 0.6:
            standing[space] += 1
    options = tuple(
        _space_options(
            source, desks[space], standing[space], total, space in DEPARTMENTS and space not in built
        )
        for space in range(17)
    )
    return PlacementProblem(
        employees=tuple(employees),
        edges=COMPANY_EDGES,
        options=options,
        moves=moves,
        money=money_table(source, source.randint(0, 20)),
    )


def _space_options(
    source: random.Random, desks: int, standing: int, total: int, building_space: bool
) -> tuple[Option, ...]:
    """A space's options: any number on it, any possible number of them stood up at the cheapest desks."""
    costs = sorted(source.randint(0, 3) for _ in range(desks))
    worth_standing = [0]
    for _ in range(desks):
        worth_standing.append(worth_standing[-1] + source.randint(20, 350))
    worth_lying = source.randint(-10, 40)
    first = source.randint(0, 80) if building_space else 0
    options: list[Option] = []
    for employees in range(total + 1):
        still_standing = min(standing, employees)
        lying_only = worth_lying * employees + (first if employees else 0)
        options.extend(
            Option(
                employees,
                lying_only + worth_standing[stood] - worth_lying * stood,
                sum(costs[: stood - still_standing]),
            )
            for stood in range(still_standing, min(desks, employees) + 1)
        )
    return tuple(options)


def money_table(source: random.Random, most: int) -> tuple[int, ...]:
    """What spending 0 to `most` dollars is worth: nothing, a steady rate, VP per full $5, or any numbers."""
    kind = source.randrange(4)
    if kind == 0:
        return (0,) * (most + 1)
    if kind == 1:
        rate = source.randint(10, 60)
        return tuple(-rate * spent for spent in range(most + 1))
    if kind == 2:
        rest = source.randint(0, 4)
        return tuple(200 * ((most + rest - spent) // 5) for spent in range(most + 1))
    return tuple(source.randint(-300, 100) for _ in range(most + 1))


def small_problem(source: random.Random) -> PlacementProblem:
    """A problem that brute force can solve: up to 6 spaces on any graph, connected or not, any worths."""
    spaces = source.choice([1, 2, 3, 4, 4, 5, 5, 6])
    total = source.choice([0, 2, 3, 4, 5, 5])
    density = source.choice([0.0, 0.4, 0.6, 0.8])
    edges = [
        (a, b) if source.random() < 0.5 else (b, a)
        for a in range(spaces)
        for b in range(a + 1, spaces)
        if source.random() < density
    ]
    source.shuffle(edges)
    employees = [0] * spaces
    for _ in range(total):
        employees[source.randrange(spaces)] += 1
    spread = source.choice([2, 20, 400])
    costs = source.choice([0, 1, 3])
    options = []
    combinations = 1
    for space in range(spaces):
        kept = [Option(employees[space], source.randint(-spread, spread))]
        room = max(1, min(6, 9000 // combinations))
        kept.extend(
            Option(
                source.randint(0, source.choice([2, total + 1])),
                source.randint(-spread, spread),
                source.randint(0, costs),
            )
            for _ in range(source.randint(min(2, room - 1), room - 1))
        )
        source.shuffle(kept)
        combinations *= len(kept)
        options.append(tuple(kept))
    money = money_table(source, source.choice([0, 1, 3, 8]))
    scale = source.choice([1, 10, 100])
    return PlacementProblem(
        employees=tuple(employees),
        edges=tuple(edges),
        options=tuple(options),
        moves=source.choice([0, 1, 1, 2, 2, 3, 4, 6, 40]),
        money=tuple(worth // scale for worth in money),
    )
