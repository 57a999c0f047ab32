"""What Claude Code makes of one file: whether it has the agent, under which name, and what the author meant beside that.

Two readings stand side by side. The client's decides whether the agent exists and what it may call; the author's (strict fences, strict
YAML) is what remit holds as the definition. They are one and the same for nearly every file, and then the tree is read once. Where they
differ, that is a finding.
"""

from __future__ import annotations

import re
from sys import intern

from ...definition import NO_SKILLS, Definition, Skills
from ...diagnostic import ERROR, INFO
from ...document import Document
from ...source import BOM, Source
from ...syntax.nodes import PLAIN, Mapping, Scalar, Sequence, SyntaxFault
from ...syntax.scan import scan
from ...syntax.schema import core, plain
from ..base import PLUGIN, Reading, Version
from .fields import FIELDS, IGNORED_IN_PLUGINS
from .glance import at_a_glance
from .vocabulary import COLORS, SEARCH, SESSION_2_1_197, SESSION_2_1_332, USUAL_MODELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...syntax.nodes import Node
    from ..base import Host

BOM_DROPPED = Version("2.1.239")
COLON_REFUSED = Version("2.1.218")
NEWEST_RULES = Version("2.1.198")  # long names, NUL and bad hooks are refused from some version after 2.1.197 on
NAME_LIMIT = 256

_AT_THE_EDGE = re.compile(rb"\n[\]}]").search  # closing signs, which the early parser did not always take there
_OPENING = re.compile(rb"---\s*\n").match
_USABLE = frozenset((*SESSION_2_1_332, *SESSION_2_1_197, *SEARCH)) - {"ScheduleWakeup", "Workflow"}
_PORTABLE = re.compile(r"[a-z][a-z0-9-]{0,63}").fullmatch
_MAYBE_TYPED = frozenset("0123456789+-.~nNtTfF")

Fields = dict[str, tuple[Scalar, "Node"]]


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


def client_block(data: bytes, version: Version) -> tuple[int, int, int] | None:
    """Where the client sees front matter: start and end of the text between the fences and start of the body, in bytes.

    The opening fence is the first line; the block ends at the first `---` anywhere after it.
    """
    start = 0
    if data.startswith(BOM):
        if version < BOM_DROPPED:
            return None
        start = 3
    if data.startswith(b"---\n", start):
        inner = start + 4
    else:
        opening = _OPENING(data, start)
        if opening is None:
            return None
        inner = opening.end()
    end = data.find(b"---", inner)
    return None if end < 0 else (inner, end, end + 3)


def client_root(reading: Reading, block: tuple[int, int, int] | None) -> Mapping | None:
    """The tree that the client builds. `reading.why` says what went wrong where there is none."""
    if block is None:
        return None
    from ...syntax.yaml import compose_client
    from .second_chance import rescue

    data = reading.document.source.data
    text = data[block[0] : block[1]].decode("utf-8", "replace")
    before = data[: block[0]].decode("utf-8", "replace")
    offset = len(before)
    try:
        if reading.document.no_yaml:
            raise SyntaxFault("a colon and a blank inside a value", offset, "colon")
        root = compose_client(text, offset, early=reading.version < NEWEST_RULES)
    except SyntaxFault as fault:
        try:
            root = rescue(text, offset, _early if reading.version < NEWEST_RULES else _scan_or_compose)
        except SyntaxFault:
            reading.why = f"its front matter is not valid YAML ({fault.problem})"
            reading.view = fault
            return None
    return root if isinstance(root, Mapping) else None


def _early(text: str, offset: int) -> Node | None:
    from ...syntax.yaml import compose_client

    return compose_client(text, offset, early=True)


def _scan_or_compose(text: str, offset: int) -> Node | None:
    """What the client's parser gives, by way of the scanner where that can answer."""
    from ...syntax.yaml import compose_client

    return scan(text, offset) or compose_client(text, offset)


def index(root: Mapping | None) -> Fields:
    """The fields by name; of a key that stands twice the last one counts."""
    fields: Fields = {}
    if root is not None:
        for key, value in root.entries:
            if key.__class__ is Scalar:
                fields[key.text] = (key, value)
        if "<<" in fields:
            from ...syntax.yaml import merged

            for key, value in merged(root).entries:
                if isinstance(key, Scalar):
                    fields[key.text] = (key, value)
            del fields["<<"]
    return fields


def text_of(node: Node) -> str | None:
    """The value of a node that is text for YAML 1.2, `None` for everything else."""
    if node.__class__ is not Scalar:
        return None
    text = node.text
    if node.style == PLAIN and (node.tag is not None or not text or text[0] in _MAYBE_TYPED):
        value = core(node)
        return value if isinstance(value, str) else None
    return text


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


def hook_fault(fields: Fields) -> tuple[Node, str] | None:
    """The hook for which the client drops the agent, and why; `None` where there is none."""
    if "hooks" not in fields and not any(
        value.__class__ is Mapping
        or (value.__class__ is Sequence and value.items and value.items[0].__class__ is not Scalar)
        or key in GATES
        for key, (_, value) in fields.items()
    ):
        return None
    from .hooks import fault_in_hooks, misplaced_hooks

    fault = fault_in_hooks(fields["hooks"][1]) if "hooks" in fields else None
    return fault or misplaced_hooks(list(fields.values()))


GATES = ("PreToolUse", "PermissionRequest")


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


def names_in(node: Node) -> list[str] | None:
    """The entries of a list field as the client splits them, `None` where the value is no list at all."""
    if node.__class__ is Scalar:
        text = text_of(node)
        if text is None:
            return None
        return _names(text)
    if node.__class__ is Sequence:
        names: list[str] = []
        for item in node.items:
            text = text_of(item)
            if text is not None:
                if " " in text or "," in text:
                    names += _names(text)
                elif text and not text.isspace():
                    names.append(intern(text.strip()))
        return names
    return None


def _names(text: str) -> list[str]:
    if "(" not in text:
        return [intern(name) for part in text.replace(",", " ").split(" ") if (name := part.strip())]
    from ...tools import split

    return [name for name, _, _ in split(text)]


__all__ = ["INFO", "Document", "Fields", "client_block", "client_root", "index", "names_in", "read", "text_of"]
