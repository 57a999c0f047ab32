"""`remit agent-def`: the parsed definition and the reference answer for its tools, as one JSON object.

Input is a file with `--tools`, or a JSON object `{"md": …, "allTools": […]}` on standard input.
"""

from __future__ import annotations

import json
import sys

from ..errors import DefinitionError, UsageError
from . import OK, complain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

_LIMIT = 16 << 20


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help="a definition file (default: JSON on standard input)")
    parser.add_argument("--tools", metavar="A,B", help="all tools there are, for FILE")
    parser.add_argument("--host", metavar="NAME[@VERSION]", help="read as this host does; told from the fences otherwise")


def run(options: Namespace) -> int:
    from ..api import load, parse
    from ..definition import effective_tools

    try:
        if options.file is not None:
            names = [name.strip() for name in (options.tools or "").split(",") if name.strip()]
            definition = load(options.file, options.host)
        else:
            text, names = _request()
            definition = parse(text, options.host)
    except DefinitionError as problem:
        return complain(str(problem))
    answer = {
        "parsed": {
            "name": definition.name,
            "description": definition.description,
            "systemPrompt": definition.system_prompt,
            "tools": None if definition.tools is None else list(definition.tools),
            "disallowedTools": list(definition.disallowed_tools) or (None if not _denies(definition) else []),
            "maxTurns": definition.max_turns,
            "model": definition.model,
        },
        "effectiveTools": effective_tools(definition, names),
    }
    sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
    return OK


def _denies(definition: object) -> bool:
    """Whether the text has a denylist, be it an empty one."""
    reading = getattr(definition, "reading", None)
    root = reading.document.root if reading is not None else None
    return root is not None and root.get("disallowedTools") is not None


def _request() -> tuple[str, list[str]]:
    raw = sys.stdin.buffer.read(_LIMIT + 1)
    if len(raw) > _LIMIT:
        raise UsageError("the request is larger than 16 MiB")
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        raise UsageError(
            "standard input is not JSON", 'it takes {"md": "<the file\'s text>", "allTools": ["Read", …]}, or give a FILE'
        ) from None
    md = value.get("md") if isinstance(value, dict) else None
    names = value.get("allTools", []) if isinstance(value, dict) else None
    if not isinstance(md, str) or not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise UsageError("the request needs `md`, a text, and `allTools`, an array of names")
    return md, names
