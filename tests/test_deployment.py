"""What is in deploy/ fits the service: its settings, flags, ports, limits; and docs/operations.md names them all."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from prometheus_client import CollectorRegistry
from typer.testing import CliRunner

from carnegie_client.command.application import application
from carnegie_server.metrics import CacheMetrics, CallMetrics, PoolMetrics
from carnegie_server.server import SERVICES
from carnegie_server.settings import SETTINGS, SETTINGS_FILE, Settings, load_settings
from carnegie_server.workers import PoolOptions, WorkerPool
from server.commands import build_commands
from server.remembering import Remembering

ROOT: Final = Path(__file__).parent.parent
DEPLOY: Final = ROOT / "deploy"
DOCKERFILE: Final = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
GIBIBYTE: Final = 1 << 30
FRONT_BYTES: Final = GIBIBYTE
UNITS: Final = {"g": GIBIBYTE, "Gi": GIBIBYTE, "m": 1 << 20, "Mi": 1 << 20, "s": 1}


def documents(name: str) -> list[Any]:
    return list(yaml.safe_load_all((DEPLOY / name).read_text(encoding="utf-8")))


COMPOSE: Final = documents("compose.yaml")[0]
ENVOY: Final = documents("envoy.yaml")[0]
GAMES: Final = documents("compose-games.yaml")[0]["services"]["carnegie"]
KUBERNETES: Final = {each["kind"]: each for each in documents("kubernetes/carnegie.yaml")}
POD: Final = KUBERNETES["Deployment"]["spec"]["template"]["spec"]
CONTAINER: Final = POD["containers"][0]


def amount(text: str) -> int:
    """Read a number with a unit, such as 5Gi or 25s."""
    number, unit = re.fullmatch(r"(\d+)([A-Za-z]+)", text).groups()  # type: ignore[union-attr]
    return int(number) * UNITS[unit]


def container_environment() -> dict[str, str]:
    """Give what the container file sets, as a process in the container sees it."""
    joined = DOCKERFILE.replace("\\\n", " ")
    lines = [line for line in joined.splitlines() if line.startswith("ENV ")]
    words = [word for line in lines for word in shlex.split(line.removeprefix("ENV "))]
    return dict(word.split("=", 1) for word in words)


def found_in(name: str, value: object) -> list[dict[str, Any]]:
    """Give every object with a key that is somewhere in a document."""
    match value:
        case dict():
            own = [value] if name in value else []
            return own + [found for each in value.values() for found in found_in(name, each)]
        case list():
            return [found for each in value for found in found_in(name, each)]
        case _:
            return []


def settings_of(environment: Mapping[str, str], *flags: str) -> Settings:
    return load_settings(flags, {**container_environment(), **environment})


def kubernetes_settings(folder: Path) -> Settings:
    """Give the settings of a pod: the container's, and those of the file that is mounted into it."""
    file = folder / "carnegie.toml"
    file.write_text(KUBERNETES["ConfigMap"]["data"]["carnegie.toml"], encoding="utf-8")
    mounted = {each["name"]: each["mountPath"] for each in CONTAINER["volumeMounts"]}["settings"]
    assert CONTAINER["args"] == ["--config", f"{mounted}/carnegie.toml"]
    return settings_of({}, "--config", str(file))


def test_every_variable_of_the_service_that_is_named_is_one() -> None:
    known = {setting.variable for setting in (*SETTINGS.values(), SETTINGS_FILE)}
    for path in sorted(each for each in DEPLOY.rglob("*") if each.is_file()):
        named = set(re.findall(r"\bCARNEGIE_[A-Z_]+\b(?!=tcp)", path.read_text(encoding="utf-8")))
        assert named <= known, path.name


def test_the_settings_of_the_container_are_allowed() -> None:
    settings = settings_of({})
    assert (settings.host, settings.log_format) == ("0.0.0.0", "json")
    exposed = re.findall(r"^EXPOSE (.*)$", DOCKERFILE, re.MULTILINE)
    assert exposed == [f"{settings.port} {settings.metrics_port}"]


