"""The command `carnegie`."""

from carnegie_client.command.application import main

__all__ = ["main"]
