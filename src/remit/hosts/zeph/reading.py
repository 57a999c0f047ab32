"""What Zeph makes of one file: where it sees front matter, what it refuses and in which order, and the definition that is left.

The checks run as Zeph's do: file, fences, syntax, types and keys (all "parse"), then name, description, name again, control
characters, the two lists and the mode (all "invalid"). The first finding that refuses is the error Zeph would give.
"""

from __future__ import annotations

import re

from ...definition import Definition, Skills
from ...diagnostic import ERROR, INFO, WARNING
from ...document import Document
from ...source import decode as text_of
from ..base import USER, Reading
from .decoding import Values, decode
from .fields import DEFAULTS, known
from .policy import ALLOW, DENY, INHERIT, Policy
from .refusing import INVALID, refuse
from .vocabulary import BYPASS, CURRENT, WHITE, YAML

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...source import Source
    from ..base import Host, Version

valid_name = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}").fullmatch
"""Whether a name is one that Zeph 0.22 accepts. The whole text must match: a line end after it does not."""

_control = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]").search


class ZephReading(Reading):
    """A reading whose body begins where Zeph sees the front matter end. `view` is the tool policy, `values` all values, `None`
    where there is no front matter."""

    __slots__ = ("body_start", "values")

    body_start: int
    values: Values | None

    def prompt(self) -> str:
        return text_of(self.document.source.data[self.body_start :]).strip(WHITE)


def read(host: Host, source: Source, version: Version, scope: str, stem: str | None) -> Reading:
    """The reading of a file."""
    document = Document(source)
    reading = ZephReading(host, version, document, scope)
    reading.stem = stem
    reading.body_start = len(source.data)
    reading.values = None
    from .framing import frame

    root = frame(reading)
    if root is None:
        reading.why = reading.why or "its front matter cannot be read"
        return reading
    values = decode(reading, root)
    reading.values = values
    policy = _judge(reading, values)
    reading.view = policy
    reading.loaded = reading.why is None
    if reading.loaded:
        reading.name = values.text("name")
    _advise(reading, values, policy)
    if not any(finding.refuses for finding in (*document.diagnostics, *reading.findings)):
        reading.definition = _define(reading, values, policy)
    return reading


def _judge(reading: Reading, values: Values) -> Policy:
    """The checks that follow decoding, in Zeph's order; returns the tool policy."""
    title = reading.host.title
    broken = not reading.document.valid
    opening = (0, min(3, len(reading.document.source.text)))
    for field in ("name", "description"):
        if field not in values.nodes and not broken:
            refuse(reading, f"missing-{field}", opening, {"then": "refuses the file"}, f"it has no `{field}`")
    name, description = values.text("name"), values.text("description")
    if name is not None and not name.strip(WHITE):
        refuse(
            reading,
            "invalid-name",
            values.place("name"),
            {"problem": "is blank", "then": "refuses the file"},
            "its `name` is blank",
            INVALID,
        )
    if description is not None and not description.strip(WHITE):
        data: dict[str, object] = {"got": "blank", "then": "refuses the file"}
        refuse(reading, "missing-description", values.place("description"), data, "its `description` is blank", INVALID)
    if name is not None and name.strip(WHITE):
        problem = _name_problem(name, reading.version)
        if problem is not None:
            data = {"problem": problem, "then": "refuses the file", "name": name}
            refuse(reading, "invalid-name", values.place("name"), data, f"its `name` {problem}", INVALID)
    if description is not None and description.strip(WHITE) and not reading.version < YAML:
        found = _control(description)
        if found is not None:
            data = {"field": "description", "code": f"U+{ord(found[0]):04X}", "newline": found[0] in "\r\n"}
            refuse(
                reading,
                "control-character",
                values.place("description"),
                data,
                "its `description` holds a control character",
                INVALID,
            )
    allow, deny = values.entries("tools.allow"), values.entries("tools.deny")
    excepted = values.entries("tools.except") or []
    if allow is not None and deny is not None:
        key = values.nodes["tools.deny"][0]
        why = "`tools.allow` and `tools.deny` exclude each other"
        refuse(
            reading, "lists-exclude-each-other", (key.start, key.end), {"fields": ("tools.allow", "tools.deny")}, why, INVALID
        )
    mode = values.text("permissions.permission_mode")
    if mode not in (None, "default") and reading.scope == USER and not reading.version < CURRENT:
        data = {"field": "permissions.permission_mode", "value": mode, "scope": "user", "host": title}
        why = f"a definition of the user's own may not set the mode `{mode}`"
        refuse(reading, "mode-not-allowed", values.place("permissions.permission_mode"), data, why, INVALID)
    if allow is not None:
        return Policy(ALLOW, allow, [*(deny or ()), *excepted])
    return Policy(INHERIT, (), excepted) if deny is None else Policy(DENY, deny, excepted)


