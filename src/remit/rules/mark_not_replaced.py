"""A mark that is replaced elsewhere stays as it is.

## What it finds

`$ARGUMENTS`, `${CLAUDE_PLUGIN_ROOT}` and their like in the prompt of an agent, where the host replaces them in commands, skills or plugins
only.

## Why it matters

The agent reads the mark, not what it stands for: an agent that was made from a command looks for a file called `$ARGUMENTS`.

## Example

    Review the changes in $ARGUMENTS.

## Instead

    Review the changes that you are asked about.

## Fix safety

None: what is to stand in the place of the mark only the author knows.

## Evidence

Recorded from Claude Code 2.1.332 on 2026-11-30: in agents of a project or a user all of these stay literal; a plugin's agent has
`${CLAUDE_PLUGIN_ROOT}` replaced.
"""

from __future__ import annotations

from ..diagnostic import Diagnostic
from ..syntax.markdown import in_code, prose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..examining import Agent

SEVERITY = "warning"
TOPIC = "reading"


def in_agent(agent: Agent) -> Iterator[Diagnostic]:
    document = agent.document
    data = document.source.data
    for mark in agent.host.unreplaced(agent.reading.scope):
        if mark.encode() not in data:
            continue
        # In a code block or in backticks the text is about the mark, as in an agent that writes commands.
        for start, line in prose(document.source.text, document.prompt_offset):
            column = line.find(mark)
            if column >= 0 and not in_code(line, column):
                words: dict[str, object] = {"mark": mark, "host": agent.host.title}
                yield Diagnostic("mark-not-replaced", document.source, start + column, start + column + len(mark), words)
                break


def message(data: dict[str, object]) -> str:
    return f"{data['host']} does not replace `{data['mark']}` in an agent; the agent reads the mark itself"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "say what is meant: the task that the agent is given follows its prompt"
