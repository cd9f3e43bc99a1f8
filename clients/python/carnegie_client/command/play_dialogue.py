"""The dialogue of `carnegie play`: what is typed, decision by decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from carnegie.v1.advisor_pb2 import PlannedStep, SuggestResponse
from carnegie.v1.position_pb2 import Position
from carnegie.v1.steps_pb2 import Step
from carnegie_client.advice.notation import refusal_in_words
from carnegie_client.advice.words import codes_in_words, counted
from carnegie_client.call_options import QuestionOptions, SearchLimits
from carnegie_client.command.lines_read import UnreadableLine, is_conversation, read_line
from carnegie_client.command.play_saving import Saving
from carnegie_client.command.play_telling import Telling
from carnegie_client.command.terminal import complain, note, print_answer, printable
from carnegie_client.errors import InvalidRequest, NoAnswerInTime, NotSupported, ServiceBusy
from carnegie_client.record_file import RecordChanged
from carnegie_client.solo_game import OutdatedSuggestion, SoloGame

_MOST_PLANS: Final = 10
_LONGEST_NUMBER: Final = 9
_HELP: Final = (
    ("STEP", "make a step in the notation, such as move lobby-c1; several with ; between"),
    ("NUMBER", "make the step of that number in the list"),
    ("legal", "list the legal steps"),
    ("suggest [N]", "the best plan from here, or the N best ones, 1 to 10"),
    ("explain", "the best plan, and which of your means bind it"),
    ("accept [N]", "play the first plan that is suggested, or the Nth"),
    ("check [STEPS]", "what the steps of this decision are worth, and those given after them"),
    ("undo [N | all]", "take back your last step, or N of them, with what Andrew did since"),
    ("redo [N | all]", "make again what you have undone"),
    ("score", "the score as if the game ended now"),
    ("show", "the table"),
    ("record FILE", "record the game in FILE from now on"),
    ("quit", "leave; so does the end of the input"),
)


class _Refused(Exception):
    """What was typed cannot be done; nothing has changed."""

    def __init__(self, said: str, details: list[str] | None = None) -> None:
        super().__init__(said)
        self.details = details or []


class Dialogue:
    """Plays a game with whoever types.

    Parameters
    ----------
    game
        The game.
    saving
        Where it is recorded.
    telling
        What says what happens.
    search
        The limits of every search.
    """

    def __init__(self, game: SoloGame, saving: Saving, telling: Telling, search: QuestionOptions) -> None:
        self._game = game
        self._saving = saving
        self._telling = telling
        self._search = search
        self._suggestion: SuggestResponse | None = None
        self._ended = False
        self._commands: dict[str, Callable[[str], None]] = {
            "legal": self._legal,
            "suggest": self._suggest,
            "explain": self._explain,
            "accept": self._accept,
            "check": self._check,
            "undo": self._undo,
            "redo": self._redo,
            "score": self._score,
            "show": self._show,
            "record": self._record,
            "help": self._help,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Play until `quit` or the end of the input."""
        self._present(new_decision=True)
        while not self._ended:
            try:
                line = read_line()
                if line is None:
                    self._quit("")
                elif line:
                    self._obey(line)
            except UnreadableLine as unreadable:
                complain(str(unreadable))
            except _Refused as refused:
                complain(str(refused), refused.details)
            except (InvalidRequest, NoAnswerInTime, NotSupported, ServiceBusy) as error:
                violations = [codes_in_words(str(each)) for each in error.violations]
                # The message repeats the first of them.
                faults = f"what is asked has {counted(len(violations), 'fault')}"
                complain(faults if violations else error.message, violations)
            except KeyboardInterrupt:
                note("")
                self._say_where_it_is()
                raise

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = self._commands.get(word.lower())
        if command is not None:
            command(rest.strip())
        elif word.isascii() and word.isdecimal():
            self._make_numbered(line)
        else:
            self._make_written(line)

    def _make_numbered(self, line: str) -> None:
        listed = self._game.legal_steps()
        number = _number(line, "a step", len(listed.steps))
        self._make([listed.steps[number - 1]])

    def _make_written(self, text: str) -> None:
        self._make(self._read(text))

    def _read(self, text: str) -> list[Step]:
        read = self._game.read(text)
        if read.HasField("refusal"):
            said, details = refusal_in_words(read.refusal)
            raise _Refused(said, [*details, "type help to see what can be typed"])
        return list(read.steps)

    def _make(self, steps: list[Step]) -> None:
        if steps:
            before = self._game.position
            self._tell(before, self._game.play(steps))

    def _tell(self, before: Position, made: Iterable[PlannedStep]) -> None:
        """Record what has been played, say it, have Andrew act where it is his turn, and say what is next."""
        self._saving.save(self._game)
        self._suggestion = None
        self._telling.steps(before, made)
        self._present(new_decision=not self._game.decision_steps)

    def _present(self, *, new_decision: bool) -> None:
        while self._game.waits_for_andrew:
            self._telling.heading()
            deeds = self._game.play_andrew()
            self._saving.save(self._game)
            self._telling.deeds(deeds)
        if self._game.over:
            self._telling.score(self._game.score())
            return
        if new_decision and not self._telling.quiet:
            print_answer([Text()])
            self._telling.table()
        self._telling.heading()
        if not self._telling.quiet:
            self._legal("")

    def _legal(self, rest: str) -> None:
        _nothing_more("legal", rest)
        self._not_over()
        self._telling.legal(self._game.legal_steps())

    def _not_over(self) -> None:
        if self._game.over:
            raise _Refused("the game is over: undo takes steps back")

    def _suggest(self, rest: str) -> None:
        lines = _number(rest, "how many plans", _MOST_PLANS) if rest else 1
        self._telling.suggestion(self._ask(lines), explained=False)

    def _explain(self, rest: str) -> None:
        _nothing_more("explain", rest)
        self._telling.suggestion(self._ask(2, explain=True), explained=True)

    def _ask(self, lines: int, *, explain: bool = False) -> SuggestResponse:
        options = self._search.copy()
        options["max_lines"] = lines
        options["explain"] = explain
        with _searching(quiet=self._telling.quiet):
            self._suggestion = self._game.suggest(**options)
        return self._suggestion

    def _accept(self, rest: str) -> None:
        number = _number(rest, "a plan", _MOST_PLANS) if rest else 1
        self._not_over()
        suggestion = self._suggestion if self._suggestion is not None else self._ask(number)
        before = self._game.position
        try:
            made = self._game.accept(suggestion, number)
        except OutdatedSuggestion as error:
            most = len(suggestion.lines)
            suggested = f"{counted(most, 'plan')} suggested" if most else "a limit came before any plan"
            raise _Refused(f"plan {number}: {suggested}") from error
        self._tell(before, made)

    def _check(self, rest: str) -> None:
        more = self._read(rest) if rest else []
        steps = [*self._game.decision_steps, *more]
        limits: SearchLimits = {
            "time_limit": self._search.get("time_limit"),
            "work_limit": self._search.get("work_limit"),
            "weights": self._search.get("weights"),
        }
        with _searching(quiet=self._telling.quiet):
            evaluation = self._game.check(more, **limits)
        self._telling.judged(evaluation, steps)

    def _undo(self, rest: str) -> None:
        self._step_in_time(self._game.undo, rest, self._game.undoable, "undo", "taken back")

    def _redo(self, rest: str) -> None:
        self._step_in_time(self._game.redo, rest, self._game.redoable, "redo", "made again")

    def _step_in_time(self, move: Callable[[int], int], rest: str, most: int, word: str, said: str) -> None:
        if rest not in {"", "all"} and not (rest.isascii() and rest.isdecimal()):
            raise _Refused(
                f"how many steps: found {printable(rest)[:40]}, allowed a number from 1 on, or all"
            )
        if not most:
            raise _Refused(f"nothing to {word}")
        count = most if rest == "all" else _number(rest, "how many steps", most) if rest else 1
        moved = move(count)
        andrews = f", {moved - count} of them Andrew's" if moved > count else ""
        self._saving.save(self._game)
        self._suggestion = None
        print_answer([Text(f"{counted(moved, 'step')} {said}{andrews}")])
        self._present(new_decision=True)

    def _score(self, rest: str) -> None:
        _nothing_more("score", rest)
        self._telling.score(self._game.score())

    def _show(self, rest: str) -> None:
        _nothing_more("show", rest)
        self._telling.table()
        self._telling.heading()

    def _record(self, rest: str) -> None:
        if not rest:
            raise _Refused("record needs the name of a file")
        try:
            self._saving.save_as(rest, self._game)
        except OSError as error:
            raise _Refused(f"cannot write {rest}: {error.strerror}") from error
        except RecordChanged as error:
            raise _Refused(f"there is a file {rest} already: name a new one") from error
        self._say_where_it_is()

    def _help(self, rest: str) -> None:
        _nothing_more("help", rest)
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        for name, meaning in _HELP:
            grid.add_row(Text(name), Text(meaning))
        print_answer([grid])

    def _quit(self, rest: str) -> None:
        _nothing_more("quit", rest)
        self._ended = True
        self._say_where_it_is()

    def _say_where_it_is(self) -> None:
        if self._saving.name is not None:
            note(f"the game is recorded in {self._saving.name}")
        elif self._game.steps and is_conversation():
            note("the game is not recorded: name a file with --record next time")


def _number(text: str, what: str, most: int) -> int:
    """Read a number from 1 on."""
    good = text.isascii() and text.isdecimal() and len(text) <= _LONGEST_NUMBER
    if not good or not 1 <= int(text) <= most:
        allowed = f"1 to {most}" if most else "none"
        shown = text if len(text) <= 2 * _LONGEST_NUMBER else f"{text[:_LONGEST_NUMBER]}..."
        raise _Refused(f"{what}: found {printable(shown)}, allowed {allowed}")
    return int(text)


def _nothing_more(word: str, rest: str) -> None:
    if rest:
        raise _Refused(f"{word} stands alone: found {printable(rest)[:40]} after it")


@contextmanager
def _searching(*, quiet: bool) -> Iterator[None]:
    """Show on a terminal that a search goes on."""
    console = Console(stderr=True)
    if console.is_terminal and not quiet:
        with console.status("Asking the advisor ..."):
            yield
    else:
        yield
