"""The questions of a batch, and the answers to them."""

from __future__ import annotations

from collections.abc import AsyncIterable, Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias, Unpack

from carnegie.v1.advisor_pb2 import BatchItem, SuggestResponse
from carnegie_client.advisor_calls import question_message
from carnegie_client.call_options import QuestionOptions
from carnegie_client.errors import CarnegieError
from carnegie_client.messages import PositionLike
from carnegie_proto.faults import Fault, MalformedJson

_LONGEST_ID: Final = 64


class MalformedQuestion(MalformedJson):
    """What a question of a batch is given is not the JSON form of a position or of a pattern.

    Attributes
    ----------
    id
        The id of the question.
    """

    def __init__(self, id_: str, faults: tuple[Fault, ...]) -> None:
        super().__init__(faults)
        self.id = id_

    def __str__(self) -> str:
        """Say which question it is, and each fault in a line."""
        return f"question {self.id!r}:\n{super().__str__()}"


class BatchQuestion:
    """A question of a batch, checked as far as that can be done before it is sent.

    Parameters
    ----------
    id_
        What the answer is to be known by: 1 to 64 characters, none of another question that is not answered yet.
    position
        The position, as for `suggest`.
    priority
        Questions of a higher one are begun first, -10 to 10; left out, -1, after calls of their own, whose is 0.
    progress
        Whether to be told better answers while the search goes on.
    options
        As for `suggest`, see `QuestionOptions`.

    Raises
    ------
    MalformedQuestion
        If the position's data or text is not the JSON form of a position, or a pattern's data not that of one.
    ValueError
        If the id cannot be one, the time limit is no finite number, or a number is too large or too small for the
        message.
    """

    __slots__ = ("item",)

    item: BatchItem
    """What is sent."""

    def __init__(
        self,
        id_: str,
        position: PositionLike,
        *,
        priority: int | None = None,
        progress: bool = False,
        **options: Unpack[QuestionOptions],
    ) -> None:
        if not 1 <= len(id_) <= _LONGEST_ID:
            raise ValueError(f"the id of a question: found {id_!r}, allowed 1 to {_LONGEST_ID} characters")
        try:
            question, _ = question_message(position, **options)
            self.item = BatchItem(id=id_, question=question, priority=priority, progress=progress)
        except MalformedJson as error:
            raise MalformedQuestion(id_, error.faults) from error
        except ValueError as error:
            raise ValueError(f"question {id_!r}: {error}") from error

    @property
    def id(self) -> str:
        """What the answer is known by."""
        return self.item.id


Questions: TypeAlias = Iterable[BatchQuestion]
"""Questions of a batch, taken one by one as the service has room for them."""

AsyncQuestions: TypeAlias = AsyncIterable[BatchQuestion] | Iterable[BatchQuestion]
"""The same for the asynchronous client, in whose event loop they are taken."""


@dataclass(frozen=True, slots=True)
class BatchAnswer:
    """What the service says to one question of a batch.

    Attributes
    ----------
    id
        The id of the question.
    final
        Whether this is its final answer, of which there is exactly one.
    suggestion
        The answer so far, or the final one; None where there is an error.
    error
        In the final answer to a question that failed: the exception that `suggest` would have raised.
    """

    id: str
    final: bool
    suggestion: SuggestResponse | None
    error: CarnegieError | None

    def result(self) -> SuggestResponse:
        """Give the suggestion.

        Raises
        ------
        CarnegieError
            The error, where the question failed.
        """
        if self.suggestion is None:
            raise self.error or ValueError(f"question {self.id!r}: neither a suggestion nor an error")
        return self.suggestion
