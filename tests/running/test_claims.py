"""Claims: one process at a time, until its end; and which variables hold what no store may."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from test_command import SRC

from remit.credentials import names_a_credential
from remit.running.claims import BESIDE, Claim

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="runs are not kept on Windows")
_TAKES = "import sys; from remit.running.claims import Claim; print(Claim(*sys.argv[1:]).take(), flush=True); input()"


def test_a_claim_is_one_processes_until_it_is_killed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/runs.db"
    with subprocess.Popen(
        [sys.executable, "-c", _TAKES, url, "run x"],
        env={"PYTHONPATH": SRC},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "True\n"
        assert not Claim(url, "run x").free()
        assert not Claim(url, "run x").take()
        assert Claim(url, "run y").free()
        assert Claim(url, "run y").take()
        other.kill()
    assert Claim(url, "run x").free()
    assert Claim(url, "run x").take()
    assert Claim(url, "run x").keep()
    assert Path(f"{tmp_path}/runs.db{BESIDE}").stat().st_mode & 0o77 == 0


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("OPENAI_API_KEY", True), ("ANTHROPIC_API_KEY", True), ("GITHUB_TOKEN", True), ("AWS_SECRET_ACCESS_KEY", True), ("PGPASSWORD", True),
        ("DB_PASSWORD", True), ("npm_token", True), ("PATH", False), ("SSH_AUTH_SOCK", False), ("KEYBOARD_LAYOUT", False), ("TOKENIZERS", False),
    ],
)  # fmt: skip
def test_a_variables_name_tells_a_credential(name: str, holds: bool) -> None:
    assert names_a_credential(name) is holds
