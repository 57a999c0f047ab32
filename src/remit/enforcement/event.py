"""What a host tells its hook, and what the guard answers, in remit's own words. Each host's form of both is a file in `forms`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

BEFORE = "before"
"""A tool is about to be called."""
AFTER = "after"
"""A tool was called, whatever came of it."""
START = "start"
"""An agent starts."""
STOP = "stop"
"""An agent has ended."""
OTHER = "other"
"""Nothing that the guard has an opinion about."""


class Fault(Exception):
    """What keeps the guard from deciding: `reason` is one phrase, `hint` what to do."""

    def __init__(self, reason: str, hint: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint


class Malformed(Exception):
    """What the host said cannot be understood: `reason` is one phrase."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Event:
    """One call of the hook.

    `agent` is the identity of one run of an agent and `agent_type` its name, both `None` for the session itself; a session that was started as
    an agent has a name and no identity. `call` is the identity of the tool call. `transcript` is the file that the session is written to. `to` is
    the agent that a message goes to, for a call that sends one to another than the session itself. `plan` says whether the call is made in a mode
    in which nothing is written. `skill` is the skill that a call starts, with its arguments.
    """

    __slots__ = (
        "agent",
        "agent_type",
        "call",
        "cwd",
        "input",
        "kind",
        "name",
        "plan",
        "session",
        "skill",
        "to",
        "tool",
        "transcript",
    )

    def __init__(
        self,
        kind: str,
        name: str,
        *,
        session: str | None = None,
        agent: str | None = None,
        agent_type: str | None = None,
        tool: str | None = None,
        input: object = None,  # noqa: A002
        call: str | None = None,
        cwd: str | None = None,
        transcript: str | None = None,
        to: str | None = None,
        plan: bool = False,
        skill: tuple[str, str] | None = None,
    ) -> None:
        self.kind = kind
        self.name = name
        self.session = session
        self.agent = agent
        self.agent_type = agent_type
        self.tool = tool
        self.input = input
        self.call = call
        self.cwd = cwd
        self.transcript = transcript
        self.to = to
        self.plan = plan
        self.skill = skill


class Answer:
    """What the guard says: `effect` is `"deny"`, `"ask"` or `None` for no objection; `stop` ends the agent."""

    __slots__ = ("effect", "reason", "stop")

    def __init__(self, effect: str | None = None, reason: str = "", stop: bool = False) -> None:
        self.effect = effect
        self.reason = reason
        self.stop = stop


PASSED = Answer()


def text(data: Mapping[str, object], name: str, *, needed: bool = False) -> str | None:
    """A text of what the host said. Raises `Malformed` where it is another thing, or is not there and is needed."""
    value = data.get(name)
    if value is None and not needed:
        return None
    if not isinstance(value, str):
        raise Malformed(f"`{name}` is {'missing' if value is None else 'no text'}")
    return value
