"""A field still holds the mark of a template.

## What it finds

`{{name}}`, `<your description here>`, `[Agent name]`, `TODO`, `FIXME`, `your-agent-name` or lorem ipsum where a name, a description or a tool
belongs; also a prompt that is nothing but such a mark, or one line that says what is to be written.

## Why it matters

No host fills it in. The agent goes by the mark's name, or is described by it to the agent that is to choose it, and is never chosen.

## Example

    description: <Describe when to use this agent>

## Instead

    description: Reviews database migrations before they are merged

## Fix safety

None: what is to stand in the place of the mark only the author knows.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30: a description is handed over as it is written.
"""

from __future__ import annotations

import re

from ..diagnostic import Diagnostic
from ..syntax.nodes import Scalar, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..examining import Agent
    from ..syntax.nodes import Node

SEVERITY = "warning"
TOPIC = "reading"

_SIGNS = ("{{", "<", "[", "todo", "fixme", "tbd", "your", "lorem ipsum", "xxx")
_ANYWHERE = re.compile(
    r"\{\{ ?[\w. -]{1,40} ?\}\}|(?-i:\b(?:TODO|FIXME|TBD)\b(?=:| ?-| ?$))|<(?:your|insert|describe|add|enter|fill|put|replace)\b[^<>\n]{1,80}>"
    r"|\[(?:your|insert|describe|add|enter|fill in|put|replace)\b[^\[\]\n]{1,80}\](?!\()|\blorem ipsum\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"<[A-Za-z][\w .,'/-]{0,80}>|\[[A-Za-z][\w .,'/-]{1,80}\]|(?-i:TODO|FIXME|TBD|XXX+)"
    r"|(?:your|my)[-_ ](?:agent|sub-?agent)(?:[-_ ]name)?(?:[-_ ]here)?"
    r"|(?:agent|sub-?agent)[-_]name(?:[-_]here)?|your[-_ ]\w+[-_ ]here",
    re.IGNORECASE,
).fullmatch
_FIELDS = ("name", "description", "model", "tools")


def in_agent(agent: Agent) -> Iterator[Diagnostic]:
    yield from _in_prompt(agent)
    definition = agent.definition
    words = f"{definition.description} {definition.name} {' '.join(definition.tools or ())}".lower()
    if not any(sign in words for sign in _SIGNS) and "name" not in definition.name:
        return
    root = agent.document.root
    for field in _FIELDS if root is not None else ():
        node = root.get(field) if root is not None else None
        for scalar in _scalars(node):
            text = agent.document.source.text[scalar.start : scalar.end]
            inner = text.strip("\"'")
            lead = text.index(inner) if inner else 0
            if _WHOLE(inner) or (field in ("name", "model") and _WHOLE(inner.strip())):
                data: dict[str, object] = {"field": field, "mark": inner, "whole": True}
                yield Diagnostic(
                    "template-mark", agent.document.source, scalar.start + lead, scalar.start + lead + len(inner), data
                )
                continue
            for found in _ANYWHERE.finditer(text):
                data = {"field": field, "mark": found[0], "whole": False}
                at = scalar.start + found.start()
                yield Diagnostic("template-mark", agent.document.source, at, at + len(found[0]), data)


_LONGEST = 200
_TO_WRITE = re.compile(r"(?:#+ )?(?:TODO|FIXME|TBD)\b[^\n]*").fullmatch


def _in_prompt(agent: Agent) -> Iterator[Diagnostic]:
    document = agent.document
    if len(document.source.data) - document.body_bytes > _LONGEST:
        return
    body = document.body.strip()
    if body and (_WHOLE(body) or _TO_WRITE(body)):
        at = document.source.text.index(body, document.body_offset)
        yield Diagnostic("template-mark", document.source, at, at + len(body), {"field": "prompt", "mark": body, "whole": True})


def _scalars(node: Node | None) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            if isinstance(item, Scalar):
                yield item


def message(data: dict[str, object]) -> str:
    if data["whole"]:
        return f"the `{data['field']}` is still the mark of a template, `{data['mark']}`: no host fills it in"
    return f"`{data['mark']}` in the `{data['field']}` is the mark of a template: no host fills it in"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return f"write the {data['field']} itself"
