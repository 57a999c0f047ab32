"""What runs that are kept need is an extra: no other command loads it, and one that needs it says plainly that it is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from actors import write_agent

HEAVY = {"dbos", "sqlalchemy", "psycopg", "croniter"}


def called(words: list[str], *, without: str = "") -> tuple[set[str], str]:
    """The modules in memory after a command, and what it says; `without` a package, as if it were not installed."""
    code = (
        f"import sys, io\nif {without!r}: sys.modules[{without!r}] = None\n"
        "from remit.__main__ import main\nsys.stdout = io.StringIO()\n"
        f"try:\n    sys.exit(main({words!r}))\nfinally:\n    print(*sys.modules, file=sys.__stdout__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if without:
        assert done.returncode == 2
    return {name.partition(".")[0] for name in done.stdout.split()}, done.stderr


@pytest.mark.parametrize(
    "words", [["--version"], ["jobs"], ["jobs", "work"], ["run", "--help"], ["run", "helper", "--dry-run"]]
)
def test_other_commands_load_nothing_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    write_agent(tmp_path, "helper", "tools: Read")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    loaded, _ = called(words)
    assert "remit" in loaded
    assert not loaded & HEAVY


@pytest.mark.parametrize("package", ["dbos", "psycopg", "sqlalchemy"])
def test_what_is_missing_is_named(package: str) -> None:
    _, said = called(["jobs", "--durable", "sqlite:///runs.db"], without=package)
    assert said.startswith("remit: runs that are kept need DBOS")
    assert "install `remit[fleet]`" in said
    assert "Traceback" not in said
