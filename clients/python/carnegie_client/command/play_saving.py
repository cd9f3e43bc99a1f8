"""Where a game of `carnegie play` is recorded, if anywhere."""

from __future__ import annotations

from carnegie.v1.rules_pb2 import GameRecord
from carnegie_client.command.exit_codes import ExitCode
from carnegie_client.command.inputs import check_name
from carnegie_client.command.terminal import fail, fail_with_faults
from carnegie_client.record_file import RecordChanged, RecordFile
from carnegie_client.solo_game import SoloGame
from carnegie_proto.faults import MalformedJson


class Saving:
    """Records a game after every step.

    Parameters
    ----------
    name
        The file; None to record nothing until one is named.
    """

    def __init__(self, name: str | None) -> None:
        self.name = name
        self._file = _opened(name)

    def read(self) -> GameRecord | None:
        """Give the record that is in the file, None if there is none.

        Ends the command for a file that is no record, or cannot be written.
        """
        if self._file is None:
            return None
        try:
            recorded = self._file.read()
        except OSError as error:
            fail(ExitCode.USAGE, f"cannot read {self.name}: {error.strerror or error}")
        except MalformedJson as malformed:
            fail_with_faults(str(self.name), malformed.faults)
        try:
            self._file.check_writable()
        except OSError as error:
            fail(ExitCode.USAGE, f"cannot write {self.name}: {error.strerror}")
        return recorded

    def save(self, game: SoloGame) -> None:
        """Record the game; ends the command where that cannot be done, before anything else is played."""
        if self._file is None:
            return
        try:
            self._file.write(game.record())
        except OSError as error:
            fail(ExitCode.USAGE, f"cannot write {self.name}: {error.strerror}")
        except RecordChanged:
            fail(
                ExitCode.USAGE,
                f"{self.name} has been written by somebody else, and is left as it is: the game here has "
                f"{len(game.steps)} steps",
            )

    def save_as(self, name: str, game: SoloGame) -> None:
        """Record the game in another file from now on.

        Raises
        ------
        OSError
            If it cannot be written.
        RecordChanged
            If there is a file already.
        """
        file = _opened(name)
        if file is None:
            raise OSError(0, "no name of a file", name)
        file.write(game.record())
        self.name, self._file = name, file


def _opened(name: str | None) -> RecordFile | None:
    if name is None:
        return None
    check_name(name)
    try:
        return RecordFile(name)
    except ValueError as error:  # a null character in the name
        fail(ExitCode.USAGE, f"cannot read {name}: {error}")
