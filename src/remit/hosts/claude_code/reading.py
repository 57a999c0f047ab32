"""What Claude Code makes of one file: whether it has the agent, under which name, and what the author meant beside that.

Two readings stand side by side. The client's decides whether the agent exists and what it may call; the author's (strict fences, strict
YAML) is what remit holds as the definition. They are one and the same for nearly every file, and then the tree is read once. Where they
differ, that is a finding.
"""

from __future__ import annotations

import re
from sys import intern

from ...definition import NO_SKILLS, Definition, Skills
from ...diagnostic import ERROR
from ...source import Source
from ...syntax.nodes import Scalar, Sequence
from ...syntax.schema import core, plain
from ..base import PLUGIN, Reading, Version
from .client import (
    COLON_REFUSED,
    NAME_LIMIT,
    NEWEST_RULES,
    Fields,
    client_block,
    client_root,
    hook_fault,
    index,
    names_in,
    text_of,
)
from .fields import FIELDS, IGNORED_IN_PLUGINS
from .glance import at_a_glance
from .vocabulary import COLORS, SEARCH, SESSION_2_1_197, SESSION_2_1_332, USUAL_MODELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..base import Host

_AT_THE_EDGE = re.compile(rb"\n[\]}]").search  # closing signs, which the early parser did not always take there
_USABLE = frozenset((*SESSION_2_1_332, *SESSION_2_1_197, *SEARCH)) - {"ScheduleWakeup", "Workflow"}
_PORTABLE = re.compile(r"[a-z][a-z0-9-]{0,63}").fullmatch


def read(host: Host, source: Source, version: Version, scope: str, stem: str | None) -> Reading:
    """The reading of a source."""
    reading = Reading(host, version, source, scope)
    if scope != PLUGIN and at_a_glance(reading, source.data):
        return reading
    document = reading.document
    reading.stem = stem
    root = document.root
    block = client_block(document.source.data, version)
    same = block is not None and document.scanned and block[1] == document._end
    if same and version < NEWEST_RULES and _AT_THE_EDGE(document.source.data):
        same = False
    ours: Fields | None
    if same:
        ours = client = index(root)
    else:
        client = index(client_root(reading, block))
        ours = index(root) if root is not None else None
    _load(reading, client, block)
    if ours is None:
        from .faults import report_missing

        report_missing(reading, block)
    else:
        reading.definition = _define(reading, ours)
        if not same:
            from .faults import report_difference

            report_difference(reading, ours, client, block)
    if scope == PLUGIN and not client and document.refused:
        for finding in document.diagnostics:
            if finding.refuses:
                finding.data["then"] = f"{host.title} loads it from a plugin all the same, with every tool"
    if not reading.loaded and not reading.silent:
        from .faults import report_dropped

        report_dropped(reading)
    return reading


def _load(reading: Reading, fields: Fields, block: tuple[int, int, int] | None) -> None:
    """Whether the client has the agent, and its name."""
    if reading.scope == PLUGIN:
        _load_in_plugin(reading, fields)
        return
    if reading.why is not None:
        return
    entry = fields.get("name")
    value = entry[1] if entry is not None else None
    name = text_of(value) if value is not None else None
    if not name:
        if value is None or (isinstance(value, Scalar) and core(value) in (None, False, "")):
            reading.silent = True
            reading.why = "it has no front matter" if block is None else "it has no `name`"
        else:
            reading.why = "its `name` is not text"
        return
    if name[0] == "-":
        reading.why = "its `name` starts with `-`"
    elif ":" in name and not reading.version < COLON_REFUSED:
        reading.why = "its `name` contains `:`, which is kept for plugins"
    elif len(name) > NAME_LIMIT and not reading.version < NEWEST_RULES:
        reading.why = f"its `name` is longer than {NAME_LIMIT} characters"
    else:
        entry = fields.get("description")
        if entry is None or not text_of(entry[1]):
            reading.why = "it has no `description`" if entry is None else "its `description` is empty or not text"
        elif not reading.version < NEWEST_RULES:
            fault = hook_fault(fields)
            if fault is not None:
                reading.why = f"its hooks are not valid ({fault[1]})"
    if reading.why is None:
        reading.name = name
        reading.loaded = True


def _load_in_plugin(reading: Reading, fields: Fields) -> None:
    """A plugin's file always is an agent: without a name it goes by its file's, without lists it has every tool."""
    entry = fields.get("name")
    reading.name = (text_of(entry[1]) if entry is not None else None) or reading.stem or "agent"
    reading.why = None
    reading.loaded = True


