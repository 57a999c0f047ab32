"""Tests of rules, written in Markdown: `tests/rules/<rule>.md` lays files out and says beside them what is found.

Each `##` section is one test. It holds the files of a project, one fenced block each, and what `remit check` says about them:

    ## A scope in the allowlist

    ```md path=.claude/agents/a.md
    ---
    name: a
    description: Reviews changes
    tools: Bash(git *)
    ---
    You review.
    ```

    ```findings
    .claude/agents/a.md:4:8 warning scope-ignored: `Bash(git *)` in `tools` gives this agent all of `Bash` in Claude Code
    ```

* A file's block has `path=`; further `newline=crlf` or `cr`, `bom`, `escaped` (escapes as in Python's strings: `\\t`, `\\x00`, `\\u200b`),
  `encoding=latin-1`, `cut` (no line end after the last line), `mode=666`, or `link=TARGET` in place of a text.
* A `findings` block may say how to check: `host=claude-code@2.1.197`, `persona=regular` (all personas by default), `mode=background`,
  `home=FOLDER`, `settings=FILE`, `agents=FILE`, `plugins=FOLDER`, `of=PATH` (the whole project by default), `tools=Read,Grep`. A section may have several; one without any expects silence.
* Findings of the file's own rule are compared exactly, those of other rules where the block names the rule.
* A line `<Example>` or `<Instead>` stands for the code of that part of the rule's page: so the page is held to be true.
"""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

from remit.checking import CommandLine, run
from remit.inventory import Inventory
from remit.rules import PERSONAS, rule
from remit.source import Source

HERE = Path(__file__).parent

_FENCE = re.compile(r"^(`{3,})(\w+)?([^`\n]*)\n(.*?)^\1[ \t]*$", re.MULTILINE | re.DOTALL)
_NEWLINES = {"lf": "\n", "crlf": "\r\n", "cr": "\r"}


class Block:
    """One fenced block: its kind, its attributes, its text."""

    def __init__(self, kind: str, attributes: dict[str, str], text: str) -> None:
        self.kind = kind
        self.attributes = attributes
        self.text = text


class Section:
    """One test: a heading, the files below it, and what is found in them."""

    def __init__(self, rule: str, heading: str, text: str) -> None:
        self.rule = rule
        self.heading = heading
        self.blocks = list(blocks(text))
        self.files = [block for block in self.blocks if "path" in block.attributes]
        self.expectations = [block for block in self.blocks if block.kind == "findings"] or [Block("findings", {}, "")]

    @property
    def fires(self) -> bool:
        """Whether the rule has a finding here."""
        return any(f" {self.rule}: " in line for block in self.expectations for line in block.text.splitlines())

    def uses(self, part: str) -> bool:
        """Whether a file here takes a part of the rule's page."""
        return any(f"<{part}>" in block.text.split("\n") for block in self.files)

    def lay_out(self, root: Path) -> None:
        """Writes the section's files."""
        for block in self.files:
            path = root / block.attributes["path"]
            path.parent.mkdir(parents=True, exist_ok=True)
            if "link" in block.attributes:
                path.symlink_to(block.attributes["link"])
                continue
            path.write_bytes(self._bytes(block))
            if "mode" in block.attributes:
                path.chmod(int(block.attributes["mode"], 8))

    def _bytes(self, block: Block) -> bytes:
        text = block.text
        for part in ("Example", "Instead"):
            text = re.sub(rf"^<{part}>$", lambda _, part=part: page_code(self.rule, part) or "", text, flags=re.MULTILINE)
        if "escaped" in block.attributes:
            text = text.encode("latin-1", "backslashreplace").decode("unicode_escape")
        if "cut" in block.attributes:
            text = text.removesuffix("\n")
        text = text.replace("\n", _NEWLINES[block.attributes.get("newline", "lf")])
        if "bom" in block.attributes:
            text = "\ufeff" + text
        return text.encode(block.attributes.get("encoding", "utf-8"))

    def found(self, root: Path, expectation: Block) -> list[str]:
        """What remit says about the section's files, of the rules that the expectation is about, in the order of places."""
        asked = expectation.attributes
        tools = asked.get("tools")
        checked = run(
            [str(root / asked.get("of", ""))],
            asked.get("host"),
            inventory=Inventory.of(tools.split(",")) if tools else None,
            home=str(root / asked["home"]) if "home" in asked else None,
            mode=asked.get("mode", "foreground"),
            line=CommandLine(
                settings=[str(root / asked["settings"])] if "settings" in asked else (),
                plugins=[str(root / asked["plugins"])] if "plugins" in asked else (),
                agents=Source((root / asked["agents"]).read_bytes(), str(root / asked["agents"]))
                if "agents" in asked
                else None,
            ),
            personas=PERSONAS[: PERSONAS.index(asked.get("persona", "auditor")) + 1],
        )
        named = {self.rule, *re.findall(r"^\S+:\d+:\d+ \w+ ([\w-]+): ", expectation.text, re.MULTILINE)}
        rows = []
        for finding in checked.diagnostics:
            if finding.rule in named:
                path = os.path.relpath(finding.path or "", root)
                line, column = finding.span[0]
                message = finding.message.replace(str(root) + os.sep, "").replace("\n", "⏎")
                rows.append((path, line, column, f"{finding.severity} {finding.rule}: {message}"))
        return [f"{path}:{line}:{column} {words}" for path, line, column, words in sorted(rows)]


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a text."""
    for found in _FENCE.finditer(text):
        attributes = dict(part.partition("=")[::2] for part in found[3].split())
        yield Block(found[2] or "", attributes, found[4])


def sections(path: Path) -> list[Section]:
    """The tests of one file. A heading inside a block is the block's."""
    text = path.read_text(encoding="utf-8")
    hidden = _FENCE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    heads = list(re.finditer(r"^## (.+)$", hidden, re.MULTILINE))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    return [Section(path.stem, head[1].strip(), text[head.end() : end]) for head, end in zip(heads, ends, strict=True)]


def page_code(name: str, part: str) -> str | None:
    """The code of one part of a rule's page, `None` where the part has none."""
    found = re.search(rf"^## {part}\n(.*?)(?=^## |\Z)", rule(name).page, re.MULTILINE | re.DOTALL)
    lines = found[1].strip("\n").split("\n") if found else []
    code = "\n".join(line for line in lines if line.startswith("    ") or not line.strip()).strip("\n")
    return textwrap.dedent(code) if code else None
