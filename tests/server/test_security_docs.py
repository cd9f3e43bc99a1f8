"""What docs/security.md shows and says is so."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

from carnegie_server.security.rates import Rate
from carnegie_server.security.scopes import Scope
from carnegie_server.security.token_file import read_tokens
from carnegie_server.settings import Settings
from server.service_process import running_service

TEXT = (Path(__file__).parent.parent.parent / "docs" / "security.md").read_text(encoding="utf-8")


def test_the_example_of_a_file_of_tokens() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    site, hobby = read_tokens(example, 20)
    assert (site.name, set(site.scopes), site.rate) == ("my-site", set(Scope), None)
    assert (hobby.rate, hobby.max_concurrent, hobby.expires) == (Rate(0.5, 10), 2, None)


def test_the_defaults() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| ", TEXT, re.MULTILINE)
    assert len(rows) == 13
    for name, default in rows:
        assert getattr(Settings(), name) == int(default), name


def test_the_certificates_for_a_trial(tmp_path: Path) -> None:
    """The service takes them, and lets in the client that shows its own, by name and by number, and no other."""
    recipe, use = re.findall(r"^```sh\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    subprocess.run(["sh", "-euc", recipe], cwd=tmp_path, check=True, capture_output=True, timeout=30)
    serve, probe = (shlex.split(line) for line in use.splitlines())
    assert serve[:3] == ["python", "-m", "carnegie_server"]
    assert probe[:4] == ["carnegie", "health", "--server", "localhost:50051"]
    flags = [str(tmp_path / each) if each.endswith((".pem", ".key")) else each for each in serve[3:]]
    with running_service("--workers=1", *flags) as service:
        port = service.address.removeprefix("127.0.0.1:")

        def ask(host: str, shown: list[str]) -> subprocess.CompletedProcess[str]:
            command = [
                str(Path(sys.executable).with_name("carnegie")),
                "health",
                "--server",
                f"{host}:{port}",
            ]
            return subprocess.run(
                [*command, *shown], cwd=tmp_path, capture_output=True, text=True, timeout=30, check=False
            )

        for host in ("localhost", "127.0.0.1"):
            let_in = ask(host, probe[4:])
            assert (let_in.returncode, let_in.stdout) == (0, "SERVING\n"), let_in.stderr
        refused = ask("127.0.0.1", ["--ca-file", "authority.pem"])
        assert refused.returncode == 6
        assert "the service may want to see a client's certificate" in refused.stderr
    assert {each.stat().st_mode & 0o077 for each in tmp_path.glob("*.key")} == {0}
