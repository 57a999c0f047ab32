"""What a configuration may say: its keys, each with how its value is read, and every mistake at its place."""

from __future__ import annotations

from ..diagnostic import SEVERITIES
from ..errors import UsageError
from ..inventory import Inventory
from ..rules import PERSONAS, names, rule
from ..selection import FAIL_ON, told_unknown, told_wrong
from ..syntax.nodes import Mapping, Scalar
from ..syntax.toml import value_of
from ..tools import fold, nearest
from .globs import BadGlob, Glob
from .typed import MOST, Enough, Typed, Value, kind, size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..syntax.nodes import Node

    Settings = dict[str, dict[str, object]]


class PathTable:
    """What a configuration says for some paths."""

    __slots__ = ("glob", "values")

    def __init__(self, glob: Glob, values: dict[str, Value]) -> None:
        self.glob = glob
        self.values = values


FOREIGN = {
    "per-file-ignores": 'a table `[per-path."GLOB"]` with `ignore` does that',
    "overrides": 'a table `[per-path."GLOB"]` does that',
    "disabled-rules": "`ignore` does that",
    "extend-ignore": "`ignore` does that",
    "enable": "`extend-select` does that",
    "disable": "`ignore` does that",
    "extend-exclude": "`exclude` does that",
    "ignores": "`exclude` does that for paths, `ignore` for rules",
    "extends": "there are no shared configurations: the nearest one counts alone",
    "extend": "there are no shared configurations: the nearest one counts alone",
}
"""What users of other linters write, and what it is called here."""


