"""How the service logs, in the front and in its workers alike: on the standard error, one line for each event."""

from __future__ import annotations

import logging
import sys


def configure() -> None:
    """Send the log of this process to its standard error."""
    logging.basicConfig(
        stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s"
    )
