"""The process that watches the run of a job: it outlives the command that started it, and dies with the run."""

from __future__ import annotations

import json
import os
import sys

from ..source import replace_file
from .outcome import ERROR, Result
from .plan import Plan
from .process import run
from .transcript import Transcript

TYPE_CHECKING = False
if TYPE_CHECKING:
    Json = dict[str, object]


class _File:
    """A cancellation that is a file."""

    def __init__(self, path: str) -> None:
        self._path = path

    def is_set(self) -> bool:
        return os.path.exists(self._path)


def main(folder: str) -> None:
    order = json.loads(sys.stdin.buffer.read())
    lock = order["lock"]
    os.set_inheritable(lock, False)
    try:
        result = _run(folder, order)
    except Exception as fault:  # nobody reads standard error here, and a job must not end without a result
        result = Result(ERROR, reason=f"a fault of remit itself: {type(fault).__name__}: {fault}")
    replace_file(os.path.join(folder, "result.json"), json.dumps(result.to_json()).encode())


def _run(folder: str, order: Json) -> Result:
    transcript = Transcript(os.path.join(folder, "transcript.jsonl"))
    plan, environment, passed, secrets, lent = (order[name] for name in ("plan", "environment", "passed", "secrets", "lent"))
    assert isinstance(plan, dict)
    assert isinstance(environment, dict)
    assert isinstance(passed, list)
    assert isinstance(secrets, list)
    assert isinstance(lent, list)
    try:
        result = run(
            Plan.from_json(plan),
            str(order["task"]),
            environment=environment,
            passed=passed,
            secrets=secrets,
            lent=lent,
            background=True,
            tell=transcript.write,
            cancelled=_File(os.path.join(folder, "cancel")),
        )
    finally:
        transcript.close()
    result.transcript = transcript.path
    return result
