"""What is odd about entries of the tool lists and the skill patterns: findings that refuse nothing."""

from __future__ import annotations

from ...diagnostic import ERROR, WARNING
from ...tools import separated
from .policy import ALLOW, Policy, match, name_of
from .vocabulary import CURRENT, MISTAKEN, TOOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...tools import Entry
    from ..base import Reading
    from .decoding import Values


def check_policy(reading: Reading, policy: Policy) -> None:
    """The lists of a tool policy."""
    base = f"tools.{policy.kind}"
    _check(reading, base, policy.entries, allow=policy.kind == ALLOW)
    _check(reading, "tools.except", policy.excepted, allow=False)
    if policy.kind == ALLOW:
        folded = not reading.version < CURRENT
        for entry in policy.entries:
            if match(policy.excepted, entry.text, folded) is not None:
                reading.report("allowed-and-denied", entry.start, entry.end, {"entry": entry.text}, WARNING)


def _check(reading: Reading, field: str, entries: Sequence[Entry], *, allow: bool) -> None:
    folded = not reading.version < CURRENT
    title = reading.host.title
    seen: set[str] = set()
    for entry in entries:
        text = entry.text
        name = name_of(text, folded)
        data: dict[str, object] = {"entry": text, "field": field, "host": title, "allow": allow}

        def report(
            rule: str, severity: str = WARNING, entry: Entry = entry, data: dict[str, object] = data, **more: object
        ) -> None:
            reading.report(rule, entry.start, entry.end, {**data, **more}, severity)

        if text in seen:
            report("duplicate-entry", "info")
        seen.add(text)
        pieces = separated(text.replace(",", ";"), TOOLS.keys())
        if pieces is not None:
            report("wrong-separator", names=pieces)
        elif "*" in name or not name:
            report("pattern-without-effect")
        elif folded:
            if "(" in text and allow:
                report("scope-ignored", name=name, cure="leave the tool out, or let remit enforce the scope")
            elif "(" in text:
                report(
                    "deny-takes-whole-tool",
                    name=name,
                    cure=f"write `{name}` if that is meant, or allow what the agent may call",
                )
            if name in MISTAKEN:
                report("unknown-tool", nearest=MISTAKEN[name])
        elif text not in TOOLS and "(" in text and name_of(text) in TOOLS:
            report("pattern-without-effect")
        elif text not in TOOLS and name_of(text) in TOOLS:
            report("wrong-case-tool", name=name_of(text))


def check_skills(reading: Reading, values: Values) -> None:
    """Patterns that fail when the agent is started."""
    for route in ("skills.include", "skills.exclude"):
        for entry in values.entries(route) or ():
            if "**" in entry.text:
                data: dict[str, object] = {"pattern": entry.text, "field": route, "host": reading.host.title}
                reading.report("refused-pattern", entry.start, entry.end, data, ERROR)
