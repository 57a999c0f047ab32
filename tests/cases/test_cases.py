"""The cases: faults from public reports, each field of each expectation a test of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import runner

from remit.hosts import names

HERE = Path(__file__).parent / "data"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    rows, ids = [], []
    for root in metafunc.config.getoption("--cases") or [HERE]:
        for path in sorted(Path(root).glob("*/expected.json")):
            expected = json.loads(path.read_bytes())
            for field in expected:
                if field in runner.DESCRIPTIVE:
                    continue
                rows.append((path.parent, field))
                ids.append(f"{expected['id']}-{field}")
    metafunc.parametrize(("folder", "field"), rows, ids=ids)


def test_case(folder: Path, field: str, tmp_path: Path) -> None:
    if field in runner.WAITING:
        pytest.skip(f"waits for {runner.WAITING[field]}")
    case = runner.Case(folder, tmp_path / "case")
    unknown = {case.dialect(), *case.expected.get("dialect_by_file", {}).values()} - set(names()) - set(runner.HOSTS)
    if unknown and case.expected["kind"] == runner.CONVERTS:
        pytest.skip(f"waits for conversion: {', '.join(sorted(unknown))} is no host of remit yet")
    found = runner.problems(case, field)
    assert not found, "\n".join([case.expected["title"], case.expected["expectation"], *found])
    if case.waiting:
        pytest.skip("all else agrees; waits for " + ", ".join(case.waiting))
