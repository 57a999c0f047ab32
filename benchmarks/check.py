"""How long `remit check` takes, beside another linter, cold and warm, and whether twice the files take twice the time.

    python benchmarks/check.py CORPUS [--agnix PROGRAM] [--remit PROGRAM] [--rounds 7] [--files 1000,2000,4000,8000]

CORPUS is a folder of agent files of Claude Code. Two layouts are made of it in a temporary folder: *spread*, twenty files to each of many
projects (`p*/.claude/agents/`), and *one folder* of a thousand. Each program is started anew for every measurement, as its users start it, and
prints its report into a pipe that is read to its end; the programs take turns, and what counts is the median of wall time. `cold` is a check that
looks at everything (`--no-cache`), `first` one that also writes down what it saw, `warm` one that finds nothing changed since. Both programs have
run before, so that files and bytecode are in memory.

`--remit` is the installed command (default: the one beside this Python); `--agnix` the program to measure against (`pip install agnix`).
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

PROJECT = 20
"""Files of a project in the spread layout."""
SETTLED = 2.5
"""Seconds after which files count as unchanged (see docs/cache.md)."""


def sources(corpus: Path) -> list[Path]:
    """The corpus's files, in an order that is the same everywhere."""
    return sorted(path for path in corpus.rglob("*.md") if path.is_file())


def spread(files: list[Path], target: Path) -> Path:
    for count, path in enumerate(files):
        folder = target / f"p{count // PROJECT}" / ".claude" / "agents"
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / f"a{count}-{path.name}")
    return target


def one_folder(files: list[Path], target: Path, count: int) -> Path:
    folder = target / ".claude" / "agents"
    folder.mkdir(parents=True)
    for number in range(count):
        path = files[number % len(files)]
        shutil.copyfile(path, folder / f"a{number}-{path.name}")
    return target


def command(words: list[str], cache: Path) -> Callable[[], None]:
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    environment.pop("REMIT_NO_CACHE", None)

    def call() -> None:
        subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, check=False)

    return call


def medians(tasks: dict[str, Callable[[], None]], rounds: int) -> dict[str, float]:
    """The median wall time of each task in milliseconds, the tasks in turn, after a round that does not count."""
    times: dict[str, list[float]] = {name: [] for name in tasks}
    for turn in range(rounds + 1):
        for name, task in tasks.items():
            start = time.perf_counter()
            task()
            if turn:
                times[name].append((time.perf_counter() - start) * 1000)
    return {name: statistics.median(values) for name, values in times.items()}


class Bench:
    """Both programs on one tree."""

    def __init__(self, remit: str, agnix: str | None, cache: Path) -> None:
        self.remit = remit
        self.agnix = agnix
        self.cache = cache

    def tasks(self, tree: Path) -> dict[str, Callable[[], None]]:
        own = [self.remit, "check", str(tree)]
        first = command(own, self.cache)

        def anew() -> None:
            shutil.rmtree(self.cache, ignore_errors=True)
            first()

        tasks = {
            "cold": command([*own, "--no-cache"], self.cache),
            "cold, json": command([*own, "--no-cache", "--format", "json"], self.cache),
            "first": anew,
            "warm": command(own, self.cache),
        }
        if self.agnix is not None:
            tasks["agnix"] = command([self.agnix, str(tree)], self.cache)
            tasks["agnix, json"] = command([self.agnix, "--format", "json", str(tree)], self.cache)
        return tasks

    def table(self, name: str, tree: Path, rounds: int) -> None:
        time.sleep(SETTLED)
        found = medians(self.tasks(tree), rounds)
        for what, own in found.items():
            other = found.get("agnix, json" if what.endswith("json") else "agnix")
            ratio = "" if other is None or what.startswith("agnix") else f"{other / own:.2f}"
            print(f"| {name} | {what if what.startswith('agnix') else f'remit, {what}'} | {own:.0f} ms | {ratio} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--agnix")
    parser.add_argument("--remit", default=str(Path(sys.executable).with_name("remit")))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--files", default="1000,2000,4000,8000")
    options = parser.parse_args()
    files = sources(options.corpus)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        bench = Bench(options.remit, options.agnix, folder / "cache")
        print(f"Python {sys.version.split()[0]}, {os.cpu_count()} processors, {len(files)} files\n")
        print("| files | program | median | times as fast as agnix |\n|---|---|---:|---:|")
        bench.table(f"{len(files)}, spread over projects", spread(files, folder / "spread"), options.rounds)
        bench.table("1,000 in one folder", one_folder(files, folder / "one", 1000), min(options.rounds, 3))
        print("\n| files in one folder | remit, cold | for a file | remit, warm |\n|---:|---:|---:|---:|")
        for count in map(int, options.files.split(",")):
            tree = one_folder(files, folder / f"f{count}", count)
            time.sleep(SETTLED)
            own = [options.remit, "check", str(tree)]
            found = medians({"cold": command([*own, "--no-cache"], bench.cache), "warm": command(own, bench.cache)}, 3)
            print(
                f"| {count:,} | {found['cold']:.0f} ms | {found['cold'] / count * 1000:.0f} µs | {found['warm']:.0f} ms |",
                flush=True,
            )
            shutil.rmtree(tree)


if __name__ == "__main__":
    main()
