"""The process that an agent runs in. It is told what to do in one line of JSON on standard input and tells what happens line by line.

It holds no decision about its own end: `process` kills it with everything below it. When whoever started it is gone, it ends itself.
"""

from __future__ import annotations

import json
import os
import threading

from .killing import adopt_orphans, end_below

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    Json = dict[str, object]


class Line:
    """The two pipes to the process that started this one. Whatever else is written to standard output goes to standard error."""

    def __init__(self) -> None:
        self._out = os.dup(1)
        os.dup2(2, 1)
        self._in = os.fdopen(os.dup(0), "rb", 0)
        with open(os.devnull, "rb") as nothing:
            os.dup2(nothing.fileno(), 0)
        self._lock = threading.Lock()
        self._asking = threading.Lock()
        self._answers: list[bool] = []
        self._answered = threading.Condition()
        self.gone = threading.Event()

    def order(self) -> Json:
        """What there is to do."""
        found: Json = json.loads(_line(self._in))
        return found

    def tell(self, event: str, data: Mapping[str, object]) -> None:
        text = json.dumps({"event": event, **data}, ensure_ascii=True, default=str) + "\n"
        data_left = text.encode()
        with self._lock:
            try:
                while data_left:
                    data_left = data_left[os.write(self._out, data_left) :]
            except OSError:  # nobody is there: the end comes, and until then nothing goes on
                threading.Event().wait()

    def ask(self, tool: str, value: object, reason: str) -> bool:
        """Whether somebody agrees to a call."""
        with self._asking, self._answered:
            self.tell("ask", {"tool": tool, "input": value, "reason": reason})
            self._answered.wait_for(lambda: bool(self._answers))
            return self._answers.pop()

    def listen(self) -> None:
        """Takes answers, and ends everything once nobody is there to give any."""
        while line := _line(self._in):
            with self._answered:
                self._answers.append(json.loads(line).get("allow") is True)
                self._answered.notify_all()
        self.gone.set()
        end_below(os.getpid())
        os._exit(1)


def _line(stream: object) -> bytes:
    found: bytes = stream.readline()  # type: ignore[attr-defined]
    return found


def main() -> None:
    adopt_orphans()
    line = Line()
    order = line.order()
    threading.Thread(target=line.listen, daemon=True).start()
    environment = order["environment"]
    assert isinstance(environment, dict)
    os.environ.update(environment)
    os.environ.setdefault("PYDANTIC_AI_NO_BANNER", "1")
    try:
        line.tell("final", _run(line, order))
    except ImportError as problem:
        reason = f"the engine is not installed ({problem}); install `remit[run]`"
        line.tell("final", {"outcome": "error", "reason": reason})
    except Exception as fault:
        line.tell("final", {"outcome": "error", "reason": f"a fault of remit itself: {type(fault).__name__}: {fault}"})
    threading.Event().wait()  # until it is killed with what it has started


def _run(line: Line, order: Json) -> Json:
    import asyncio

    from ..enforcement.clock import now
    from ..enforcement.secrets.sources import Sources, source_of
    from .engine import Run
    from .models import exact
    from .outcome import ERROR, Result
    from .plan import Plan

    plan_data, passed, deadline = order["plan"], order["passed"], order["deadline"]
    assert isinstance(plan_data, dict)
    sources, lent = order["secrets"], order["lent"]
    assert isinstance(passed, dict)
    assert isinstance(sources, list)
    assert isinstance(lent, list)
    plan = Plan.from_json(plan_data)
    os.chdir(plan.cwd)
    left = None if deadline is None else max(float(str(deadline)) - now(), 0.001)
    kept = order.get("kept")
    store = None
    if isinstance(kept, dict):
        from .durable import Elsewhere, Kept

        try:
            store = Kept(kept, line.gone)
        except Elsewhere as fault:
            return Result(ERROR, reason=str(fault)).to_json()
    model = plan.agent.model
    assert model is not None
    run = Run(
        plan,
        exact(model),
        tell=line.tell,
        ask=line.ask if order["asks"] else None,
        environment=passed,
        source=Sources(source_of(text, os.environ) for text in sources),
        lent=lent,
        background=order["background"] is True,
        once=None if store is None else store.once,
        hidden=() if store is None else store.hidden,
    )
    if store is not None:
        return store.result(lambda: run.main(str(order["task"]), timeout=left))
    return asyncio.run(run.main(str(order["task"]), timeout=left)).to_json()
