"""The packages agree with each other, and with the versions that the repository pins."""

from __future__ import annotations

import importlib.metadata
import re
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parent.parent
PROJECTS: Final = ("proto", "solver", "server", "clients/python")
SOURCES: Final = (
    "proto/carnegie",
    "proto/carnegie_proto",
    "solver/carnegie_solver",
    "server/carnegie_server",
    "clients/python/carnegie_client",
)


def project_file(folder: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))


def entries(name: str) -> list[str]:
    """Give the lines of a requirements file without comments."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def normal_name(requirement: str) -> str:
    """Give the name of a required package as all spell it alike."""
    name = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert name is not None, requirement
    return re.sub(r"[-_.]+", "-", name[0]).lower()


def pins() -> dict[str, str]:
    exact = [
        re.fullmatch(r"([A-Za-z0-9._-]+)==([0-9A-Za-z.+!]+)", line) for line in entries("constraints.txt")
    ]
    assert all(exact), "constraints.txt holds exact versions only"
    return {normal_name(pin[1]): pin[2] for pin in exact if pin is not None}


def test_all_packages_have_one_version_and_licence() -> None:
    projects = [project_file(folder)["project"] for folder in PROJECTS]
    assert {project["version"] for project in projects} == {"0.1.0"}
    assert {project["license"] for project in projects} == {"Apache-2.0"}
    own = {f"{project['name']}=={project['version']}" for project in projects}
    needed = {need for project in projects for need in project["dependencies"]}
    assert {need for need in needed if need.startswith("carnegie-")} <= own


def test_all_packages_are_typed() -> None:
    assert [source for source in SOURCES if not (ROOT / source / "py.typed").exists()] == []


def test_everything_that_is_installed_has_an_exact_version() -> None:
    needed = set(entries("requirements-dev.txt"))
    for folder in PROJECTS:
        data = project_file(folder)
        needed |= set(data["build-system"]["requires"]) | set(data["project"]["dependencies"])
        needed |= {
            need for needs in data["project"].get("optional-dependencies", {}).values() for need in needs
        }
    own = {normal_name(project_file(folder)["project"]["name"]) for folder in PROJECTS}
    assert {normal_name(need) for need in needed} - own - set(pins()) == set()


@pytest.mark.parametrize("name", ["ortools", "protobuf", "grpcio", "networkx"])
def test_the_libraries_that_answers_rest_on_are_the_pinned_ones(name: str) -> None:
    assert importlib.metadata.version(name) == pins()[name]


def test_a_client_needs_no_solver() -> None:
    needs = {normal_name(need) for need in project_file("clients/python")["project"]["dependencies"]}
    needs |= {normal_name(need) for need in project_file("proto")["project"]["dependencies"]}
    assert needs & {"ortools", "networkx", "numpy", "carnegie-solver", "carnegie-server"} == set()


def test_no_file_is_longer_than_a_reader_can_hold() -> None:
    too_long = {
        str(path.relative_to(ROOT)): lines
        for source in SOURCES
        for path in (ROOT / source).rglob("*.py")
        if not path.name.endswith(("_pb2.py", "_pb2_grpc.py"))
        and (lines := path.read_text(encoding="utf-8").count("\n")) > 400
    }
    assert too_long == {}
