"""Running a plan in a process of its own and ending it: with its result, at its deadline, or because somebody cancels it.

However it ends, everything that it has started ends with it.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading

from ..enforcement.clock import now
from . import outcome
from .environment import plain
from .killing import end
from .outcome import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Protocol

    from .plan import Plan

    class Cancelled(Protocol):
        """Whether somebody has cancelled: a `threading.Event`, or anything like it."""

        def is_set(self) -> bool: ...

    Json = dict[str, object]

GRACE = 1.0
"""Seconds after its deadline in which a run may still end by itself, and say what it has."""
REPEATING = 5.0
"""Seconds in which a run that is taken up after its deadline may say what it had."""
DIED = "the process of the run died"
_START = "import sys; sys.path.append(sys.argv[1]); from remit.running.child import main; main()"
_PACKAGES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def run(
    plan: Plan,
    task: str,
    *,
    environment: Mapping[str, str] | None = None,
    passed: Iterable[str] = (),
    secrets: Iterable[str] = (),
    lent: Iterable[str] = (),
    background: bool = False,
    tell: Callable[[Json], None] = lambda event: None,
    ask: Callable[[str, object, str], bool] | None = None,
    cancelled: Cancelled | None = None,
    grace: float = GRACE,
    clock: Callable[[], float] = now,
    kept: Json | None = None,
) -> Result:
    """Runs a plan.

    `environment` is what the engine itself has (keys of models), the user's by default. `passed` names the variables that tools have beside the
    plain ones; `secrets` are sources of secrets, `lent` the names of those that are lent without asking. `tell` is told every event; `ask` says
    whether somebody agrees to a call. `kept` says in which store the run is kept, and by which identity (`durable`); where it `waits` for another
    process to be done with the run, the run itself says when its time is over.
    """
    began = clock()
    variables = dict(os.environ if environment is None else environment)
    waits = kept is not None and kept.get("waits") is True
    deadline = None if plan.agent.timeout is None or waits else began + plan.agent.timeout
    order: Json = {
        "plan": plan.to_json(),
        "task": task,
        "deadline": deadline,
        "asks": ask is not None,
        "environment": variables,
        "passed": plain(variables, passed),
        "secrets": list(secrets),
        "lent": list(lent),
        "background": background,
        "kept": kept,
    }
    child = subprocess.Popen(  # noqa: S603
        [sys.executable, "-P", "-c", _START, _PACKAGES],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**plain(variables), **{name: variables[name] for name in ("PYTHONPATH",) if name in variables}},
        start_new_session=True,
    )
    try:
        return _watched(child, order, plan, began, deadline, tell, ask, cancelled, grace, clock)
    finally:
        end(child.pid)
        for stream in (child.stdin, child.stdout):
            assert stream is not None
            try:
                stream.close()
            except OSError:
                continue
        child.wait()


def _watched(
    child: subprocess.Popen[bytes],
    order: Json,
    plan: Plan,
    began: float,
    deadline: float | None,
    tell: Callable[[Json], None],
    ask: Callable[[str, object, str], bool] | None,
    cancelled: Cancelled | None,
    grace: float,
    clock: Callable[[], float],
) -> Result:
    events: queue.Queue[Json | None] = queue.Queue()
    threading.Thread(target=_listen, args=(child, events), daemon=True).start()
    if not _say(child, order):
        return Result(outcome.ERROR, reason="the run ended before it began", agent=plan.main)
    seen = _Seen(plan.main)
    while True:
        left = None if deadline is None else deadline + grace - clock()
        if left is not None and left <= 0:
            return seen.result(
                outcome.TIMEOUT, f"the {plan.agent.timeout:g} seconds of `{plan.main}` are over", clock() - began
            )
        if cancelled is not None and cancelled.is_set():
            return seen.result(outcome.CANCELLED, "it was cancelled", clock() - began)
        try:
            event = events.get(timeout=_TICK if cancelled is not None else left)
        except queue.Empty:
            continue
        except KeyboardInterrupt:
            return seen.result(outcome.CANCELLED, "it was cancelled", clock() - began)
        if event is None:
            return seen.result(outcome.ERROR, DIED, clock() - began)
        kind = event.get("event")
        if kind == "final":
            found = Result.from_json(event)
            found.seconds = clock() - began
            found.agent = plan.main
            return found
        if kind == "deadline":
            # Where it is over already nothing more is begun, but to say what was done takes a moment.
            at = event.get("at")
            if isinstance(at, float):
                at = at if at > clock() else clock() + REPEATING
                deadline = at if deadline is None else min(deadline, at)
            continue
        if kind == "ask":
            allowed = ask is not None and ask(str(event.get("tool")), event.get("input"), str(event.get("reason")))
            _say(child, {"allow": allowed})
            continue
        seen.take(event)
        tell(event)


_TICK = 0.2


class _Seen:
    """What a run has told so far, for a result that it cannot give itself."""

    def __init__(self, agent: str) -> None:
        self.agent = agent
        self.text = ""
        self.turns = self.calls = self.refused = 0

    def take(self, event: Json) -> None:
        if event.get("agent") != self.agent:
            return
        kind = event.get("event")
        if kind == "turn":
            self.turns += 1
            self.text = str(event.get("text") or "") or self.text
        self.calls += kind == "call"
        self.refused += kind == "refused"

    def result(self, how: str, reason: str, seconds: float) -> Result:
        return Result(
            how, self.text, agent=self.agent, reason=reason, turns=self.turns, calls=self.calls - self.refused, refused=self.refused,
            seconds=seconds,
        )  # fmt: skip


def _listen(child: subprocess.Popen[bytes], events: queue.Queue[Json | None]) -> None:
    assert child.stdout is not None
    try:
        for line in child.stdout:
            value = json.loads(line)
            if isinstance(value, dict):
                events.put(value)
    except (ValueError, OSError):
        pass
    events.put(None)


def _say(child: subprocess.Popen[bytes], value: Mapping[str, object]) -> bool:
    assert child.stdin is not None
    try:
        child.stdin.write(json.dumps(value).encode() + b"\n")
        child.stdin.flush()
    except OSError:
        return False
    return True
