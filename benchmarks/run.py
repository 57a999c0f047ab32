"""What is behind every published ratio: remit against the floor, python-frontmatter, gray-matter and a Rust baseline, in one run.

    python benchmarks/run.py CORPUS [--files 100000] [--rust PROGRAM] [--node FOLDER] [--rounds 7]

CORPUS is a folder of agent files. A tree of `--files` files is made from it in a temporary folder (hard links), once spread over folders as they
are and once all in one folder. `--rust` is the built program of `benchmarks/rust`, `--node` a folder in which `npm install gray-matter` was run.
In-process figures are medians of CPU time over interleaved rounds; the ratios are what counts, they repeat to a few per cent on an idle machine.
Needs `pip install python-frontmatter`.
"""

from __future__ import annotations

import argparse
import compileall
import gc
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import remit
from remit.gathering import discover

CHUNK = 1 << 16


def paths_of(root: str) -> list[str]:
    found, pending = [], [root]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    pending.append(entry.path)
                elif entry.name.endswith(".md"):
                    found.append(entry.path)
    return found


def floor(root: str) -> list[bytes]:
    """The least that any reader does: list the tree and read the bytes."""
    kept = []
    for path in paths_of(root):
        descriptor = os.open(path, os.O_RDONLY)
        data = os.read(descriptor, CHUNK)
        while len(data) % CHUNK == 0 and (more := os.read(descriptor, CHUNK)):
            data += more
        os.close(descriptor)
        kept.append(data)
    return kept


def python_frontmatter(root: str) -> list[object]:
    """Reading alone: the tree is listed beforehand by nobody, as its users do."""
    import frontmatter

    kept = []
    for path in paths_of(root):
        try:
            kept.append(frontmatter.load(path))
        except Exception as error:
            kept.append(error)
    return kept


def rounds(
    tasks: dict[str, Callable[[], object]], count: int, clock: Callable[[], float] = time.process_time
) -> dict[str, float]:
    """The median time of each task, in seconds, the tasks in turn."""
    times: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(count):
        for name, task in tasks.items():
            gc.collect()
            start = clock()
            kept = task()
            times[name].append(clock() - start)
            del kept
    return {name: statistics.median(values) for name, values in times.items()}


def command(words: list[str]) -> Callable[[], object]:
    return lambda: subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def grow(corpus: str, target: Path, count: int, flat: bool) -> None:
    """A tree of `count` files made of the corpus."""
    sources = sorted(paths_of(corpus))
    made = copy = 0
    while made < count:
        for path in sources[: count - made]:
            relative = os.path.relpath(path, corpus)
            place = (
                target / "agents" / f"{copy:04}-{relative.replace(os.sep, '-')}" if flat else target / f"{copy:04}" / relative
            )
            place.parent.mkdir(parents=True, exist_ok=True)
            try:
                os.link(path, place)
            except OSError:
                shutil.copyfile(path, place)
            made += 1
        copy += 1


def memory(root: str) -> tuple[int, int]:
    """Definitions held and megabytes that they take, in a process of their own (Linux)."""
    code = (
        "import os, sys\nfrom remit.gathering import discover\n"
        "def held():\n    return int(open('/proc/self/statm').read().split()[1]) * os.sysconf('SC_PAGE_SIZE')\n"
        "discover('/nonexistent')\nbefore = held()\nkept = discover(sys.argv[1])\nprint(len(kept), (held() - before) >> 20)"
    )
    out = subprocess.run([sys.executable, "-c", code, root], capture_output=True, text=True, check=True).stdout.split()
    return int(out[0]), int(out[1])


def rust(program: str, root: str, runs: int, *more: str) -> float:
    out = subprocess.run([program, root, str(runs), *more], capture_output=True, text=True, check=True).stdout
    return float(json.loads(out)["seconds"])