def test_the_health_check_of_the_container_is_a_command_that_there_is() -> None:
    check = re.search(r"HEALTHCHECK .*?CMD \[(.*?)\]", DOCKERFILE, re.DOTALL)
    assert check is not None
    program, command, *options = re.findall(r'"([^"]*)"', check[1])
    assert (program, command) == ("carnegie", "health")
    assert options[options.index("--server") + 1] == f"127.0.0.1:{settings_of({}).port}"
    shown = CliRunner().invoke(application, ["health", "--help"]).stdout
    assert {option for option in options if option.startswith("--") and option not in shown} == set()


def test_the_container_does_not_run_as_root_and_has_the_pinned_versions() -> None:
    user = re.search(r"^USER (\d+):(\d+)$", DOCKERFILE, re.MULTILINE)
    assert user is not None
    assert f"--uid {user[1]} " in DOCKERFILE
    assert POD["securityContext"]["runAsUser"] == int(user[1]) != 0
    installs = [line for line in DOCKERFILE.replace("\\\n", " ").split("&&") if " install " in line]
    assert len(installs) == 2
    assert [line for line in installs if "--constraint constraints.txt" not in line] == []
    copied = re.findall(r"^COPY (?!--from)(\S+) ", DOCKERFILE, re.MULTILINE)
    assert [name for name in copied if not (ROOT / name).exists()] == []
    kept = re.findall(
        r"^!(\S+)$", (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert kept == copied


@pytest.mark.parametrize("name", ["replica-a", "replica-b"])
def test_the_replicas_of_the_compose_file(name: str) -> None:
    replica = COMPOSE["services"][name]
    settings = settings_of(replica["environment"])
    assert amount(replica["mem_limit"]) >= settings.workers * settings.worker_memory + FRONT_BYTES
    assert amount(replica["stop_grace_period"]) > settings.shutdown_grace
    assert replica["read_only"]
    assert replica["tmpfs"] == ["/tmp"]
    assert (
        DEPLOY / replica["build"]["context"] / replica["build"]["dockerfile"]
    ).resolve() == DEPLOY / "Dockerfile"


def test_the_service_with_games_keeps_them_on_a_volume(tmp_path: Path) -> None:
    folder = GAMES["environment"]["CARNEGIE_GAMES_PATH"].rpartition("/")[0]
    (volume,) = GAMES["volumes"]
    assert volume.partition(":")[2] == folder
    assert volume.partition(":")[0] in documents("compose-games.yaml")[0]["volumes"]
    # The volume takes over whom the folder in the image belongs to.
    assert f"mkdir --mode 0700 {folder} " in DOCKERFILE
    assert f"chown 10001:10001 {folder}\n" in DOCKERFILE
    here = {**GAMES["environment"], "CARNEGIE_GAMES_PATH": str(tmp_path / "games.db")}
    settings = settings_of(here)
    assert settings.games_path == tmp_path / "games.db"
    assert amount(GAMES["mem_limit"]) >= settings.workers * settings.worker_memory + FRONT_BYTES
    assert amount(GAMES["stop_grace_period"]) > settings.shutdown_grace
    assert (GAMES["read_only"], GAMES["tmpfs"]) == (True, ["/tmp"])
    assert not settings_of({}).games_path, "replicas keep none"


def test_the_proxy_knows_the_replicas() -> None:
    backends = found_in("lb_endpoints", ENVOY)[0]["lb_endpoints"]
    addresses = [each["endpoint"]["address"]["socket_address"] for each in backends]
    replicas = [name for name in COMPOSE["services"] if name != "proxy"]
    assert [each["address"] for each in addresses] == replicas
    assert {each["port_value"] for each in addresses} == {settings_of({}).port}
    assert set(COMPOSE["services"]["proxy"]["depends_on"]) == set(replicas)
    assert found_in("grpc_health_check", ENVOY)
    listener = ENVOY["static_resources"]["listeners"][0]["address"]["socket_address"]["port_value"]
    assert [each.rpartition(":")[2] for each in COMPOSE["services"]["proxy"]["ports"]] == [str(listener)]


def test_the_memory_of_a_pod_is_enough_for_its_workers(tmp_path: Path) -> None:
    settings = kubernetes_settings(tmp_path)
    resources = CONTAINER["resources"]
    assert amount(resources["limits"]["memory"]) >= settings.workers * settings.worker_memory + FRONT_BYTES
    assert int(resources["requests"]["cpu"]) == settings.workers


def test_a_pod_has_the_time_to_end(tmp_path: Path) -> None:
    pause = re.search(r"sleep\((\d+)\)", str(CONTAINER["lifecycle"]["preStop"]))
    assert pause is not None
    needed = int(pause[1]) + kubernetes_settings(tmp_path).shutdown_grace
    assert POD["terminationGracePeriodSeconds"] > needed


def test_the_ports_of_a_pod_are_those_of_the_service(tmp_path: Path) -> None:
    settings = kubernetes_settings(tmp_path)
    ports = {each["name"]: each["containerPort"] for each in CONTAINER["ports"]}
    assert ports == {"grpc": settings.port, "metrics": settings.metrics_port}
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        assert CONTAINER[probe]["grpc"]["port"] == settings.port
    service = KUBERNETES["Service"]["spec"]
    assert [(each["port"], each["targetPort"]) for each in service["ports"]] == [(settings.port, "grpc")]
    annotations = KUBERNETES["Deployment"]["spec"]["template"]["metadata"]["annotations"]
    assert annotations["prometheus.io/port"] == str(settings.metrics_port)


def test_pods_are_found_by_their_labels_and_are_not_confused_by_the_services_name() -> None:
    labels = KUBERNETES["Deployment"]["spec"]["template"]["metadata"]["labels"]
    for kind in ("Deployment", "PodDisruptionBudget"):
        assert KUBERNETES[kind]["spec"]["selector"]["matchLabels"] == labels
    assert KUBERNETES["Service"]["spec"]["selector"] == labels
    assert POD["enableServiceLinks"] is False
    assert (
        KUBERNETES["PodDisruptionBudget"]["spec"]["minAvailable"]
        < KUBERNETES["Deployment"]["spec"]["replicas"]
    )
    assert CONTAINER["securityContext"]["readOnlyRootFilesystem"]
    assert "/tmp" in [each["mountPath"] for each in CONTAINER["volumeMounts"]]


def operations() -> str:
    return (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")


def shown_default(name: str) -> str:
    value = getattr(Settings(), name)
    if name == "workers":
        return "cores available"
    match value:
        case None | ():
            return "none"
        case bool():
            return str(value).lower()
        case float():
            return f"{value:g}"
        case tuple():
            return ", ".join(map(str, value))
        case _:
            return str(value)


def test_every_setting_is_documented() -> None:
    """The table of docs/operations.md has every setting in order, with its names, its default and its meaning."""
    section = operations().split("\n## Settings\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `.*$", section, re.MULTILINE)
    expected = [
        f"| `{name}` | `{each.flag}` | `{each.variable}` | {shown_default(name)} | {each.meaning} |"
        for name, each in SETTINGS.items()
    ]
    assert rows == expected


def test_every_metric_is_documented() -> None:
    registry = CollectorRegistry()
    CallMetrics(registry, SERVICES)
    registry.register(CacheMetrics(Remembering()))
    registry.register(PoolMetrics(WorkerPool(build_commands, PoolOptions(1, max_seconds=1.0))))
    names = {
        f"{family.name}_total" if family.type == "counter" else family.name for family in registry.collect()
    }
    section = operations().split("\n## Metrics\n")[1].split("\n## ")[0]
    first_columns = " ".join(re.findall(r"^\| (`.*?) \|", section, re.MULTILINE))
    documented = {name for name in re.findall(r"`(\w+)`", first_columns) if name != "carnegie_build_info"}
    assert documented == names


def test_the_documented_settings_file_is_one(tmp_path: Path) -> None:
    example = re.search(r"^```toml\n(.*?)^```$", operations(), re.MULTILINE | re.DOTALL)
    assert example is not None
    (tmp_path / "carnegie.toml").write_text(example[1], encoding="utf-8")
    (tmp_path / "components.json").write_text("{}", encoding="utf-8")
    settings = load_settings(["--config", str(tmp_path / "carnegie.toml")], {})
    assert (settings.host, settings.max_time_limit) == ("0.0.0.0", 5.0)
    assert settings.components == tmp_path / "components.json"