class Reader(Typed):
    """Reads the tree of a configuration."""

    def read(self, root: Mapping) -> dict[str, Value]:
        """The values of the keys of the whole configuration."""
        try:
            return self._table(root, KEYS, "a configuration")
        except Enough:
            return {}

    def _table(self, table: Mapping, keys: dict[str, Callable[[Reader, Node, str], object]], what: str) -> dict[str, Value]:
        found = {}
        for key, node in self.entries(table):
            take = keys.get(key.text)
            if take is None:
                self.wrong(f"{what} has no key `{key.text}`", key, _meant(key.text, keys))
                continue
            value = take(self, node, key.text)
            if value is not None:
                found[key.text] = Value(value, value_of(node), key.start)
        return found

    # How the values of keys are read. Each gives the value, or tells what is wrong and gives `None`.

    def rules(self, node: Node, key: str) -> list[str] | None:
        listed = self.texts(node, key)
        if listed is None:
            return None
        for text, item in listed:
            if (wrong := told_wrong(text)) is not None:
                self.wrong(wrong[0], item, wrong[1])
        return [text for text, _ in listed]

    def persona(self, node: Node, key: str) -> str | None:
        return self.choice(node, key, PERSONAS)

    def fail_on(self, node: Node, key: str) -> str | None:
        return self.choice(node, key, FAIL_ON)

    def host(self, node: Node, key: str) -> str | None:
        from ..hosts import select

        text = self.text(node, key)
        if text is None:
            return None
        try:
            select(text)
        except UsageError as problem:
            self.wrong(problem.reason, node, problem.hint)
            return None
        return text

    def glob(self, text: str, node: Node) -> Glob | None:
        try:
            return Glob(text)
        except BadGlob as problem:
            self.wrong(f"the pattern `{text[:80]}` {problem}", node)
            return None

    def globs(self, node: Node, key: str) -> list[Glob] | None:
        listed = self.texts(node, key)
        if listed is None:
            return None
        return [glob for text, item in listed if (glob := self.glob(text, item)) is not None]

    def inner_path(self, node: Node, key: str) -> str | None:
        """A file below the configuration's folder."""
        text = self.text(node, key)
        if text is None:
            return None
        parts = text.replace("\\", "/").split("/")
        if not text or parts[0] == "" or ".." in parts or ":" in parts[0] or "\0" in text:
            self.wrong(f"`{key}` is a file below the configuration's folder, not `{text}`", node, f"`--{key}` takes any file")
            return None
        return text

    def severities(self, node: Node, key: str) -> dict[str, str] | None:
        if not isinstance(node, Mapping):
            self.wrong(f"`{key}` is a table of rules and severities, not {kind(node)}", node, f'write `{key}.RULE = "warning"`')
            return None
        found = {}
        for name, value in self.entries(node):
            if (wrong := told_wrong(name.text)) is not None:
                self.wrong(wrong[0], name, wrong[1])
            if isinstance(value, Scalar) and value.typed in ("off", False):
                self.wrong(f"`{name.text}` cannot be turned off by a severity", value, "`ignore` does that")
            elif (severity := self.choice(value, name.text, SEVERITIES)) is not None:
                found[name.text] = severity
        return found

    def inventory(self, node: Node, key: str) -> Inventory | None:
        """The session's tools, in the form of an inventory file."""
        if size(node) > MOST:
            self.wrong(f"`{key}` has more than {MOST:,} entries", node)
            return None
        value = value_of(node)
        try:
            return Inventory.from_json(value)
        except UsageError as problem:
            self.wrong(problem.reason, node, problem.hint)
            return None

    def settings(self, node: Node, key: str) -> Settings | None:
        """Settings of single rules, of the type that the rule's own value has."""
        if not isinstance(node, Mapping):
            self.wrong(f"`{key}` is a table with one table for each rule, not {kind(node)}", node)
            return None
        found: Settings = {}
        for name, table in self.entries(node):
            if name.text not in names():
                self.wrong(told_unknown(name.text)[0], name, told_unknown(name.text)[1])
            elif not isinstance(table, Mapping):
                self.wrong(f"`{key}.{name.text}` is a table of settings, not {kind(table)}", table)
            else:
                found[name.text] = self._settings_of(name, table)
        return found

    def _settings_of(self, name: Scalar, table: Mapping) -> dict[str, object]:
        known = rule(name.text).settings
        found: dict[str, object] = {}
        for key, node in self.entries(table):
            default = known.get(key.text)
            if default is None:
                close = nearest(key.text, known)
                hint = f"it has {', '.join(f'`{one}`' for one in sorted(known))}" if known else "it has no settings"
                if key.text == "severity":
                    hint = f'write `severity.{name.text} = "warning"` for that'
                self.wrong(f"`{name.text}` has no setting `{key.text}`", key, f"did you mean `{close}`?" if close else hint)
                continue
            value = node.typed if isinstance(node, Scalar) else None
            if value.__class__ is not default.__class__ or (isinstance(value, int) and value < 0):
                wanted = {int: "a whole number from 0 on", str: "a text", bool: "`true` or `false`"}[default.__class__]
                self.wrong(f"`{key.text}` of `{name.text}` is {wanted}, not {kind(node)}", node)
                continue
            found[key.text] = value
        return found

    def paths(self, node: Node, key: str) -> list[PathTable] | None:
        if not isinstance(node, Mapping):
            self.wrong(f"`{key}` is a table with one table for each pattern, not {kind(node)}", node)
            return None
        found = []
        for pattern, table in self.entries(node):
            glob = self.glob(pattern.text, pattern)
            if not isinstance(table, Mapping):
                hint = f'write `[per-path."{pattern.text}"]` and below it `ignore = […]`'
                self.wrong(f"`{key}.{pattern.text}` is a table, not {kind(table)}", table, hint)
                continue
            inner = self._table(table, PATH_KEYS, f'`{key}."{pattern.text}"`')
            if glob is not None:
                found.append(PathTable(glob, inner))
        return found


PATH_KEYS: dict[str, Callable[[Reader, Node, str], object]] = {
    "select": Reader.rules,
    "extend-select": Reader.rules,
    "ignore": Reader.rules,
    "persona": Reader.persona,
    "fail-on": Reader.fail_on,
    "severity": Reader.severities,
    "host": Reader.host,
}
"""The keys that may hold for some paths alone."""

KEYS: dict[str, Callable[[Reader, Node, str], object]] = {
    **PATH_KEYS,
    "exclude": Reader.globs,
    "baseline": Reader.inner_path,
    "inventory": Reader.inventory,
    "rules": Reader.settings,
    "per-path": Reader.paths,
}
"""The keys of a configuration."""


def _meant(word: str, keys: Iterable[str]) -> str | None:
    """What somebody meant who wrote a key that there is not."""
    for foreign, hint in FOREIGN.items():
        if fold(foreign) == fold(word):
            return hint
    close = nearest(word, keys)
    if close is not None:
        return f"did you mean `{close}`?"
    if word in KEYS:
        return "it holds for the whole configuration"
    return f"it has {', '.join(f'`{key}`' for key in keys)}"
