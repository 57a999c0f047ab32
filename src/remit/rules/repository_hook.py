"""A hook runs a file of the repository.

## What it finds

A hook, of a definition or of the settings, whose command names a file of the project: `./check.sh`, `$CLAUDE_PROJECT_DIR/.claude/hooks/x.py`.

## Why it matters

Whoever can change that file runs code on the machine of everybody who uses the agent: a clone or a pull is enough. That is how shared
hooks are meant, and what a reviewer of somebody else's repository wants to see first.

## Example

    hooks:
      PreToolUse:
        - matcher: Bash
          hooks:
            - type: command
              command: ./.claude/hooks/guard.sh

## Instead

    hooks:
      PreToolUse:
        - matcher: Bash
          hooks:
            - type: command
              command: guard --strict

## Fix safety

None: whether the file is to be run only the author knows.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30: hooks of a trusted folder run without a question.
"""

from __future__ import annotations

import re

from ..diagnostic import Diagnostic
from ..launches import HOOK, launches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..catalog import Catalog
    from ..document import Document
    from ..examining import Agent

SEVERITY = "info"
PERSONA = "auditor"
TOPIC = "security"

_FILE = re.compile(
    r"(?:\$\{?CLAUDE_PROJECT_DIR\}?[\\\"']{0,3}/|(?<![\w./$~-])\.{1,2}/|(?<![\w./$~-])\.[\w-]+/|(?<![\w./$~:-])[A-Za-z][\w-]*/)[\w./-]*\w"
    r"|(?<![\w./$~-])[\w-]+\.(?:sh|py|js|mjs|ts|rb|pl|ps1)\b"
)


def in_agent(agent: Agent) -> Iterator[Diagnostic]:
    if agent.definition.hooks is not None:
        yield from _in(agent.document)


def in_catalog(catalog: Catalog) -> Iterator[Diagnostic]:
    for document in catalog.configurations():
        yield from _in(document)


def _in(document: Document) -> Iterator[Diagnostic]:
    text = document.source.text
    for launch in launches(document.root) if document.root is not None else ():
        for word in launch.words if launch.kind == HOOK else ():
            found = _FILE.search(text, word.start, word.end)
            if found is not None:
                yield Diagnostic("repository-hook", document.source, found.start(), found.end(), {"file": found[0]})
                break


def message(data: dict[str, object]) -> str:
    return f"this hook runs `{data['file']}` of the repository: whoever can change that file runs code here"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "look at the file before the folder is trusted, and have its changes reviewed"