def row(what: str, value: float, against: str, limit: str) -> None:
    print(f"| {what} | {value:.2f} | {against} | {limit} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus")
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--rust")
    parser.add_argument("--node")
    options = parser.parse_args()
    corpus = os.path.abspath(options.corpus)
    count = len(paths_of(corpus))
    print(
        f"Python {sys.version.split()[0]}, {os.cpu_count()} processors, {count} files\n\n| what | ratio | against | promise |\n|---|---:|---|---|"
    )

    base = rounds(
        {"floor": lambda: floor(corpus), "frontmatter": lambda: python_frontmatter(corpus), "remit": lambda: discover(corpus)},
        options.rounds,
    )
    row(
        "list, read, understand, findings: corpus",
        base["remit"] / base["frontmatter"],
        "python-frontmatter, reading alone",
        "≤ 0.40",
    )
    row("the same", base["remit"] / base["floor"], "floor: scandir and read", "≤ 5")

    # An installed program has its bytecode; a fresh clone may not.
    compileall.compile_dir(os.path.dirname(remit.__file__), quiet=1)
    agent = next(path for path in sorted(paths_of(corpus)) if b"\ntools:" in Path(path).read_bytes())
    started = rounds(
        {
            "pass": command([sys.executable, "-c", "pass"]),
            "version": command([sys.executable, "-m", "remit", "--version"]),
            "show": command([sys.executable, "-m", "remit", "show", agent, "--format", "json"]),
            "text": command([sys.executable, "-m", "remit", "show", agent]),
        },
        max(options.rounds, 15),
        time.perf_counter,
    )
    row("`remit --version`", started["version"] / started["pass"], "`python -c pass`", "≤ 1.5")
    row("`remit show FILE --format json`", started["show"] / started["pass"], "`python -c pass`", "≤ 3")
    row("`remit show FILE`", started["text"] / started["pass"], "`python -c pass`", "one import of rich more")

    if options.node:
        script = (
            "const m=require('gray-matter'),f=require('fs'),p=require('path');const k=[];"
            "(function w(d){for(const e of f.readdirSync(d,{withFileTypes:true})){const q=p.join(d,e.name);"
            "if(e.isDirectory())w(q);else if(q.endsWith('.md')){try{k.push(m(f.readFileSync(q,'utf8')))}catch{}}}})(process.argv[1])"
        )
        whole = rounds(
            {
                "node": lambda: subprocess.run(["node", "-e", script, corpus], cwd=options.node, check=True),
                "remit": command(
                    [sys.executable, "-c", "import sys\nfrom remit.gathering import discover\ndiscover(sys.argv[1])", corpus]
                ),
            },
            options.rounds,
            time.perf_counter,
        )
        row("whole process, wall", whole["remit"] / whole["node"], "node with gray-matter", "≤ 0.40")

    with tempfile.TemporaryDirectory() as folder:
        spread, flat = Path(folder) / "spread", Path(folder) / "flat"
        grow(corpus, spread, options.files, False)
        grow(corpus, flat, options.files, True)
        many = rounds(
            {
                "frontmatter": lambda: python_frontmatter(str(spread)),
                "floor": lambda: floor(str(spread)),
                "remit": lambda: discover(spread),
            },
            3,
        )
        row(f"{options.files:,} files", many["remit"] / many["frontmatter"], "python-frontmatter", "≤ 0.40")
        row("the same", many["remit"] / many["floor"], "floor", "≤ 5")
        row(
            "time per file, many against few",
            many["remit"] / options.files / (base["remit"] / count),
            "the corpus",
            "about 1: linear",
        )
        one = rounds({"flat": lambda: discover(flat), "floor": lambda: floor(str(flat))}, 3)
        row("all in one folder", one["flat"] / many["remit"], "spread over folders", "about 1: linear")
        held, megabytes = memory(str(spread))
        print(f"| memory, {held:,} definitions held | {megabytes} MB | | ≤ 250 MB for 100,000 |")
        half = Path(folder) / "half"
        grow(corpus, half, options.files // 2, False)
        row("memory of half as many", memory(str(half))[1] / megabytes, "all", "about 0.5: linear")
        walls = rounds({"one": lambda: discover(spread), "two": lambda: discover(spread, jobs=2)}, 3, time.perf_counter)
        row("two processes, wall", walls["two"] / walls["one"], "one process", "less than 1")
        if options.rust:
            serial = rust(options.rust, str(spread), 3)
            row("two processes, wall", walls["two"] / serial, "Rust baseline", "≤ 1")
            row("one process, wall", walls["one"] / serial, "Rust baseline", "")
            row(
                "two processes, wall",
                walls["two"] / rust(options.rust, str(spread), 3, "parallel"),
                "Rust baseline on all processors",
                "",
            )
    print(f"\npeak of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
