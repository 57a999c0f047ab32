"""A sample of findings to be judged by a person: which of them are wrong?

    python benchmarks/sample.py FOLDER… [--size 200] [--least 3] [--persona regular]

Each FOLDER is checked as a project of its own. Of the findings as many are drawn as are asked for, in the order of a hash of their rule, path
and place, so that the same tree gives the same sample on every machine; of each rule that fires at least `--least`. What is printed is a line
for each: rule, severity, path and place, message.
"""

from __future__ import annotations

import argparse
import hashlib
from collections import Counter
from pathlib import Path

from remit.checking import run
from remit.diagnostic import Diagnostic
from remit.rules import PERSONAS


def draw(findings: list[tuple[str, Diagnostic]], size: int, least: int) -> list[tuple[str, Diagnostic]]:
    def order(row: tuple[str, Diagnostic]) -> str:
        path, finding = row
        return hashlib.sha256(f"{finding.rule}|{path}|{finding.span[0]}".encode()).hexdigest()

    ordered = sorted(findings, key=order)
    drawn: list[tuple[str, Diagnostic]] = []
    count: Counter[str] = Counter()
    for row in ordered:
        if count[row[1].rule] < least:
            count[row[1].rule] += 1
            drawn.append(row)
    taken = set(map(id, drawn))
    drawn += [row for row in ordered if id(row) not in taken][: max(size - len(drawn), 0)]
    return sorted(drawn, key=lambda row: (row[1].rule, row[0], row[1].start))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folders", metavar="FOLDER", nargs="+", type=Path)
    options.add_argument("--size", type=int, default=200)
    options.add_argument("--least", type=int, default=3)
    options.add_argument("--persona", choices=PERSONAS, default="regular")
    chosen = options.parse_args()
    personas = PERSONAS[: PERSONAS.index(chosen.persona) + 1]
    findings: dict[tuple[str, str, int, int], tuple[str, Diagnostic]] = {}
    for folder in chosen.folders:
        for finding in run([str(folder)], home=str(folder / "nobody"), personas=personas).diagnostics:
            path = f"{folder.name}/{Path(finding.path or '').relative_to(folder).as_posix()}"
            findings.setdefault((finding.rule, path, finding.start, finding.end), (path, finding))
    count = Counter(finding.rule for _, finding in findings.values())
    drawn = draw(list(findings.values()), chosen.size, chosen.least)
    sampled = Counter(finding.rule for _, finding in drawn)
    for rule in sorted(count):
        print(f"# {rule}: {count[rule]} findings, {sampled[rule]} drawn")
    print(f"# {len(findings)} findings, {len(drawn)} drawn")
    for path, finding in drawn:
        line, column = finding.span[0]
        print(f"{finding.rule}\t{finding.severity}\t{path}:{line}:{column}\t{finding.message}")


if __name__ == "__main__":
    main()
