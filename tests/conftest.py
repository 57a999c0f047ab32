"""Options of the test suite: other folders of golden answers and cases, and the opt-in questions to real clients."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

HERE = Path(__file__).parent
SHARED = Path(os.environ.get("REMIT_SHARED", HERE.parent.parent / "shared"))

os.environ["REMIT_NO_CACHE"] = "1"  # tests see what a check does, not what one did; those of the cache take this away

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--golden", action="append", default=[], metavar="DIR", help="a folder of golden answers in place of our own"
    )
    parser.addoption("--cases", action="append", default=[], metavar="DIR", help="a folder of cases in place of our own")
    parser.addoption(
        "--oracle", metavar="DIR", help="the folder of scripts that ask the real clients; runs the tests marked `oracle`"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--oracle"):
        return
    for item in items:
        if "oracle" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="asks a real client: give --oracle DIR"))


def golden_folders(config: pytest.Config, prefix: str) -> list[Path]:
    """The folders of golden answers of one client: of each `--golden DIR` the folder itself or those inside it."""
    found = []
    for root in config.getoption("--golden") or [HERE / "golden"]:
        path = Path(root)
        candidates = [path, *sorted(path.iterdir())] if path.is_dir() else []
        found += [folder for folder in candidates if folder.is_dir() and folder.name.startswith(prefix)]
    return found


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Real public agent files, where they are at hand."""
    path = SHARED / "corpus"
    if not path.is_dir():
        pytest.skip("the corpus of public agent files is not here")
    return path
