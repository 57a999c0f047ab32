"""One permission rule: `Tool` or `Tool(specifier)`, and the two kinds of `*` in it.

Facts are from Claude Code 2.1.332, recorded 2026-11-30. A rule that is not well formed has no effect there: it neither allows nor denies.
"""

from __future__ import annotations

ALIASES = {"Task": "Agent"}


class ToolRule:
    """A parsed rule. `specifier` is `None` when absent and `""` for empty parentheses. `problem` says why the rule has no effect:
    `"name"` (no name, or a blank in it) or `"brackets"` (unclosed, or text after them); `None` for a well-formed rule."""

    __slots__ = ("problem", "specifier", "text", "tool")

    def __init__(self, tool: str, specifier: str | None, text: str, problem: str | None = None) -> None:
        self.tool = tool
        self.specifier = specifier
        self.text = text
        self.problem = problem

    @classmethod
    def parse(cls, text: str) -> ToolRule:
        head, bracket, rest = text.partition("(")
        if not head or any(c.isspace() for c in head):
            return cls(head, None, text, "name")
        if ")" in head or (bracket and not rest.endswith(")")):
            return cls(head, None, text, "brackets" if bracket else "name")
        return cls(head, rest[:-1] if bracket else None, text)

    @property
    def valid(self) -> bool:
        return self.problem is None

    @property
    def whole_tool(self) -> bool:
        """Speaks of every use of the tool: `Tool` or `Tool(*)`."""
        return self.problem is None and (self.specifier is None or self.specifier == "*")

    @property
    def mcp(self) -> bool:
        return self.tool.startswith("mcp__")

    def names(self, tool: str, grants: bool) -> bool:
        """Is this rule about that tool? Names are case-sensitive, `Task` is `Agent`. A `*` in the name works in a rule that takes away
        (`grants` false), in one that grants only behind `mcp__server__`. An MCP rule may name a server, and takes no specifier."""
        if self.problem is not None:
            return False
        mine, theirs = ALIASES.get(self.tool, self.tool), ALIASES.get(tool, tool)
        if mine.startswith("mcp_"):
            if self.specifier is not None:
                return False
            if mine == theirs:
                return True
            server, _, rest = mine.removeprefix("mcp__").partition("__")
            if "*" not in mine:
                # A name without a tool part is the server's: mcp__github is mcp__github__*.
                return mine.startswith("mcp__") and bool(server) and "__" not in mine[5:] and theirs.startswith(mine + "__")
            if grants and (not mine.startswith("mcp__") or not server or "*" in server or not rest):
                return False
            return theirs.startswith("mcp__") and wildcard(mine, theirs)
        if mine == theirs:
            return True
        if "*" not in mine or grants:
            return False
        if theirs.startswith("mcp__") and mine.strip("*"):
            return False  # a glob reaches MCP tools only with its mcp_ spelt out, or as *
        return wildcard(mine, theirs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ToolRule) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"ToolRule({self.text!r})"


def wildcard(pattern: str, text: str) -> bool:
    """Does `pattern`, in which `*` stands for any text, match the whole of `text`? No backtracking: linear for each part."""
    return matches(pattern.split("*"), text)


def matches(parts: list[str], text: str) -> bool:
    """The same for a pattern already taken apart at its stars."""
    if len(parts) == 1:
        return text == parts[0]
    first, last = parts[0], parts[-1]
    if len(text) < len(first) + len(last) or not text.startswith(first) or not text.endswith(last):
        return False
    at, end = len(first), len(text) - len(last)
    for part in parts[1:-1]:
        found = text.find(part, at, end)
        if found < 0:
            return False
        at = found + len(part)
    return True


def listed(scope: str) -> list[str]:
    """The patterns of a shell scope that is a list of such, `npm test:*, npm ls:*`; any other is one pattern, whatever commas it has."""
    found = [part.strip() for part in scope.split(",")]
    return found if len(found) > 1 and all(part.endswith("*") and part != "*" for part in found) else [scope]
