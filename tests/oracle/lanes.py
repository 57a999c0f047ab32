"""Lanes: runs of agents in the real client, each a list of turns with calls of which it is known whether they are to pass."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from oracle.guarded import Call, Project, Turn

FILES = {"src/a.txt": "a\n", "src/deep/b.txt": "b\n", "secret.txt": "s\n", "secret/c.txt": "c\n", "out/old.txt": "old\n"}


def bash(command: str) -> Call:
    return "Bash", {"command": command, "description": "d"}


def read(path: str) -> Call:
    return "Read", {"file_path": path}


def write(path: str) -> Call:
    return "Write", {"file_path": path, "content": "x\n"}


def agent(key: str, kind: str | None, *, background: bool = False, **more: object) -> Call:
    value = {"description": key, "prompt": f"ORACLE-SUB::{key} go", "run_in_background": background, **more}
    return "Agent", value if kind is None else {**value, "subagent_type": kind}


def tell(to: str) -> Call:
    return "SendMessage", {"to": to, "summary": "s", "message": "go on"}


class Lane:
    """One run of an agent: its turns, each call with whether it is to pass. `main` says whether the session starts it, `called` as what."""

    def __init__(
        self, name: str, *turns: list[tuple[Call, bool]], background: bool = False, main: bool = True, called: str | None = None
    ) -> None:
        self.name = name
        self.turns = turns
        self.background = background
        self.main = main
        self.more: dict[str, object] = {"name": called} if called is not None else {}


def each(*calls: tuple[Call, bool]) -> list[list[tuple[Call, bool]]]:
    return [[call] for call in calls]


class Proof:
    """A launch of lanes in a project of agents, which is a repository. `laid` makes the lanes, `more` files of the project, `words` stand on the
    client's command line."""

    def __init__(
        self,
        oracle: ModuleType,
        folder: Path,
        version: str,
        agents: dict[str, str],
        laid: Callable[[Path], dict[str, Lane]],
        *words: str,
        guarded: bool = True,
        more: dict[str, str] | None = None,
    ) -> None:
        self.project = project = Project(folder, agents, guarded=False, more={**FILES, **(more or {})})
        root = project.root
        (root / "src/link").symlink_to(root / "secret")
        (root / "src/alias.txt").symlink_to(root / "secret.txt")
        (root / "out/into").symlink_to(root / "secret")
        (root / "out/policy").symlink_to(project.policy)
        git = ["git", "-C", str(root), "-c", "user.name=o", "-c", "user.email=o@example.org"]
        for line in (["init", "-q"], ["add", "src"], ["commit", "-q", "-m", "first"]):
            subprocess.run([*git, *line], check=True)
        if guarded:
            project.guard()
        self.lanes = laid(root)
        script: dict[str, list[Turn]] = {
            key: [[call for call, _ in turn] for turn in lane.turns] for key, lane in self.lanes.items()
        }
        script["main"] = [
            [agent(key, lane.name, background=lane.background, **lane.more)] for key, lane in self.lanes.items() if lane.main
        ]
        self.told = project.launch(oracle, script, "main", version, *words)

    def calls(self) -> list[tuple[str, bool, bool]]:
        """Each call: what it is, whether it is to pass, and whether it did."""
        return [
            (f"{lane.name}: {call[0]} {call[1]}", passes, self.told.ran(f"toolu_{key}_{turn}_{at}"))
            for key, lane in self.lanes.items()
            for turn, calls in enumerate(lane.turns)
            for at, (call, passes) in enumerate(calls)
        ]


def told(version: str, kind: str, calls: list[tuple[str, bool, bool]], denials: int = 0) -> None:
    """Writes the counts down where somebody wants them."""
    attempts = [ran for _, passes, ran in calls if not passes]
    legitimate = [ran for _, passes, ran in calls if passes]
    report = os.environ.get("REMIT_ORACLE_REPORT")
    if report:
        with Path(report).open("a") as stream:
            stream.write(
                f"{version} {kind}: {len(attempts)} attempts, {sum(attempts)} ran, {denials} refused by the guard; "
                f"{len(legitimate)} legitimate calls, {sum(legitimate)} ran\n"
            )
