"""The whole file is the prompt.

## What it finds

A file without front matter, or whose front matter OpenCode cannot read.

## Why it matters

OpenCode makes an agent of it all the same: fences and keys become part of the prompt, and the agent has every tool. A bare
`*` as a key, a key that stands twice, a wrong indentation or a tag are enough. (Where the client tried to mend the text
and failed again, it drops the file instead.)

## Example

    permission:
      *: deny

## Instead

    permission:
      "*": deny

## Fix safety

Safe: quotes around a key that is a pattern, a fence of three dashes, no blank lines before it. None where no front
matter can be seen.

## Evidence

Recorded from OpenCode 1.18.33 on 2026-11-30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..diagnostic import Diagnostic, Fix

SEVERITY = "error"
TOPIC = "reading"


def message(data: dict[str, object]) -> str:
    then = "the whole file is the prompt, and the agent has every tool"
    if data["why"] == "fault":
        return f"{data['host']} cannot read the front matter here ({data['problem']}): {then}"
    if data["why"] == "late":
        return f"the front matter does not begin on line 1, so in {data['host']} {then}"
    if data["why"] == "fence":
        return f"`{data['fence']}` is no fence that {data['host']} knows: {then}"
    return f"no front matter on line 1: in {data['host']} {then}"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    if data["why"] == "fault":
        return "mend the YAML; put keys that are patterns in quotes"
    if data["why"] == "absent":
        return "say what the agent may do between `---` lines, or move the file out of the folder"
    return "write `---` alone on the first line"


def fix(finding: Diagnostic) -> Fix | None:
    from ..mending.front import first_line_fence, nothing, plain_fences
    from ..mending.values import quoted_keys

    if finding.data["why"] == "fault":
        return quoted_keys(finding)
    return {"late": first_line_fence, "fence": plain_fences}.get(str(finding.data["why"]), nothing)(finding)
