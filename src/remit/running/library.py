"""Running an agent from Python: `remit.run`."""

from __future__ import annotations

import os

from ..errors import UsageError
from ..resolving import Remit
from .outcome import Result
from .preparing import Wishes, meant, plan_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pydantic_ai.models import Model

    from ..definition import Definition
    from .plan import Plan

    Json = dict[str, object]


def run(
    agent: Definition | Remit | str | os.PathLike[str],
    task: str,
    *,
    root: str | os.PathLike[str] = ".",
    host: str | None = None,
    model: Model | str | None = None,
    max_turns: int | None = None,
    timeout: float | None = None,
    servers: bool = False,
    hooks: bool | None = None,
    without: Iterable[str] = (),
    depth: int | None = None,
    secrets: Iterable[str] = (),
    lend: Iterable[str] = (),
    pass_env: Iterable[str] = (),
    environment: Mapping[str, str] | None = None,
    ask: Callable[[str, object, str], bool] | None = None,
    tell: Callable[[Json], None] = lambda event: None,
) -> Result:
    """Runs an agent within its remit, in `root`, and gives the `Result`: `outcome`, `text`, `partial`, `reason`, `turns`.

    `agent` is a definition, a remit (then its session is the one that counts), the path of a file, or the name of an agent of `root`. `model` is a
    name as `remit run --model` takes it. The run is a process of its own that is killed at its deadline. With a model object of pydantic-ai it runs
    in this process instead, where a deadline ends only what can be cancelled.

    `servers` starts the MCP servers that the agent's tools need, `hooks` runs the hooks of the definition (`False`: runs it without them).
    `secrets` are sources of secrets (`env`, `file:PATH`, …), `lend` the names of those that are lent without asking. `ask(tool, input, reason)`
    says whether a call is made that is to be asked for; `tell(event)` is told of everything that happens, first of what
    is left out (`note`). Limits that are given only narrow
    those of the definition. Raises `UsageError` where the agent cannot be run as it is written.
    """
    named = model if isinstance(model, str) or model is None else None
    wishes = Wishes(
        model=named,
        usual=os.environ.get("REMIT_MODEL") or None,
        max_turns=max_turns,
        timeout=timeout,
        servers=servers,
        hooks=hooks,
        without=without,
        depth=depth,
        needs_model=model is None,
    )
    plan = plan_of(remit_of(agent, os.fspath(root), host), os.fspath(root), wishes)
    for note in plan.notes:
        tell({"event": "note", "agent": plan.main, "text": note})
    if model is None or isinstance(model, str):
        from .process import run as run_plan

        return run_plan(plan, task, environment=environment, passed=pass_env, secrets=secrets, lent=lend, tell=tell, ask=ask)
    return _here(
        plan, task, model, dict(os.environ if environment is None else environment), pass_env, secrets, lend, ask, tell
    )


def _here(
    plan: Plan,
    task: str,
    model: Model,
    variables: dict[str, str],
    pass_env: Iterable[str],
    secrets: Iterable[str],
    lend: Iterable[str],
    ask: Callable[[str, object, str], bool] | None,
    tell: Callable[[Json], None],
) -> Result:
    import asyncio

    from ..enforcement.secrets.sources import Sources, source_of
    from .engine import Run
    from .environment import plain

    one = Run(
        plan,
        model,
        tell=lambda event, data: tell({"event": event, **data}),
        ask=ask,
        environment=plain(variables, pass_env),
        source=Sources(source_of(text, variables) for text in secrets),
        lent=lend,
    )
    return asyncio.run(one.main(task))


def remit_of(agent: Definition | Remit | str | os.PathLike[str], root: str, host: str | None = None) -> Remit:
    """The remit of an agent as it is run: of a name in the session of `root`, of a file or definition alone. Raises `UsageError`."""
    if isinstance(agent, Remit):
        return agent
    from ..definition import Definition
    from ..resolving import resolve

    if isinstance(agent, Definition):
        return resolve(meant(agent.reading) if agent.reading is not None else agent, host=host)
    name = os.fspath(agent)
    if os.path.isfile(name):
        from ..api import reading_of
        from ..source import Source, Unreadable, read_bytes

        try:
            reading = reading_of(Source(read_bytes(name), name), host)
        except Unreadable as problem:
            raise UsageError(f"{name}: {problem.reason}") from None
        return resolve(meant(reading))
    from ..gathering import discover

    catalog = discover(root, host, home=os.path.expanduser("~"), environment=dict(os.environ), below=False)
    found = [entry for entry in catalog.find(name) if entry.status == "active" and entry.reading is not None]
    if len({entry.host.name for entry in found}) != 1:
        raise UsageError(f"no agent `{name}` in {root}" if not found else f"`{name}` is an agent of several hosts: say which")
    entry = found[0]
    assert entry.reading is not None
    definition = meant(entry.reading)
    return Remit(definition, catalog.session(entry.host, entry.version).answer(definition))