def _name_problem(name: str, version: Version) -> str | None:
    if version < YAML:
        return None
    if version < CURRENT:
        return "holds a control character" if _control(name) else None
    if valid_name(name):
        return None
    if len(name) > 64:
        return "is longer than 64 characters"
    if not re.match(r"[a-zA-Z0-9]", name):
        return "does not begin with a letter or digit (ASCII)"
    return "holds something other than letters, digits, `-` and `_` (ASCII)"


def _advise(reading: Reading, values: Values, policy: Policy) -> None:
    """What is worth saying beside all that refuses."""
    from . import lists

    if policy.entries or policy.excepted:
        lists.check_policy(reading, policy)
    if values.get("skills.include") or values.get("skills.exclude"):
        lists.check_skills(reading, values)
    title = reading.host.title
    if values.text("permissions.permission_mode") == BYPASS:
        at = values.place("permissions.permission_mode")
        reading.report("bypass-mode", *at, {"field": "permission_mode", "value": BYPASS}, ERROR)
    if values.get("permissions.max_turns") == 0:
        then = "the agent ends before its first turn"
        reading.report(
            "zero-limit", *values.place("permissions.max_turns"), {"field": "max_turns", "then": then, "host": title}, WARNING
        )
    if values.get("permissions.ttl_secs") == 0:
        then = "every grant has expired when it is made"
        reading.report(
            "zero-limit", *values.place("permissions.ttl_secs"), {"field": "ttl_secs", "then": then, "host": title}, WARNING
        )
    if "permissions.timeout_secs" in values.found:
        then = "the run does not end after that time"
        data: dict[str, object] = {"field": "timeout_secs", "then": then, "host": title}
        reading.report("unenforced-field", *values.place("permissions.timeout_secs"), data, INFO)
    if values.get("hooks"):
        from .hooks import without_effect

        key, node = values.nodes["hooks"]
        if reading.scope == USER:
            reading.report("ignored-in-user-scope", key.start, key.end, {"field": "hooks", "host": title}, WARNING)
        else:
            for closed in without_effect(node):
                data = {"field": "fail_closed", "then": "the call goes on even where the hook fails", "host": title}
                reading.report("unenforced-field", closed.start, closed.end, data, WARNING)
    if reading.loaded and not reading.prompt():
        reading.report("empty-prompt", reading.document.body_offset, reading.document.body_offset, severity=WARNING)


def _define(reading: Reading, values: Values, policy: Policy) -> Definition:
    version = reading.version
    source = reading.document.source

    def default(route: str) -> object:
        value = values.get(route)
        return DEFAULTS.get(route) if value is None and known(route, version) else value

    extra = dict(values.extra)
    for name in ("max_history_messages", "worktree"):
        if f"permissions.{name}" in values.found:
            extra[name] = values.found[f"permissions.{name}"]
    max_turns, timeout, ttl = (default(f"permissions.{name}") for name in ("max_turns", "timeout_secs", "ttl_secs"))
    background, mode = default("permissions.background"), default("permissions.permission_mode")
    return Definition(
        values.text("name") or "",
        values.text("description") or "",
        tools=tuple(entry.text for entry in policy.entries) if policy.kind == ALLOW else None,
        disallowed_tools=tuple(entry.text for entry in policy.denied),
        max_turns=max_turns if isinstance(max_turns, int) else None,
        model=values.text("model"),
        permission_mode=mode if isinstance(mode, str) else None,
        skills=Skills(values.texts("skills.include"), values.texts("skills.exclude")),
        secrets=values.texts("permissions.secrets"),
        background=background if isinstance(background, bool) else None,
        timeout_secs=timeout if isinstance(timeout, int) else None,
        ttl_secs=ttl if isinstance(ttl, int) else None,
        memory=values.text("memory"),
        hooks=None if reading.scope == USER else values.get("hooks"),
        host=reading.host.name,
        host_version=version.text,
        path=source.path,
        extra=extra or None,
        reading=reading,
    )


def effective_field(reading: Reading, name: str) -> object:
    """A field's value as Zeph applies it, by its route: `permissions.max_turns`; the default where it is absent."""
    values = reading.values if isinstance(reading, ZephReading) else None
    if values is None or (name == "hooks" and reading.scope == USER):
        return None
    value = values.get(name)
    if value is None and known(name, reading.version):
        return DEFAULTS.get(name)
    return [entry.text for entry in value] if isinstance(value, list) else value


__all__ = ["ZephReading", "effective_field", "read", "valid_name"]