def _define(reading: Reading, fields: Fields) -> Definition | None:
    """The author's definition, `None` where a finding refuses it. Reports what is odd about the fields."""
    document = reading.document
    plugin = reading.scope == PLUGIN
    extra: dict[str, object] | None = None
    for key in fields:
        if key not in FIELDS:
            from .faults import report_unknown_keys

            report_unknown_keys(reading, fields)
            extra = {name: plain(node) for name, (_, node) in fields.items() if name not in FIELDS}
            break
    for finding in document.diagnostics:
        if finding.rule == "duplicate-key" and finding.data["top"]:
            known = FIELDS.get(str(finding.data["key"]))
            if known is not None and known.security:
                finding.refuses = True
                finding._severity = ERROR

    name = description = None
    entry = fields.get("name")
    if entry is not None:
        name = text_of(entry[1])
    entry = fields.get("description")
    if entry is not None:
        description = text_of(entry[1])
    if name is None or not _PORTABLE(name):
        from .faults import check_name

        check_name(reading, fields, name)
    if not description or "\\n" in description or description.isspace():
        from .faults import check_description

        check_description(reading, fields, description)

    tools: tuple[str, ...] | None = None
    entry = fields.get("tools")
    if entry is not None:
        names = names_in(entry[1])
        tools = tuple(names) if names else ()
        if not names:
            from .lists import check_empty

            check_empty(reading, "tools", entry[1])
        elif (
            not _USABLE.issuperset(names)
            or len(set(names)) < len(names)
            or (isinstance(entry[1], Sequence) and len(names) < len(entry[1].items))
        ):
            from .lists import check_list

            check_list(reading, "tools", entry[1], fields)
    denied: tuple[str, ...] = ()
    entry = fields.get("disallowedTools")
    if entry is not None:
        names = names_in(entry[1])
        denied = tuple(names) if names else ()
        if not names:
            from .lists import check_empty

            check_empty(reading, "disallowedTools", entry[1])
        else:
            from .lists import check_list

            check_list(reading, "disallowedTools", entry[1], fields)

    model = max_turns = mode = memory = background = hooks = servers = None
    skills = NO_SKILLS
    entry = fields.get("model")
    if entry is not None:
        model = text_of(entry[1])
        if model not in USUAL_MODELS:
            from .values import check_model

            model = check_model(reading, entry[1], model)
    if reading.why is not None or not fields.keys() <= _COMMON:
        from . import servers as inline
        from . import values

        max_turns = values.max_turns(reading, fields)
        mode = values.word(reading, fields, "permissionMode")
        memory = values.word(reading, fields, "memory")
        background = values.flag(reading, fields, "background")
        hooks = values.hooks(reading, fields)
        servers = inline.servers(reading, fields)
        wanted = values.skills(reading, fields)
        if wanted:
            skills = Skills(include=wanted)
        kept = values.others(reading, fields)
        if kept:
            extra = {**(extra or {}), **kept}
        if plugin:
            for key in fields:
                if key in IGNORED_IN_PLUGINS:
                    node = fields[key][0]
                    reading.report("ignored-in-plugin", node.start, node.end, {"field": key})
    elif "color" in fields:
        color = text_of(fields["color"][1])
        if color is None or color.lower() not in COLORS:
            from . import values

            values.others(reading, {"color": fields["color"]})
        extra = {**(extra or {}), "color": intern(color) if color else plain(fields["color"][1])}
    start, end = document._body, len(document.source.data)
    if start >= end or (not document.source.data[start : start + 64].strip() and not document.source.data[start:].strip()):
        at = document.offset + len(document.front)
        reading.report("empty-prompt", at, at + 3)

    for finding in document.diagnostics:
        if finding.refuses:
            return None
    for finding in reading.findings:
        if finding.refuses:
            return None
    made: dict[str, object] = {"name": name or "", "description": description or ""}
    for field, value in (
        ("tools", tools),
        ("disallowed_tools", denied or None),
        ("max_turns", max_turns),
        ("model", intern(model) if model else None),
        ("permission_mode", mode),
        ("skills", skills if skills is not NO_SKILLS else None),
        ("background", background),
        ("memory", memory),
        ("hooks", hooks),
        ("mcp_servers", servers),
        ("extra", extra),
    ):
        if value is not None:
            made[field] = value
    return Definition.of(made, reading)


_COMMON = frozenset(("name", "description", "tools", "disallowedTools", "model", "color"))
