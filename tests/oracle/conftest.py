"""The scripts that find the real clients: the folder that `--oracle DIR` names."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def oracle(request: pytest.FixtureRequest) -> ModuleType:
    folder = Path(request.config.getoption("--oracle")) / "claude-code"
    sys.path.insert(0, str(folder))
    spec = importlib.util.spec_from_file_location("oracle_claude_code", folder / "oracle.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
