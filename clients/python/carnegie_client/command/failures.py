"""From the errors of a call to messages that speak of the files and options of the command."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, NoReturn

from carnegie.v1 import rules_pb2
from carnegie_client.command.exit_codes import exit_code_for
from carnegie_client.command.inputs import shown_name
from carnegie_client.command.terminal import fail, fail_with_faults
from carnegie_client.errors import CallFailed, CarnegieError, InvalidRequest, Violation
from carnegie_proto.faults import Fault
from carnegie_proto.json_paths import json_path

_OPTIONS: Final = {
    "timeLimit": "--time-limit",
    "workLimit": "--work-limit",
    "stepCount": "--at",
    "allow": "--allow",
    "avoid": "--avoid",
}


@dataclass(frozen=True, slots=True)
class Sources:
    """The files that the parts of a request come from; None for those that are not given."""

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
        field, bracket, rest = violation.path.partition("[")
        path = _OPTIONS.get(field, field) + bracket + rest
        return str(Violation(path, violation.reason, violation.description))


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
        violations = error.violations
        details = [sources.localised(each) if sources else str(each) for each in violations]
        if left_out := error.metadata.get("violations_left_out"):
            details.append(f"and {left_out} more")
        if error.retry_seconds is not None:
            details.append(f"try again in {error.retry_seconds:g} seconds")
        number = "1 fault" if len(violations) == 1 else f"{len(violations)} faults"
        summary = (
            f"the input has {number}" if isinstance(error, InvalidRequest) and violations else error.message
        )
        fail(exit_code_for(error), summary or error.code.name, details)
    except CarnegieError as error:
        fail(exit_code_for(error), str(error))


def refuse(file: str, faults: Iterable[rules_pb2.Fault]) -> NoReturn:
    """Say every fault that the service found in a position, and end the command."""
    listed = [Fault(json_path(each.path), each.reason, each.found, each.allowed) for each in faults]
    fail_with_faults(shown_name(file), listed)
