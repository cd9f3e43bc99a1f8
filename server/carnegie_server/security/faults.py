"""What is wrong with a file that security rests on."""

from __future__ import annotations


class FaultyFile(ValueError):
    """A file cannot be used.

    Parameters
    ----------
    faults
        All that is wrong, one text each: where, what was found, what is allowed. Nothing secret.
    """

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults
