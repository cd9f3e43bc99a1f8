"""How fast jobs are done: what somebody who is sent away is told about when to come again."""

from __future__ import annotations

LEAST_RETRY_SECONDS = 0.05
_SHARE_OF_LATEST = 0.1
_FIRST_GUESS_SECONDS = 0.1


class Pace:
    """The recent time of a job, as a mean in which each job counts a tenth less than the one after it."""

    def __init__(self) -> None:
        self._seconds: float | None = None

    def done(self, seconds: float) -> None:
        """Take note of a job that has held a worker for so long, to whatever end."""
        if self._seconds is None:
            self._seconds = seconds
        else:
            self._seconds += _SHARE_OF_LATEST * (seconds - self._seconds)

    def seconds(self, running: float) -> float:
        """Give the seconds of a job, where those that run now have been running for `running` on average."""
        return max(_FIRST_GUESS_SECONDS if self._seconds is None else self._seconds, running)

    def wait(self, jobs: int, workers: int, running: float, longest: float) -> float:
        """Give the seconds until so many jobs have been taken by so many workers, 0.05 to `longest`."""
        return min(max(LEAST_RETRY_SECONDS, self.seconds(running) * jobs / max(1, workers)), longest)
