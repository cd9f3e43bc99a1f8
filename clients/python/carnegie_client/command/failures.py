"""From the errors of a call to messages that speak of the files and options of the command."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, NoReturn

from carnegie.v1 import rules_pb2
from carnegie_client.advice.words import codes_in_words
from carnegie_client.command.chosen_service import TOKEN_VARIABLE
from carnegie_client.command.exit_codes import ExitCode, exit_code_for
from carnegie_client.command.inputs import shown_name
from carnegie_client.command.option_names import option_of, with_option
from carnegie_client.command.terminal import fail, fail_with_faults
from carnegie_client.errors import (
    CallFailed,
    CarnegieError,
    InvalidRequest,
    NotAuthenticated,
    ServerUnreachable,
    Violation,
)
from carnegie_proto.faults import Fault
from carnegie_proto.json_paths import json_path

_WAITS_FOR_ANDREW: Final = "WAITS_FOR_ANDREW"
_ILLEGAL_STEP: Final = "ILLEGAL_STEP"


@dataclass(slots=True)
class Sources:
    """The files that the parts of a request come from; None for those that are not given.

    Where the requests of a command have several positions, its own is put in with each.
    """

    position: str | None = None
    steps: str | None = None
    components: str | None = None
    weights: str | None = None
    record: str | None = None

    def localised(self, violation: Violation) -> str:
        """Say a violation with its file and the path inside it."""
        files = {
            "position": self.position,
            "steps": self.steps,
            "componentsJson": self.components,
            "weightsJson": self.weights,
            "record": self.record,
        }
        for field, file in files.items():
            rest = violation.path.removeprefix(field)
            if file is not None and rest != violation.path and rest[:1] in {"", ".", "["}:
                inside = Violation(rest.removeprefix("."), violation.reason, violation.description)
                return f"{shown_name(file)}: {inside}"
        return str(Violation(with_option(violation.path), violation.reason, violation.description))


class FaultyPosition(Exception):
    """The service found faults in the position.

    Attributes
    ----------
    faults
        All of them, as the service gives them.
    """

    def __init__(self, faults: Iterable[rules_pb2.Fault]) -> None:
        super().__init__("the position has faults")
        self.faults = tuple(faults)


@contextmanager
def explained(sources: Sources | None = None) -> Iterator[None]:
    """Turn an error of a call into its message on stderr and its exit code, after all that is inside has ended."""
    try:
        yield
    except FaultyPosition as faulty:
        refuse((sources and sources.position) or "", faulty.faults)
    except CallFailed as error:
        if error.reason == _WAITS_FOR_ANDREW and sources and sources.position:
            fail(exit_code_for(error), _andrew_first(sources.position))
        violations = [_in_words(each) if error.reason == _ILLEGAL_STEP else each for each in error.violations]
        details = [sources.localised(each) if sources else str(each) for each in violations]
        if left_out := error.metadata.get("violations_left_out"):
            details.append(f"and {left_out} more")
        if error.retry_seconds is not None:
            details.append(f"try again in {error.retry_seconds:g} seconds")
        if isinstance(error, NotAuthenticated):
            details.append(f"give a token that it knows with --token-file or {TOKEN_VARIABLE}")
        if error.request_id and not isinstance(error, InvalidRequest):  # which an operator cannot mend
            details.append(f"request {error.request_id}")
        number = "1 fault" if len(violations) == 1 else f"{len(violations)} faults"
        summary = (
            f"the input has {number}" if isinstance(error, InvalidRequest) and violations else error.message
        )
        of_options = bool(violations) and all(option_of(each.path) for each in violations)
        code = ExitCode.USAGE if of_options else exit_code_for(error)
        fail(code, summary or error.code.name, details)
    except ServerUnreachable as error:
        summary = str(error).removesuffix(f"\n{error.hint}") if error.hint else str(error)
        fail(exit_code_for(error), summary, [error.hint] if error.hint else [])
    except CarnegieError as error:
        fail(exit_code_for(error), str(error))


def _in_words(violation: Violation) -> Violation:
    """Say without codes why the rules forbid a step."""
    return Violation(violation.path, violation.reason, codes_in_words(violation.description))


def _andrew_first(file: str) -> str:
    return (
        f"{shown_name(file)} waits for Andrew, not for a player: `carnegie andrew {file} --json` has him act, "
        "and gives the position after it"
    )


def refuse(file: str, faults: Iterable[rules_pb2.Fault]) -> NoReturn:
    """Say every fault that the service found in a position, and end the command."""
    listed = [Fault(json_path(each.path), each.reason, each.found, each.allowed) for each in faults]
    fail_with_faults(shown_name(file), listed)
