"""The gate's library, and those that read secrets, are extras: no other command loads them, nor does the gate before it runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {"mcp", "mcp_types", "pydantic", "anyio", "starlette", "uvicorn", "httpx2", "keyring", "dotenv", "asyncio"}


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["list", "HERE"],
        ["check", "HERE"],
        ["compile", "HERE"],
        ["completion", "bash"],
        ["gate", "--help"],
        ["gate"],
    ],
)
def test_other_commands_load_nothing_of_it(tmp_path: Path, words: list[str]) -> None:
    words = [str(tmp_path) if word == "HERE" else word for word in words]
    code = (
        "import sys, io\nfrom remit.__main__ import main\nsys.stdout = io.StringIO()\n"
        f"try:\n    main({words!r})\nexcept SystemExit:\n    pass\nprint(*sys.modules, file=sys.__stdout__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {name.partition(".")[0] for name in done.stdout.split()} & HEAVY


def test_grants_and_masking_need_no_library() -> None:
    code = "import sys, remit.enforcement.secrets.leases, remit.enforcement.secrets.approving, remit.enforcement.standing; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {name.partition(".")[0] for name in done.stdout.split()} & HEAVY
