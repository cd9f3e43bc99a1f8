"""The client that waits for each answer: one method for each question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
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
from carnegie_client.batch import BatchAnswer, Questions
from carnegie_client.batch_requests import BatchRequests, batch_call
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
from carnegie_client.session import Session


class Client(Session):
    """A connection to the service, to be used in a `with` statement or closed.

    Calls may come from several threads. Positions are given as messages, as plain data in their JSON form, or as JSON
    text; text and data that are no position raise `MalformedJson` before anything is sent.

    Every call may be given a `request_id`, by which the service's log and errors name it. The options of each call and
    of the connection are described in `carnegie_client.call_options` and `carnegie_client.connection_settings`.

    Parameters
    ----------
    address
        `HOST:PORT`, or several with commas between or as a sequence: replicas of one service, which are used in turn.
    options
        Timeouts, credentials and token, and whether calls are made again, see `ConnectionOptions`.

    Raises
    ------
    ValueError
        If an address or an option is not what it can be.

    Examples
    --------
    >>> with Client("localhost:50051") as client:  # doctest: +SKIP
    ...     answer = client.suggest({"players": [{}, {}]}, time_limit=2.0)
    ...     print(answer.lines[0].gain)
    """

    def suggest(
        self,
        position: PositionLike,
        *,
        on_metadata: Callable[[Mapping[str, str]], None] | None = None,
        **options: Unpack[SuggestOptions],
    ) -> SuggestResponse:
        """Ask for the best plans for the decision that a position waits for.

        Parameters
        ----------
        position
            The position.
        on_metadata
            Is called, before this returns, with what the service says beside the answer, such as `carnegie-cache`.
        options
            Limits of time and work, tables, weights and lists of what is allowed, see `SuggestOptions`.

        Raises
        ------
        MalformedJson
            If the position's data or text is not the JSON form of a position, or a pattern's data not that of one.
        ValueError
            If the time limit is no finite number, or a number is too large or too small for the message.
        InvalidRequest, NotSupported, NotAuthenticated, NotPermitted
            If the request is against the rules, if this version does not answer the decision, if the service does not
            know the caller, or does not permit the call.
        NoAnswerInTime, ServiceBusy, ServerUnreachable
            If there was no answer at all in time, if the service has too much to do, or if none answers.
        CallFailed, ClientClosed
            For any other error of the service, and if the client is closed meanwhile.
        """
        return self._ask(advisor_calls.suggest_call(position, on_metadata=on_metadata, **options))

    def analyze(self, position: PositionLike, **options: Unpack[SuggestOptions]) -> Iterator[AnalyzeResponse]:
        """Search as `suggest` does, and give each better answer as it is found, the last one being final.

        Leaving the iterator before its end cancels the search. The parameters and the errors are those of `suggest`.
        """
        return self._follow(advisor_calls.analyze_call(position, **options), advisor_calls.is_analysis)

    def analyze_batch(self, questions: Questions, **options: Unpack[BatchOptions]) -> Iterator[BatchAnswer]:
        """Ask any number of questions in one stream, and give each answer as it is found, in whatever order that is.

        Every question has exactly one final answer, which holds the error where it failed. Leaving the iterator before
        its end gives all questions up. They are taken one by one, in a thread of gRPC's, as the service has room.

        Parameters
        ----------
        questions
            The questions; what they raise is raised here, after the answers to those before.
        options
            The time for all of it, see `BatchOptions`.

        Raises
        ------
        ValueError
            If the timeout is no number above 0, or two questions under way have one id.
        CarnegieError
            When the stream itself fails, as for `suggest`. Questions without a final answer then have to be asked anew.
        """
        return self._follow_batch(batch_call(**options), BatchRequests(questions))

    def evaluate(
        self,
        position: PositionLike,
        steps: Iterable[StepLike] | str | bytes,
        **options: Unpack[SearchOptions],
    ) -> EvaluatePlanResponse:
        """Have a plan judged: whether it is legal, what it gains, and how far it is from the best one.

        An illegal plan is a good answer here, which says what is wrong with its first illegal step. The end of the
        decision may be left out of the steps. The errors are those of `suggest`.
        """
        return self._ask(advisor_calls.evaluate_call(position, steps, **options))

    def validate(
        self, position: PositionLike, **options: Unpack[PositionOptions]
    ) -> ValidatePositionResponse:
        """Ask for every fault of a position, or for its canonical form if it has none.

        A faulty position is a good answer here, not an error; data or text that is not the JSON form of a position
        raises `MalformedJson` all the same. Other errors as for `suggest`.
        """
        return self._ask(game_calls.validate_call(position, **options))

    def apply(
        self,
        position: PositionLike,
        steps: Iterable[StepLike] | str | bytes,
        **options: Unpack[PositionOptions],
    ) -> ApplyPlanResponse:
        """Play steps for the player whose decision is awaited; errors as for `suggest`.

        The steps come in order, as messages or plain data, or as the JSON text of a list of them.
        """
        return self._ask(game_calls.apply_call(position, steps, **options))

    def legal_steps(
        self, position: PositionLike, **options: Unpack[PositionOptions]
    ) -> ListLegalStepsResponse:
        """Ask for every legal step of the decision that a position waits for; errors as for `suggest`."""
        return self._ask(game_calls.legal_steps_call(position, **options))

    def read_steps(
        self, position: PositionLike, text: str, **options: Unpack[PositionOptions]
    ) -> ReadStepsResponse:
        """Ask what steps a text in the notation says in a position: `project Hou Boston 1>E; end`.

        A text that does not say legal steps is a good answer here, which has the `refusal`. Errors as for `suggest`.
        """
        return self._ask(game_calls.read_steps_call(position, text, **options))

    def score(self, position: PositionLike, **options: Unpack[PositionOptions]) -> ScorePositionResponse:
        """Ask for the score sheets of a position as if the game ended now; errors as for `suggest`."""
        return self._ask(game_calls.score_call(position, **options))

    def new_game(self, seed: int, **options: Unpack[NewGameOptions]) -> NewGameResponse:
        """Ask for a game at the beginning of its setup; the same seed, 0 to 2147483647, gives the same game.

        Raises
        ------
        InvalidRequest
            If a number is out of its range.
        ValueError
            If a number is too large or too small for the message. Other errors as for `suggest`.
        """
        return self._ask(game_calls.new_game_call(seed, **options))

    def replay(self, record: RecordLike, **options: Unpack[ReplayOptions]) -> ReplayRecordResponse:
        """Ask for a recorded game to be played again, or its first `step_count` steps; errors as for `suggest`."""
        return self._ask(game_calls.replay_call(record, **options))

    def review_game(
        self, record: RecordLike, **options: Unpack[ReviewOptions]
    ) -> Iterator[ReviewGameResponse]:
        """Have each decision of a player in a recorded game judged, in the order of the game, as it is done.

        The last message is final: it says what the gaps add up to, which decisions were the costliest, and how the game
        stood after each round. Leaving the iterator before its end gives the review up.

        Parameters
        ----------
        record
            The game, as a message, as plain data in its JSON form, or as JSON text.
        options
            The player, limits of each decision, tables and weights, see `ReviewOptions`.

        Raises
        ------
        InvalidRequest
            If the record cannot be played again. Other errors as for `suggest`.
        """
        return self._follow(review_calls.review_call(record, **options), review_calls.is_review)

    def new_solo_game(self, seed: int, **options: Unpack[NewSoloGameOptions]) -> NewSoloGameResponse:
        """Ask for a game against Andrew; all else as for `new_game`."""
        return self._ask(game_calls.new_solo_game_call(seed, **options))

    def play_andrew(self, position: PositionLike, **options: Unpack[PositionOptions]) -> PlayAndrewResponse:
        """Have Andrew do what a position waits for; errors as for `suggest`.

        Where it is not his turn, `InvalidRequest` has the reason NOT_ANDREWS_TURN and no violations.
        """
        return self._ask(game_calls.play_andrew_call(position, **options))

    def components(self, **options: Unpack[CallOptions]) -> GetComponentsResponse:
        """Ask for the printed tables in force, as JSON text with the source of each."""
        return self._ask(game_calls.components_call(**options))

    def validate_components(
        self, components: JsonLike, **options: Unpack[CallOptions]
    ) -> ValidateComponentsResponse:
        """Ask for every fault of component tables, or for all tables with them in place if they have none.

        Faulty tables are a good answer here, not an error. The digest in the answer is that of records of
        games which are played with them. Errors as for `suggest`.
        """
        return self._ask(game_calls.validate_components_call(components, **options))

    def list_games(self, **options: Unpack[ListOptions]) -> ListGamesResponse:
        """Ask for a page of the games that the service keeps for this caller, the last changed one first.

        Raises
        ------
        NotSupported
            If the service keeps no games. Other errors, here and for the next three, as for `suggest`.
        """
        return self._ask(saved_game_calls.list_games_call(**options))

    def save_game(
        self, game: SavedGameLike, expected_version: int = 0, **options: Unpack[CallOptions]
    ) -> SaveGameResponse:
        """Save a game; when this returns, it is on the service's disk.

        A save whose answer is lost may be sent again, and is by this client: it is then answered as before.

        Parameters
        ----------
        game
            The game with its id, as a message, plain data in its JSON form, or JSON text.
        expected_version
            The version that this save follows upon, as the service told it last; 0 for a new game.
        options
            See `CallOptions`.

        Raises
        ------
        VersionConflict
            If the game has been saved elsewhere since; `stored_version` says which version it has now.
        GameNotFound
            If a version is expected, and there is no such game any more.
        NoRoomForGame
            If as many games are kept as may be, the game is too large, or the service's disk is full.
        InvalidRequest
            If the game cannot be played as it is recorded, or its position has faults.
        NotSupported
            If the service keeps no games.
        """
        return self._ask(saved_game_calls.save_game_call(game, expected_version, **options))

    def load_game(self, game_id: str, **options: Unpack[CallOptions]) -> LoadGameResponse:
        """Load a game as it was saved last; raises `GameNotFound` where there is none."""
        return self._ask(saved_game_calls.load_game_call(game_id, **options))

    def delete_game(
        self, game_id: str, expected_version: int, **options: Unpack[CallOptions]
    ) -> DeleteGameResponse:
        """Delete a game that has the expected version; raises `VersionConflict` where it has another one.

        `GameNotFound` may also mean that this very call has deleted it: if its answer is lost, it is made again.
        """
        return self._ask(saved_game_calls.delete_game_call(game_id, expected_version, **options))
