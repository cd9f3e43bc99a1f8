"""Tables of components as a user would write his own, and what is said of them."""

from __future__ import annotations

import json
from copy import deepcopy
from importlib import resources
from typing import Any

import pytest

from carnegie_solver.components import InvalidComponents, load_components
from carnegie_solver.faults import Fault

PRINTED = json.loads(
    resources.files("carnegie_solver.components").joinpath("carnegie.json").read_text(encoding="utf-8")
)


def table(name: str) -> dict[str, Any]:
    """Give a copy of a printed table as a user would begin his own, without its source."""
    copied = deepcopy(PRINTED[name])
    del copied["source"]
    assert isinstance(copied, dict)
    return copied


def faults_of(replacements: object) -> tuple[Fault, ...]:
    """Give the faults for which tables are refused."""
    with pytest.raises(InvalidComponents) as caught:
        load_components(replacements)
    return caught.value.faults
