"""How many seeded faults a linter finds: remit, and agnix where it is installed.

    python benchmarks/seeded.py [--agnix PROGRAM]

The faults are those of `tests/seeded`. A fault is found *on its line* where the linter says something of at least the fault's file on one of
the lines that may be meant; for remit a rule that speaks of the fault is asked for as well. *At most in the file* is as kind to a linter as
can be: each error or warning of a file counts for one of its faults, whatever it says and wherever it points.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from remit.checking import run

HERE = Path(__file__).parent.parent / "tests" / "seeded"
GRAVE = ("error", "warning")

Told = list[tuple[str, int, str, str]]
"""What a linter says: file, line, severity, rule."""


def by_remit(folder: Path) -> Told:
    told: Told = []
    for project in sorted(folder.iterdir()):
        if project.is_dir():
            for finding in run([str(project)], home=str(folder / "nobody")).diagnostics:
                path = Path(finding.path or "").relative_to(folder).as_posix()
                told.append((path, finding.span[0][0], finding.severity, finding.rule))
    return told


def by_agnix(program: str, folder: Path) -> Told:
    told: Told = []
    for project in sorted(folder.iterdir()):
        if project.is_dir():
            answer = subprocess.run(
                [program, "--format", "json", "."], cwd=project, capture_output=True, text=True, check=False
            )
            for one in json.loads(answer.stdout)["diagnostics"]:
                told.append((f"{project.name}/{one['file'].removeprefix('./')}", one["line"], one["level"], one["rule"]))
    return told


def score(name: str, told: Told, good: Told, expected: list[dict], exact: bool) -> None:
    on_line = [
        row
        for row in expected
        if any(
            path == row["file"] and line in row["lines"] and (not exact or rule in row["rules"]) for path, line, _, rule in told
        )
    ]
    faults = Counter(row["file"] for row in expected)
    said = Counter(path for path, _, severity, _ in told if severity in GRAVE)
    at_most = sum(min(count, said[path]) for path, count in faults.items())
    wrong = [row for row in good if row[2] in GRAVE]
    print(f"{name}: {len(on_line)} of {len(expected)} on their line, at most {at_most} in the file; {len(wrong)} on good files")
    found = {id(row) for row in on_line}
    for row in expected:
        if exact and id(row) not in found:
            print(f"  missed: {row['file']}:{row['lines'][0]}: {row['kind']}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--agnix", metavar="PROGRAM", help="the program agnix")
    chosen = options.parse_args()
    expected = [row for row in json.loads((HERE / "expected.json").read_bytes()) if "persona" not in row]
    with tempfile.TemporaryDirectory() as work:
        for kind in ("faulty", "good"):
            shutil.copytree(HERE / kind, Path(work, kind))
        print(f"{len(expected)} faults in {len({row['file'] for row in expected})} files")
        score("remit", by_remit(Path(work, "faulty")), by_remit(Path(work, "good")), expected, exact=True)
        program = chosen.agnix or shutil.which("agnix")
        if program:
            score(
                "agnix", by_agnix(program, Path(work, "faulty")), by_agnix(program, Path(work, "good")), expected, exact=False
            )


if __name__ == "__main__":
    main()
