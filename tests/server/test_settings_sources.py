"""Flags win over the environment, the environment over the file, the file over the defaults; all faults at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from carnegie_server.settings import (
    SETTINGS,
    InvalidSetting,
    Settings,
    Source,
    load_settings,
    load_with_origins,
)
from carnegie_server.settings.kinds import Kind, choice, host, optional, several, whole_number
from carnegie_server.settings.table import SETTINGS_FILE

PATHS = {
    name: SETTINGS_FILE if name == SETTINGS_FILE.name else SETTINGS[name]
    for name in (
        *("config", "components", "weights", "tokens", "tls_certificate", "tls_key", "client_ca", "web_root"),
        "games_path",
    )
}


def settings_file(folder: Path, text: str) -> Path:
    path = folder / "carnegie.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_each_source_wins_over_the_next_and_is_named(tmp_path: Path) -> None:
    path = settings_file(
        tmp_path, "port = 1\nworkers = 1\nmax_waiting = 1\nmax_time_limit = 2\nexit_with_stdin = true\n"
    )
    environment = {"CARNEGIE_CONFIG": str(path), "CARNEGIE_PORT": "2", "CARNEGIE_WORKERS": "2", "PORT": "9"}
    loaded = load_with_origins(["--port=3", "--no-exit-with-stdin"], environment)
    settings = loaded.settings
    assert (settings.port, settings.workers, settings.max_waiting) == (3, 2, 1)
    assert (settings.max_time_limit, settings.exit_with_stdin, settings.max_threads) == (2.0, False, 4)
    assert list(loaded.origins) == list(SETTINGS)
    said = {name: (given.source, given.place) for name, given in loaded.origins.items()}
    assert said["port"] == (Source.FLAG, "--port")
    assert said["exit_with_stdin"] == (Source.FLAG, "--no-exit-with-stdin")
    assert said["workers"] == (Source.ENVIRONMENT, "CARNEGIE_WORKERS")
    assert said["max_waiting"] == (Source.FILE, f"{path}:max_waiting")
    assert said["max_threads"] == (Source.DEFAULT, "")


def test_the_flag_for_the_file_wins_over_the_variable(tmp_path: Path) -> None:
    path = settings_file(tmp_path, "port = 7")
    other = tmp_path / "other.toml"
    other.write_text("port = 8", encoding="utf-8")
    assert load_settings(["--config", str(path)], {"CARNEGIE_CONFIG": str(other)}).port == 7


def test_paths_in_the_file_start_from_its_folder(tmp_path: Path) -> None:
    (tmp_path / "tables.json").write_text("{}", encoding="utf-8")
    path = settings_file(tmp_path, 'components = "tables.json"\nweights = ""\n')
    settings = load_settings(["--config", str(path)], {})
    assert (settings.components, settings.weights) == (tmp_path / "tables.json", None)


def test_everything_wrong_in_the_file_and_the_environment_is_said_at_once(tmp_path: Path) -> None:
    path = settings_file(
        tmp_path,
        'prot = 1\nport = "1"\nworkers = true\nmax_time_limit = "5"\nmax_waiting = -1\nexit_with_stdin = 1\nhost = 5\n'
        'components = "none.json"\nweights = 3\nshutdown_grace = nan\n[listen]\nport = 1\n',
    )
    with pytest.raises(InvalidSetting) as invalid:
        load_settings(
            ["--config", str(path)], {"CARNEGIE_PORT": "x", "CARNEGIE_HOST": "a b", "CARNEGIE_WORKERS": "1"}
        )
    keys, missing = ", ".join(SETTINGS), path.with_name("none.json")
    assert str(invalid.value).splitlines() == [
        "CARNEGIE_HOST: found 'a b', allowed a host name or an address",
        "CARNEGIE_PORT: found 'x', allowed a whole number",
        f"{path}:prot: found an unknown key, allowed {keys}",
        f"{path}:port: found '1', allowed a whole number",
        f"{path}:workers: found true, allowed a whole number",
        f"{path}:max_time_limit: found '5', allowed a number of seconds",
        f"{path}:max_waiting: found -1, allowed 0 to 100000",
        f"{path}:exit_with_stdin: found 1, allowed true or false",
        f"{path}:host: found 5, allowed a string: a host name or an address",
        f"{path}:components: found 'none.json' (there is no {missing}), allowed the path of a file",
        f"{path}:weights: found 3, allowed a string: the path of a file",
        f"{path}:shutdown_grace: found nan, allowed more than 0, at most 3600",
        f"{path}:listen: found an unknown key, allowed {keys}",
    ]


def test_all_wrong_flags_are_said_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        load_settings(["--port=x", "--workers=0"], {})
    assert exit_.value.code == 2
    said = capsys.readouterr().err
    assert "argument --port: found 'x', allowed a whole number\n" in said
    assert "argument --workers: found 0, allowed 1 to 256\n" in said


@pytest.mark.parametrize("text", ["port = ", "port = 1\nport = 2", "\udcff"])
def test_a_file_that_is_no_toml(text: str, tmp_path: Path) -> None:
    path = tmp_path / "carnegie.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(InvalidSetting, match=r"carnegie\.toml: found .*, allowed a TOML file with settings"):
        load_settings(["--config", str(path)], {})


def test_a_file_without_an_end_is_not_read(tmp_path: Path) -> None:
    path = settings_file(tmp_path, "")
    os.truncate(path, 1 << 40)
    with pytest.raises(InvalidSetting, match="it is larger than 16777216 bytes"):
        load_settings([], {"CARNEGIE_CONFIG": str(path)})
    for other in (tmp_path / "pipe", Path("/dev/zero")):
        if other.name == "pipe":
            os.mkfifo(other)
        with pytest.raises(InvalidSetting, match="allowed the path of a file"):
            load_settings([], {"CARNEGIE_CONFIG": str(other)})


@pytest.mark.parametrize("flag", ["--components", "--weights"])
def test_tables_without_an_end_are_not_read(flag: str, tmp_path: Path) -> None:
    path = tmp_path / "tables.json"
    path.touch()
    os.truncate(path, 1 << 40)
    command = [sys.executable, "-m", "carnegie_server", "--port=0", f"{flag}={path}"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert (ended.returncode, ended.stderr) == (
        2,
        f"{flag[2:]}: {path} cannot be read: it is larger than 16777216 bytes\n",
    )


@pytest.mark.parametrize("name", PATHS)
def test_a_path_that_cannot_be_looked_at_is_said_so(name: str, tmp_path: Path) -> None:
    """A name that is too long, and a link to itself; as a flag, in the environment, and in a settings file."""
    (tmp_path / "loop").symlink_to("loop")
    setting = PATHS[name]
    for impossible in (tmp_path / ("x" * 300), tmp_path / "loop", tmp_path / "loop" / "file"):
        said = rf"^{setting.variable}: found '{impossible}' \(which cannot be looked at: .+\), allowed the path of a"
        with pytest.raises(InvalidSetting, match=said):
            load_settings([], {setting.variable: str(impossible)})
        with pytest.raises(SystemExit) as exit_:
            load_settings([f"{setting.flag}={impossible}"], {})
        assert exit_.value.code == 2
        if name in SETTINGS:
            file = settings_file(tmp_path, f'{name} = "{impossible}"\n')
            with pytest.raises(InvalidSetting, match=f":{name}: found '.*' .which cannot be looked at"):
                load_settings([], {"CARNEGIE_CONFIG": str(file)})
    if name in SETTINGS:
        file = settings_file(tmp_path, f'{name} = "a\\u0000b"\n')
        with pytest.raises(InvalidSetting, match=f":{name}: found '.*' .which cannot be looked at"):
            load_settings([], {"CARNEGIE_CONFIG": str(file)})


def test_a_path_from_a_folder_that_has_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    for setting in PATHS.values():
        with pytest.raises(InvalidSetting, match=f"^{setting.variable}: found 'a/b.json' .there is no"):
            load_settings([], {setting.variable: "a/b.json"})


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(
        InvalidSetting,
        match=r"^CARNEGIE_CONFIG: found 'no\.toml' \(there is no /.*no\.toml\), allowed",
    ):
        load_settings([], {"CARNEGIE_CONFIG": "no.toml"})


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (choice("auto", "json"), "json", "json"),
        (several(host(), "hosts"), "a.example, b.example", ("a.example", "b.example")),
        (several(host(), "hosts"), " ", ()),
        (optional(whole_number(0, 9)), "", None),
    ],
)
def test_kinds_of_text(kind: Kind, text: str, value: object, tmp_path: Path) -> None:
    assert kind.from_text(text) == value
    in_toml = list(value) if isinstance(value, tuple) else "" if value is None else value
    assert kind.from_toml(in_toml, tmp_path) == value


@pytest.mark.parametrize(
    ("kind", "value", "fault"),
    [
        (choice("auto", "json"), "xml", "found 'xml', allowed one of auto, json"),
        (choice("auto", "json"), 1, "found 1, allowed a string: one of auto, json"),
        (optional(whole_number(0, 9)), 10, "found 10, allowed 0 to 9"),
        (optional(whole_number(0, 9)), "1", "found '1', allowed a whole number"),
        (
            several(host(), "hosts"),
            1,
            "found 1, allowed an array of hosts, or a string of them with commas between",
        ),
        (several(host(), "hosts"), ["a", ""], "found '', allowed a host name or an address"),
    ],
)
def test_kinds_refuse(kind: Kind, value: object, fault: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting) as invalid:
        kind.from_toml(value, tmp_path)
    assert str(invalid.value) == fault


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_has_a_meaning_and_a_default_that_is_allowed(name: str, tmp_path: Path) -> None:
    setting, default = SETTINGS[name], getattr(Settings(), name)
    assert setting.meaning
    assert setting.kind.is_switch == isinstance(default, bool)
    if default is not None:
        in_toml = list(default) if isinstance(default, tuple) else default
        assert setting.kind.from_toml(in_toml, tmp_path) == default


def shown(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("CARNEGIE_")}
    command = [sys.executable, "-m", "carnegie_server", "config", "show", *arguments]
    environment = {**clean, **environment}
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60.0, check=False)


def test_they_are_shown_with_their_origins(tmp_path: Path) -> None:
    path = settings_file(tmp_path, "max_time_limit = 2.5")
    result = shown("--config", str(path), "--port=0", CARNEGIE_WORKERS="3")
    assert (result.returncode, result.stderr) == (0, "")
    lines = [line.split() for line in result.stdout.splitlines()]
    assert [line[0] for line in lines] == list(SETTINGS)
    assert ["host", "127.0.0.1", "default"] in lines
    assert ["port", "0", "flag", "--port"] in lines
    assert ["workers", "3", "environment", "CARNEGIE_WORKERS"] in lines
    assert ["max_time_limit", "2.5", "file", f"{path}:max_time_limit"] in lines
    assert ["components", "none", "default"] in lines


def test_they_are_shown_as_json(tmp_path: Path) -> None:
    (tmp_path / "tables.json").write_text("{}", encoding="utf-8")
    path = settings_file(tmp_path, 'components = "tables.json"')
    result = shown("--json", CARNEGIE_CONFIG=str(path))
    data = json.loads(result.stdout)
    assert list(data) == list(SETTINGS)
    assert data["components"] == {
        "value": str(tmp_path / "tables.json"),
        "source": "file",
        "place": f"{path}:components",
    }
    assert data["exit_with_stdin"] == {"value": False, "source": "default", "place": ""}


def test_wrong_settings_are_not_shown() -> None:
    result = shown(CARNEGIE_PORT="x", CARNEGIE_WORKERS="0")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        "CARNEGIE_PORT: found 'x', allowed a whole number\nCARNEGIE_WORKERS: found 0, allowed 1 to 256\n"
    )
