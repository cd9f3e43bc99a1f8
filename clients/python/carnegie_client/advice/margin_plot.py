"""The expected final margin by round as a picture; the only module that knows matplotlib, from the extra `plot`."""

from __future__ import annotations

import importlib.util
import io
from collections.abc import Sequence
from typing import Final

from carnegie.v1.review_pb2 import GameReview, ReviewedDecision
from carnegie_client.advice.words import victory_points

FORMATS: Final = ("png", "svg")
"""What pictures can be, which is also how their files are named."""

_INCHES: Final = (8.0, 4.5)
_DOTS_PER_INCH: Final = 120
_CENTI: Final = 100
_LAST_ROUND: Final = 20


def can_draw() -> bool:
    """Whether the extra `plot` is installed."""
    return importlib.util.find_spec("matplotlib") is not None


def margin_plot(review: GameReview, costliest: Sequence[ReviewedDecision], kind: str) -> bytes:
    """Draw the margin with its typical error, and where the costliest moves were.

    Parameters
    ----------
    review
        The review, with one margin at least.
    costliest
        Its costliest decisions.
    kind
        What to draw, one of `FORMATS`.

    Returns
    -------
    The content of the file: the same for the same review.
    """
    # Not above: it is an extra, and takes a second to load.
    import matplotlib as mpl  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    rounds = [margin.round for margin in review.margins]
    middle = [margin.margin / _CENTI for margin in review.margins]
    errors = [margin.typical_error / _CENTI for margin in review.margins]
    figure = Figure(figsize=_INCHES, dpi=_DOTS_PER_INCH, layout="constrained")
    axes = figure.add_subplot()
    low = [value - error for value, error in zip(middle, errors, strict=True)]
    high = [value + error for value, error in zip(middle, errors, strict=True)]
    axes.fill_between(rounds, low, high, alpha=0.2, linewidth=0, label="typical error")
    axes.plot(rounds, middle, marker="o", markersize=4, label="expected final margin")
    axes.axhline(0, color="black", linewidth=0.8)
    costs: dict[int, list[str]] = {}
    for decision in costliest:
        costs.setdefault(decision.round, []).append(victory_points(-decision.evaluation.gap))
    for number, (at, lost) in enumerate(costs.items()):
        label = "" if number else "costliest moves"
        axes.axvline(at, color="tab:red", linestyle=":", linewidth=1, label=label)
        above = ("data", "axes fraction")
        axes.annotate("\n".join(lost), (at, 1), xycoords=above, color="tab:red", ha="center", va="bottom")
    other = "Andrew" if review.HasField("andrew") else "the best other player"
    axes.set_xlim(0.5, _LAST_ROUND + 0.5)
    axes.set_xticks(range(1, _LAST_ROUND + 1))
    axes.set_xlabel("round")
    axes.set_ylabel(f"VP more than {other}")
    axes.legend()
    content = io.BytesIO()
    # Without its date, and with names that do not depend on chance, the same review gives the same file.
    with mpl.rc_context({"svg.hashsalt": "carnegie"}):
        figure.savefig(content, format=kind, metadata={"Date": None} if kind == "svg" else None)
    return content.getvalue()
