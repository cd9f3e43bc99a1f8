"""Workers that also tell something before they answer."""

from __future__ import annotations

from carnegie_server.workers import Job, Reply, Session
from server.commands import Commands


class TellingCommands(Commands):
    """Besides the other commands takes ``tell:text``, upon which it goes on until it is told to stop."""

    def __call__(self, job: Job, session: Session) -> Reply:
        name, _, argument = job.request.partition(b":")
        if name != b"tell":
            return super().__call__(job, session)
        session.tell(argument)
        return super().__call__(Job(job.number, job.method, b"wait_for_stop:4", job.seconds), session)


def build_telling_commands() -> TellingCommands:
    """Build the handler."""
    return TellingCommands()
