"""Imports point one way: clients -> proto <- server -> solver, and down inside the solver."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# What a package may import of the project's own packages, itself included.
PACKAGES = {
    "proto/carnegie": {"carnegie"},
    "proto/carnegie_proto": {"carnegie", "carnegie_proto"},
    "solver/carnegie_solver": {"carnegie_solver"},
    "server/carnegie_server": {"carnegie", "carnegie_proto", "carnegie_solver", "carnegie_server"},
    "clients/python/carnegie_client": {"carnegie", "carnegie_proto", "carnegie_client"},
    "clients/python/carnegie_command": {"carnegie_command"},
}
OWN_PACKAGES = {
    "carnegie",
    "carnegie_proto",
    "carnegie_solver",
    "carnegie_server",
    "carnegie_client",
    "carnegie_command",
}

# Libraries that a package must do without.
FORBIDDEN_LIBRARIES = {
    "solver/carnegie_solver": {
        "grpc",
        "google",
        "grpc_status",
        "grpc_health",
        "typer",
        "socket",
        "subprocess",
    },
    "clients/python/carnegie_client": {"ortools", "networkx"},
    "server/carnegie_server": {"ortools", "networkx", "typer"},
    "proto/carnegie_proto": {"ortools", "networkx"},
}

# The solver's parts, from the top down; what is not listed stands below all of them.
SOLVER_LAYERS = [
    "review",
    "evaluation",
    "explanation",
    "means",
    "analysis",
    "advisor",
    "lookahead",
    "lines",
    "decisions",
    "plans",
    "valuation",
    "restrictions",
    "rules",
    "components",
]


def imported_modules(path: Path) -> set[str]:
    """Give the full names of all modules that a file imports, wherever in the file it does."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            module = node.module or ""
            names.add(module)
            names.update(f"{module}.{alias.name}" for alias in node.names)
    return names


def python_files(package: str) -> list[Path]:
    files = sorted((ROOT / package).rglob("*.py"))
    assert files, f"nothing in {package}"
    return files


def forbidden_imports(package: str) -> list[str]:
    return [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in python_files(package)
        for name in sorted(imported_modules(path))
        if (top := name.partition(".")[0]) in OWN_PACKAGES - PACKAGES[package]
        or top in FORBIDDEN_LIBRARIES.get(package, set())
    ]


def layer(module: str) -> int:
    """Give a module's place in the solver's layers, 0 being the top."""
    part = module.split(".")[1] if "." in module else "advisor"
    return SOLVER_LAYERS.index(part) if part in SOLVER_LAYERS else len(SOLVER_LAYERS)


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_import_only_what_the_design_allows(package: str) -> None:
    assert forbidden_imports(package) == []


def test_imports_inside_the_solver_point_down() -> None:
    folder = ROOT / "solver"
    upward = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in python_files("solver/carnegie_solver")
        for name in sorted(imported_modules(path))
        if name.startswith("carnegie_solver.")
        and layer(name) < layer(".".join(path.relative_to(folder).with_suffix("").parts))
    ]
    assert upward == []


@pytest.mark.parametrize(
    ("above", "below"),
    [("advisor", "lookahead"), ("decisions", "valuation"), ("rules", "components"), ("components", "limits")],
)
def test_layers_are_told_apart(above: str, below: str) -> None:
    assert layer(f"carnegie_solver.{above}") < layer(f"carnegie_solver.{below}.more")


def test_imports_are_found_wherever_they_stand(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(
        "import a.b\nfrom c import d\n\ndef later():\n    import e\n    from f.g import h as i\n",
        encoding="utf-8",
    )
    assert imported_modules(file) == {"a.b", "c", "c.d", "e", "f.g", "f.g.h"}
