"""The asynchronous client: the methods of `Client` as coroutines."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from typing import Unpack

from carnegie.v1.advisor_pb2 import AnalyzeResponse, EvaluatePlanResponse, SuggestResponse
from carnegie.v1.games_pb2 import (
    DeleteGameResponse,
    ListGamesResponse,
    LoadGameResponse,
    SaveGameResponse,
)
from carnegie.v1.review_pb2 import ReviewGameResponse
from carnegie.v1.rules_pb2 import (
    ApplyPlanResponse,
    GetComponentsResponse,
    ListLegalStepsResponse,
    NewGameResponse,
    ReadStepsResponse,
    ReplayRecordResponse,
    ScorePositionResponse,
    ValidateComponentsResponse,
    ValidatePositionResponse,
)
from carnegie.v1.solo_pb2 import NewSoloGameResponse, PlayAndrewResponse
from carnegie_client import advisor_calls, game_calls, review_calls, saved_game_calls
from carnegie_client.async_session import AsyncSession
from carnegie_client.batch import AsyncQuestions as Questions
from carnegie_client.batch import BatchAnswer
from carnegie_client.batch_requests import AsyncBatchRequests, batch_call
from carnegie_client.call_options import (
    BatchOptions,
    CallOptions,
    ListOptions,
    NewGameOptions,
    NewSoloGameOptions,
    PositionOptions,
    ReplayOptions,
    ReviewOptions,
    SearchOptions,
    SuggestOptions,
)
from carnegie_client.messages import JsonLike, PositionLike, RecordLike, SavedGameLike, StepLike


class AsyncClient(AsyncSession):
    """A connection to the service for programs with asyncio, to be used in an `async with` statement or closed.

    Its methods are those of `Client`, with the same parameters and errors; it belongs to one event loop, in which any
    number of calls may be under way. A task that is cancelled cancels its call.

    Parameters
    ----------
    address, options
        As for `Client`.

    Raises
    ------
    ValueError
        If an address or an option is not what it can be.

    Examples
    --------
    >>> async with AsyncClient("localhost:50051") as client:  # doctest: +SKIP
    ...     async for answer in client.analyze({"players": [{}, {}]}, time_limit=2.0):
    ...         print(answer.suggestion.lines[0].gain)
    """

    async def suggest(
        self,
        position: PositionLike,
        *,
        on_metadata: Callable[[Mapping[str, str]], None] | None = None,
        **options: Unpack[SuggestOptions],
    ) -> SuggestResponse:
        """As `Client.suggest`."""
        return await self._ask(advisor_calls.suggest_call(position, on_metadata=on_metadata, **options))

    def analyze(
        self, position: PositionLike, **options: Unpack[SuggestOptions]
    ) -> AsyncGenerator[AnalyzeResponse, None]:
        """As `Client.analyze`.

        Python closes an asynchronous iterator that is left early only some time later; `contextlib.aclosing` does at
        once, and so ends the search.
        """
        return self._follow(advisor_calls.analyze_call(position, **options), advisor_calls.is_analysis)

    def analyze_batch(
        self, questions: Questions, **options: Unpack[BatchOptions]
    ) -> AsyncGenerator[BatchAnswer, None]:
        """As `Client.analyze_batch`; the questions may also be an asynchronous iterable.

        A plain one is taken from in the event loop and should not wait. Leaving the iterator early: as for `analyze`.
        """
        return self._follow_batch(batch_call(**options), AsyncBatchRequests(questions))

    async def evaluate(
        self,
        position: PositionLike,
        steps: Iterable[StepLike] | str | bytes,
        **options: Unpack[SearchOptions],
    ) -> EvaluatePlanResponse:
        """As `Client.evaluate`."""
        return await self._ask(advisor_calls.evaluate_call(position, steps, **options))

    async def validate(
        self, position: PositionLike, **options: Unpack[PositionOptions]
    ) -> ValidatePositionResponse:
        """As `Client.validate`."""
        return await self._ask(game_calls.validate_call(position, **options))

    async def apply(
        self,
        position: PositionLike,
        steps: Iterable[StepLike] | str | bytes,
        **options: Unpack[PositionOptions],
    ) -> ApplyPlanResponse:
        """As `Client.apply`."""
        return await self._ask(game_calls.apply_call(position, steps, **options))

    async def legal_steps(
        self, position: PositionLike, **options: Unpack[PositionOptions]
    ) -> ListLegalStepsResponse:
        """As `Client.legal_steps`."""
        return await self._ask(game_calls.legal_steps_call(position, **options))

    async def read_steps(
        self, position: PositionLike, text: str, **options: Unpack[PositionOptions]
    ) -> ReadStepsResponse:
        """As `Client.read_steps`."""
        return await self._ask(game_calls.read_steps_call(position, text, **options))

    async def score(
        self, position: PositionLike, **options: Unpack[PositionOptions]
    ) -> ScorePositionResponse:
        """As `Client.score`."""
        return await self._ask(game_calls.score_call(position, **options))

    async def new_game(self, seed: int, **options: Unpack[NewGameOptions]) -> NewGameResponse:
        """As `Client.new_game`."""
        return await self._ask(game_calls.new_game_call(seed, **options))

    async def replay(self, record: RecordLike, **options: Unpack[ReplayOptions]) -> ReplayRecordResponse:
        """As `Client.replay`."""
        return await self._ask(game_calls.replay_call(record, **options))

    def review_game(
        self, record: RecordLike, **options: Unpack[ReviewOptions]
    ) -> AsyncGenerator[ReviewGameResponse, None]:
        """As `Client.review_game`; closing the iterator before its end gives the review up."""
        return self._follow(review_calls.review_call(record, **options), review_calls.is_review)

    async def new_solo_game(self, seed: int, **options: Unpack[NewSoloGameOptions]) -> NewSoloGameResponse:
        """As `Client.new_solo_game`."""
        return await self._ask(game_calls.new_solo_game_call(seed, **options))

    async def play_andrew(
        self, position: PositionLike, **options: Unpack[PositionOptions]
    ) -> PlayAndrewResponse:
        """As `Client.play_andrew`."""
        return await self._ask(game_calls.play_andrew_call(position, **options))

    async def components(self, **options: Unpack[CallOptions]) -> GetComponentsResponse:
        """As `Client.components`."""
        return await self._ask(game_calls.components_call(**options))

    async def validate_components(
        self, components: JsonLike, **options: Unpack[CallOptions]
    ) -> ValidateComponentsResponse:
        """As `Client.validate_components`."""
        return await self._ask(game_calls.validate_components_call(components, **options))

    async def list_games(self, **options: Unpack[ListOptions]) -> ListGamesResponse:
        """As `Client.list_games`."""
        return await self._ask(saved_game_calls.list_games_call(**options))

    async def save_game(
        self, game: SavedGameLike, expected_version: int = 0, **options: Unpack[CallOptions]
    ) -> SaveGameResponse:
        """As `Client.save_game`."""
        return await self._ask(saved_game_calls.save_game_call(game, expected_version, **options))

    async def load_game(self, game_id: str, **options: Unpack[CallOptions]) -> LoadGameResponse:
        """As `Client.load_game`."""
        return await self._ask(saved_game_calls.load_game_call(game_id, **options))

    async def delete_game(
        self, game_id: str, expected_version: int, **options: Unpack[CallOptions]
    ) -> DeleteGameResponse:
        """As `Client.delete_game`."""
        return await self._ask(saved_game_calls.delete_game_call(game_id, expected_version, **options))
