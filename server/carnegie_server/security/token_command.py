"""``python -m carnegie_server token new``: make a token for a caller."""

from __future__ import annotations

import argparse
import datetime
import json
import sys
from collections.abc import Sequence

from carnegie_server.security.scopes import Scope
from carnegie_server.security.token_file import NAME
from carnegie_server.security.tokens import digest, new_token

_SCOPES = tuple(scope.value for scope in Scope)


def main(arguments: Sequence[str]) -> int:
    """Make a token, and print it and its entry for the file; returns the exit code.

    The token goes to the standard output in a line of its own, once; it is kept nowhere. Its entry follows, a table of
    TOML, which holds nothing secret.

    Parameters
    ----------
    arguments
        What follows ``token`` on the command line.
    """
    given = _parser().parse_args(arguments)
    token = new_token()
    lines = [
        token,
        "",
        "# The line above is the token: give it to the caller, it is shown only once.",
        "# What follows goes into the file that the setting `tokens` names.",
        "[[token]]",
        f'name = "{given.name}"',
        f'sha256 = "{digest(token).hex()}"',
        f"scopes = {json.dumps(given.scopes)}",
    ]
    if given.expires is not None:
        lines.append(f"expires = {given.expires.isoformat()}")
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m carnegie_server token", description="Tokens of callers.", allow_abbrev=False
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    new = commands.add_parser("new", help="make a token", allow_abbrev=False)
    new.add_argument("--name", required=True, type=_name, help="what the caller is called in logs")
    new.add_argument(
        "--scopes",
        required=True,
        type=_scopes,
        metavar="SCOPE[,SCOPE]",
        help=f"what the token opens: {', '.join(_SCOPES)}",
    )
    new.add_argument(
        "--days",
        dest="expires",
        type=_expiry,
        metavar="DAYS",
        help="how long it is good for; left out, for ever",
    )
    return parser


def _name(text: str) -> str:
    if not NAME.fullmatch(text):
        raise argparse.ArgumentTypeError(f"found {text!r}, allowed 1 to 64 letters, digits, '.', '_' and '-'")
    return text


def _scopes(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    unknown = [name for name in names if name not in _SCOPES]
    if unknown:
        raise argparse.ArgumentTypeError(
            f"found {', '.join(map(repr, unknown))}, allowed {', '.join(_SCOPES)}"
        )
    return [name for name in _SCOPES if name in names]


def _expiry(text: str) -> datetime.datetime:
    days = int(text) if text.isascii() and text.isdecimal() else 0
    if not 1 <= days <= 36_500:
        raise argparse.ArgumentTypeError(f"found {text!r}, allowed a whole number from 1 to 36500")
    return datetime.datetime.now(datetime.UTC).replace(microsecond=0) + datetime.timedelta(days=days)
