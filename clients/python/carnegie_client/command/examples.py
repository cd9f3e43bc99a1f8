"""An example of each subcommand, for its help."""

from __future__ import annotations

from typing import Final

EXAMPLES: Final = {
    "suggest": "carnegie suggest position.json --lines 3 --time-limit 2",
    "analyze": "carnegie analyze position.json --time-limit 30 --lines 3",
    "explain": "carnegie explain position.json --work-limit 1",
    "evaluate": "carnegie evaluate position.json --steps plan.json",
    "validate": "carnegie validate position.json",
    "apply": "carnegie apply position.json --steps plan.json --json",
    "legal": "carnegie legal position.json",
    "score": "carnegie score position.json",
    "new": "carnegie new --solo 2 --seed 5",
    "play": "carnegie play --seed 5 --level 2 --record game.json",
    "replay": "carnegie replay game.json --at 120",
    "review": "carnegie review record.json --plot margin.png",
    "andrew": "carnegie andrew position.json",
    "bench": "carnegie bench position.json --calls 20 --work-limit 1",
    "completion": "source <(carnegie completion bash)",
    "health": "carnegie health --server localhost:50051",
    "version": "carnegie version --server localhost:50051",
}
"""By the name of the subcommand."""


def example(name: str, more: str = "") -> str:
    """Give what stands below the options in a subcommand's help: its example, and more about its options."""
    return f"Example: {EXAMPLES[name]}\n\n{more}".strip()
