"""The hook as a process: what the host says on standard input, answered on standard output. Whatever goes wrong, the call is refused.

Started as `python -I -S <path of start.py> --host NAME --policy FILE --state FOLDER [--observe]`; imports the standard library's C modules and
little else, because it starts before every call of a tool.
"""

from __future__ import annotations

import gc
import sys

from .event import BEFORE, OTHER, PASSED, Answer, Event, Fault, Malformed
from .json_text import loads
from .system import _exit, read, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Form(Protocol):
        """A file of `forms`."""

        IDENTITY: bool
        ASKS: bool

        @staticmethod
        def event(data: dict[str, object]) -> Event: ...

        @staticmethod
        def answer(event: Event, answer: Answer) -> tuple[str, str, int]: ...

        @staticmethod
        def sample(tool: str, agent: str | None) -> dict[str, object]: ...


REFUSED = 2
"""The exit code that every host takes for a refusal."""
LIMIT = 32 << 20


class Options:
    """The words the hook was started with."""

    __slots__ = ("host", "observe", "policy", "state")

    def __init__(self, words: list[str]) -> None:
        self.host = self.policy = self.state = ""
        self.observe = False
        waiting = list(words)
        while waiting:
            word = waiting.pop(0)
            if word == "--observe":
                self.observe = True
            elif word in ("--host", "--policy", "--state") and waiting:
                setattr(self, word[2:], waiting.pop(0))
            else:
                raise Fault(f"started with `{word}`, which it does not know")
        for name in ("host", "policy", "state"):
            if not getattr(self, name):
                raise Fault(f"started without `--{name}`")


def run(words: list[str]) -> int:
    """Answers one event. Gives the exit code."""
    observe = "--observe" in words
    event: Event | None = None
    try:
        options = Options(words)
        data = _said()
        form = form_of(options.host)
        try:
            event = form.event(data)
        except Malformed as problem:
            raise Fault(f"cannot understand what {options.host} says: {problem.reason}") from None
        answer = _answer(options, event, form)
        out, complaint, code = form.answer(event, PASSED if observe else answer)
    except Fault as fault:
        return _failed(fault.reason + (f"; {fault.hint}" if fault.hint else ""), event, observe)
    except Exception as fault:
        return _failed(f"a fault of its own ({type(fault).__name__})", event, observe)
    _write(1, out)
    _write(2, complaint)
    return code


def form_of(host: str) -> Form:
    """How a host talks to its hook. Raises `Fault`."""
    name = host.replace("-", "_")
    if not name.isidentifier() or name.startswith("_"):
        raise Fault(f"`{host}` is no host")
    try:
        form: Form = __import__(f"{__package__}.forms.{name}", fromlist=["event"])  # type: ignore[assignment]
    except ModuleNotFoundError:
        raise Fault(f"`{host}` has no hook that it knows") from None
    return form


def _said() -> dict[str, object]:
    parts = []
    size = 0
    while part := read(0, 1 << 16):
        parts.append(part)
        size += len(part)
        if size > LIMIT:
            raise Fault("what the host says is larger than 32 MiB")
    try:
        value = loads(b"".join(parts), once=True)
    except ValueError:
        raise Fault("what the host says is no JSON, or has a key twice") from None
    if not isinstance(value, dict):
        raise Fault("what the host says is no JSON object")
    return value


def _answer(options: Options, event: Event, form: Form) -> Answer:
    if event.kind == OTHER:
        return PASSED
    from .guarding import Guard
    from .journal import Journal, JournalError
    from .verified import load

    journal = Journal(options.state)
    line: dict[str, object] = {"host": options.host, "event": event.kind, "session": event.session}
    for name, value in (("agent", event.agent), ("type", event.agent_type), ("tool", event.tool)):
        if value is not None:
            line[name] = value
    try:
        try:
            policy = load(options.policy, options.state)
            guard = Guard(policy, options.host, options.state, identity=form.IDENTITY, asks=form.ASKS)
            answer = guard.answer(event)
        except Fault as problem:
            journal.write({**line, "effect": "deny", "fault": problem.reason})
            raise
        line["effect"] = answer.effect or "pass"
        if answer.effect is not None:
            line["reason"] = answer.reason
        if options.observe:
            line["observed"] = True
        journal.write(line)
    except JournalError as problem:
        raise Fault(f"the journal cannot be written: {problem.reason}") from None
    return answer


def _failed(reason: str, event: Event | None, observe: bool) -> int:
    """Refuses because of a fault. What comes after a call cannot be refused, and an agent that wants to end must not be kept."""
    refusing = not observe and (event is None or event.kind == BEFORE)
    _write(2, f"remit guard: {reason}" + (", so the call is refused\n" if refusing else "\n"))
    return REFUSED if refusing else 0 if observe else 1


def _write(file: int, text: str) -> None:
    data = text.encode("utf-8", "backslashreplace")
    while data:
        data = data[write(file, data) :]


def main() -> None:
    """The process. It ends without tidying up, which is a part of its time."""
    code = REFUSED
    gc.disable()  # there is nothing to collect in a few milliseconds
    try:
        code = run(sys.argv[1:])
    finally:
        _exit(code)
