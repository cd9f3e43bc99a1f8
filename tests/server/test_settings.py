"""Flags win over the environment, which wins over the defaults; what cannot be is refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from carnegie_server.settings import InvalidSetting, Settings, available_cores, load_settings


def test_defaults() -> None:
    settings = load_settings([], {})
    assert settings == Settings()
    assert (settings.host, settings.port, settings.workers) == ("127.0.0.1", 50_051, available_cores())
    assert (settings.max_time_limit, settings.max_request_bytes) == (10.0, 1_048_576)
    assert settings.max_threads == 4
    assert not settings.exit_with_stdin


def test_flags_win_over_the_environment() -> None:
    environment = {
        "CARNEGIE_PORT": "1",
        "CARNEGIE_WORKERS": "3",
        "CARNEGIE_EXIT_WITH_STDIN": "true",
        "HOME": "/",
    }
    settings = load_settings(["--port", "0", "--host", "::1"], environment)
    assert (settings.port, settings.host, settings.workers, settings.exit_with_stdin) == (0, "::1", 3, True)


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "components.json"
    file.write_text("{}", encoding="utf-8")
    assert load_settings(["--components", str(file)], {}).components == file
    assert load_settings([], {"CARNEGIE_WEIGHTS": str(file)}).weights == file


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("PORT", "http"),
        ("WORKERS", "0"),
        ("WORKERS", "1.5"),
        ("MAX_TIME_LIMIT", "0"),
        ("MAX_TIME_LIMIT", "nan"),
        ("MAX_TIME_LIMIT", "inf"),
        ("MAX_TIME_LIMIT", "soon"),
        ("MAX_THREADS", "0"),
        ("MAX_THREADS", "65"),
        ("WORKER_MEMORY", "-1"),
        ("WORKER_MEMORY", "300000000"),
        ("MAX_REQUEST_BYTES", "1"),
        ("MAX_REQUEST_BYTES", "2147483648"),
        ("EXIT_WITH_STDIN", "perhaps"),
        ("COMPONENTS", "no/such/file.json"),
        ("HOST", ""),
        ("HOST", "a b"),
    ],
)
def test_impossible_values_are_refused(name: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InvalidSetting, match=f"^CARNEGIE_{name}: found .*, allowed "):
        load_settings([], {f"CARNEGIE_{name}": value})
    if name != "EXIT_WITH_STDIN":
        flag = "--" + name.lower().replace("_", "-")
        with pytest.raises(SystemExit) as exit_:
            load_settings([f"{flag}={value}"], {})
        assert exit_.value.code == 2
        assert f"argument {flag}: found " in capsys.readouterr().err


def test_a_file_for_games_may_be_missing_but_not_its_folder(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    assert load_settings(["--games-path", str(file)], {}).games_path == file
    file.touch()
    assert load_settings([], {"CARNEGIE_GAMES_PATH": str(file)}).games_path == file
    assert load_settings([], {"CARNEGIE_GAMES_PATH": ""}).games_path is None
    assert str(load_settings([], {"CARNEGIE_GAMES_PATH": ":memory:"}).games_path) == ":memory:"
    for impossible in (tmp_path, tmp_path / "nowhere" / "games.db"):
        with pytest.raises(
            InvalidSetting, match=r"^CARNEGIE_GAMES_PATH: found .*, allowed the path of a file"
        ):
            load_settings([], {"CARNEGIE_GAMES_PATH": str(impossible)})


@pytest.mark.parametrize(
    ("written", "read"), [("games.db", "games.db"), (":memory:", None), ("sub/games.db", "sub/games.db")]
)
def test_a_file_for_games_in_a_settings_file_starts_from_its_folder(
    tmp_path: Path, written: str, read: str | None
) -> None:
    (tmp_path / "sub").mkdir()
    file = tmp_path / "carnegie.toml"
    file.write_text(f'games_path = "{written}"\n', encoding="utf-8")
    found = load_settings(["--config", str(file)], {}).games_path
    assert found == (Path(":memory:") if read is None else tmp_path / read)
