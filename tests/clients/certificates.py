"""Certificates that a test needs, made anew for it with the command openssl."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Certificate:
    """A certificate and its private key, both files of PEM."""

    file: Path
    key: Path


def authority(folder: Path, name: str) -> Certificate:
    """Make an authority, which signs certificates."""
    made = Certificate(folder / f"{name}.pem", folder / f"{name}.key")
    _openssl(
        *("req", "-x509", *_NEW_KEY, "-days", "2", "-subj", f"/CN={name}"),
        *("-keyout", str(made.key), "-out", str(made.file)),
    )
    return made


def signed(folder: Path, signer: Certificate, host: str) -> Certificate:
    """Make a certificate for a host, a name or an address, by an authority."""
    made = Certificate(folder / f"{host}.pem", folder / f"{host}.key")
    kind = "IP" if host.replace(".", "").isdecimal() else "DNS"
    request, extensions = folder / f"{host}.request", folder / f"{host}.extensions"
    extensions.write_text(f"subjectAltName={kind}:{host}\n", encoding="ascii")
    _openssl("req", *_NEW_KEY, "-subj", f"/CN={host}", "-keyout", str(made.key), "-out", str(request))
    _openssl(
        *("x509", "-req", "-in", str(request), "-days", "2", "-extfile", str(extensions)),
        *("-CA", str(signer.file), "-CAkey", str(signer.key), "-CAcreateserial", "-out", str(made.file)),
    )
    return made


def with_password(key: Path) -> Path:
    """Make a copy of a private key that cannot be read without a password."""
    closed = key.with_suffix(".closed")
    _openssl("pkcs8", "-topk8", "-in", str(key), "-passout", "pass:open sesame", "-out", str(closed))
    return closed


_NEW_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")


def _openssl(*arguments: str) -> None:
    subprocess.run(["openssl", *arguments], check=True, capture_output=True, timeout=30)
