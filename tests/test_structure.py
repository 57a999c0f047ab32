"""The shape of the code: imports point one way, and nothing heavy is loaded where it is not needed."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import remit
from remit.hosts import all_hosts, names

ROOT = Path(remit.__file__).parent
ORDER = [
    "_version", "onlooker", "cache", "witness", "source", "errors", "credentials", "diagnostic", "fingerprint", "syntax", "document",
    "launches", "injection", "behind", "definition", "tools", "policy", "inventory", "permissions", "ruling", "discovery", "hosts.base",
    "session", "hosts", "resolving", "api", "loose", "precedence", "catalog", "gathering", "renewing", "mending", "rules", "selection", "examining", "comments",
    "suppressions", "configuration", "sieve", "baseline", "checking", "fixing", "schemas", "enforcement", "running", "adapters", "answers", "lsp",
    "reports", "cli", "__main__",
]  # fmt: skip
"""From the bottom up: a room may import those before it, at import time."""


def room(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    if parts[0] == "hosts":
        return "hosts.base" if parts[1] == "base" else "hosts"
    return parts[0]


def imports(path: Path) -> list[tuple[str, bool]]:
    """The modules of remit that a file imports, each with whether that is at import time."""
    package = ("remit", *path.relative_to(ROOT).with_suffix("").parts)
    found = []

    def walk(node: ast.AST, early: bool) -> None:
        for child in ast.iter_child_nodes(node):
            now = early
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                now = False
            if isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING":
                continue
            if isinstance(child, ast.ImportFrom) and child.level:
                base = package[: len(package) - child.level]
                module = ".".join((*base, *(child.module or "").split("."))).rstrip(".")
                for alias in child.names:
                    found.append((f"{module}.{alias.name}", now))
            walk(child, now)

    walk(ast.parse(path.read_text()), True)
    return found


FILES = sorted(path for path in ROOT.rglob("*.py") if path.name != "__init__.py" or path.parent != ROOT)


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(ROOT)) for path in FILES])
def test_imports_point_one_way(path: Path) -> None:
    own = room(path)
    for module, early in imports(path):
        parts = module.split(".")[1:]
        other = "hosts.base" if parts[:2] == ["hosts", "base"] else parts[0] if parts else "_version"
        if other not in ORDER or other == own:
            continue
        if early:
            assert ORDER.index(other) < ORDER.index(own), f"{path.name} imports {module} at import time"


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(ROOT)) for path in FILES])
def test_a_host_imports_no_host_and_a_rule_no_rule(path: Path) -> None:
    parts = path.relative_to(ROOT).parts
    for module, _ in imports(path):
        target = module.split(".")[1:]
        if parts[0] == "hosts" and len(parts) > 1 and target[:1] == ["hosts"] and len(target) > 1:
            own = parts[1].removesuffix(".py")
            if target[1] == "base":
                continue
            if (own not in ("base", "__init__") and (ROOT / "hosts" / target[1]).is_dir()) or (
                ROOT / "hosts" / f"{target[1]}.py"
            ).is_file():
                assert target[1] in (own, "base") or own == "__init__", module
        if parts[0] == "rules" and target[:1] == ["rules"] and len(target) > 1:
            assert target[1].startswith("_") or parts[1] == "__init__.py", module


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports for types alone do not count: those of what a function needs do, as a circle of them has no top to read it from."""
    modules = {
        ".".join(("remit", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__"): path for path in FILES
    }
    graph: dict[str, set[str]] = {}
    for name, path in modules.items():
        named = {target if target in modules else target.rpartition(".")[0] for target, _ in imports(path)}
        graph[name] = (named & modules.keys()) - {name}
    TopologicalSorter(graph).prepare()


def test_no_code_outside_a_host_names_one() -> None:

    for path in FILES:
        if path.relative_to(ROOT).parts[0] in ("hosts", "rules"):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Compare):
                for part in [node.left, *node.comparators]:
                    assert not (isinstance(part, ast.Constant) and part.value in names()), (
                        f"{path}:{node.lineno} compares a host's name"
                    )


def test_a_plain_path_is_no_hosts_place() -> None:
    """What `hosts._tells` takes for granted, so that no host is loaded for `reviewer.md`."""
    for host in all_hosts():
        assert all(folder.startswith(".") for folder in host.folders), host.name
        assert all(ending.count(".") > 1 or not ending.endswith(".md") for ending in host.suffixes), host.name
        assert not any(name.endswith(".md") for name in host.files), host.name
        assert not host.claims("reviewer.md"), host.name
        assert not host.claims("agents/reviewer.md"), host.name


def loaded(*words: str) -> set[str]:
    """The modules in memory after a command."""
    code = (
        "import sys\nfrom remit.__main__ import main\nimport io\n"
        f"sys.stdout = io.StringIO()\ntry:\n    main({list(words)!r})\nexcept SystemExit:\n    pass\n"
        "sys.__stdout__.write('\\n'.join(sys.modules))"
    )
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


HEAVY = {
    "yaml",
    "rich",
    "rich.console",
    "dataclasses",
    "typing",
    "pathlib",
    "tomllib",
    "inspect",
    "logging",
    "asyncio",
    "importlib.metadata",
}


@pytest.fixture
def agent(tmp_path: Path) -> str:
    path = tmp_path / "agent.md"
    path.write_text("---\nname: a\ndescription: Does things well\ntools: Read, Bash(git *)\nmodel: sonnet\n---\nBody\n")
    return str(path)


def test_the_version_loads_almost_nothing() -> None:
    assert not loaded("--version") & {*HEAVY, "argparse", "json", "re"}


def test_show_as_json_loads_nothing_heavy(agent: str) -> None:
    assert not loaded("show", agent, "--format", "json") & HEAVY


def test_text_loads_the_terminal_library_and_no_yaml(agent: str) -> None:
    modules = loaded("show", agent)
    assert "rich.console" in modules
    assert "yaml" not in modules


def test_findings_are_told_without_the_terminal_library(agent: str) -> None:
    modules = loaded("check", agent)
    assert "remit.reports.findings" in modules
    assert not modules & HEAVY


def test_importing_remit_loads_nothing_of_it() -> None:
    code = "import sys, remit\nprint([name for name in sys.modules if name.startswith('remit')])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "['remit']"


def test_every_public_name_is_there() -> None:
    for name in remit.__all__:
        assert getattr(remit, name) is not None
    with pytest.raises(AttributeError):
        _ = remit.nothing
    assert callable(remit.resolve)
    importlib.import_module("remit.resolving")  # importing the rooms leaves the names of the API alone
    assert callable(remit.resolve)
