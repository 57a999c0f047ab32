"""The language server is an extra: no other command loads its library."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    "words",
    [["--help"], ["list", "HERE"], ["check", "HERE"], ["show", "--root", "HERE"], ["completion", "bash"], ["lsp", "--help"]],
)
def test_other_commands_load_nothing_of_it(tmp_path: Path, words: list[str]) -> None:
    words = [str(tmp_path) if word == "HERE" else word for word in words]
    code = (
        "import sys, io\nfrom remit.__main__ import main\nsys.stdout = io.StringIO()\n"
        f"try:\n    main({words!r})\nexcept SystemExit:\n    pass\nprint(*sys.modules, file=sys.__stdout__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & {"pygls", "lsprotocol", "attrs", "cattrs", "asyncio"}
