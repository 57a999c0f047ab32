"""`remit config [PATH]`: the configuration that counts for a file or folder, and where each value comes from."""

from __future__ import annotations

import os
import sys

from ..configuration import near
from ..diagnostic import ERROR
from ..errors import UsageError
from ..rules import REGULAR, names, rule
from . import OK
from ._selecting import configurations_of, selecting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from ..configuration import Configuration
    from ..configuration.typed import Value
    from ..selection import Layer, Selection

DEFAULTS = {"persona": REGULAR, "fail-on": ERROR}
_SINGLE = ("persona", "fail-on", "host", "baseline")
_ADDED = ("select", "extend-select", "ignore", "severity", "exclude", "inventory", "rules")


class Row:
    """One value: its key, where it comes from, and the pattern of the table that it stands in."""

    __slots__ = ("column", "key", "kind", "line", "path", "pattern", "value")

    def __init__(self, key: str, value: object, kind: str) -> None:
        self.key = key
        self.value = value
        self.kind = kind
        self.path: str | None = None
        self.line: int | None = None
        self.column: int | None = None
        self.pattern: str | None = None

    @property
    def origin(self) -> str:
        """Where the value comes from, in words."""
        if self.path is None:
            return self.kind
        return f"{near(self.path)}:{self.line}:{self.column}" + (f" ({self.pattern})" if self.pattern is not None else "")


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("path", metavar="PATH", nargs="?", default=".", help="a file or folder (default: this one)")
    selecting(parser)
    parser.add_argument("--host", metavar="NAME[@VERSION]", help="the host, as for `remit check`")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to answer (default: text)")
    parser.add_argument("-v", "--verbose", action="store_true", help="every rule that runs")


def run(options: Namespace) -> int:
    if not os.path.lexists(options.path):
        raise UsageError(f"{options.path}: no such file or directory")
    configurations = configurations_of(options)
    found = configurations.of(options.path)
    selection = found.selection(options.path, configurations.command)
    rows = list(_rows(found, options, selection))
    if options.format == "json":
        _json(options, found, selection, rows)
    else:
        _text(options, found, selection, rows)
    return OK


def _rows(found: Configuration, options: Namespace, selection: Selection) -> Iterator[Row]:
    """The values in the order of keys. Of a key with one value the strongest is told, of one that adds up each, the weakest first."""
    given = _from_command(options, selection.layers[-1])
    written: dict[str, list[Row]] = {}
    for key, value in found.values.items():
        if key != "per-path":
            written.setdefault(key, []).append(_written(found, key, value, None))
    for table in found.tables(options.path):
        for key, value in table.values.items():
            written.setdefault(key, []).append(_written(found, key, value, table.glob.text))
    for key in _SINGLE:
        default = [Row(key, DEFAULTS.get(key), "default")]
        yield (default + written.get(key, []) + given.get(key, []))[-1]
    for key in _ADDED:
        yield from written.get(key, []) + given.get(key, [])


def _from_command(options: Namespace, layer: Layer) -> dict[str, list[Row]]:
    values = {
        "persona": layer.persona,
        "fail-on": layer.fail_on,
        "host": options.host,
        "select": None if layer.select is None else list(layer.select),
        "ignore": list(layer.ignore) or None,
    }
    return {key: [Row(key, value, "command line")] for key, value in values.items() if value is not None}


def _written(found: Configuration, key: str, value: Value, pattern: str | None) -> Row:
    row = Row(key, value.plain, "configuration")
    assert found.source is not None
    row.path = found.path
    row.line, row.column = found.source.position(value.start)
    row.pattern = pattern
    return row


def _json(options: Namespace, found: Configuration, selection: Selection, rows: list[Row]) -> None:
    from ..reports import json

    json.write(
        {
            "schema": "remit/config/1",
            "path": options.path,
            "configuration": found.path,
            "excludedBy": found.excluded(options.path),
            "values": [
                {
                    "key": row.key,
                    "value": row.value,
                    "from": row.kind,
                    "path": row.path,
                    "line": row.line,
                    "column": row.column,
                    "pattern": row.pattern,
                }
                for row in rows
            ],
            "rules": [
                {
                    "rule": name,
                    "runs": name in selection.names,
                    "severity": selection.severity(name) or rule(name).severity,
                }
                for name in names()
            ],
        }
    )


def _text(options: Namespace, found: Configuration, selection: Selection, rows: list[Row]) -> None:
    from ..reports._visible import visible

    excluded = found.excluded(options.path)
    lines = [
        f"{options.path}: {near(found.path) if found.path else 'no configuration'}"
        + (f", excluded by `{excluded}`" if excluded else "")
    ]
    width = max(len(row.key) for row in rows)
    shown = [(row, _shown(row.value)) for row in rows]
    room = min(max(len(value) for _, value in shown), 60)
    lines += [f"  {row.key:<{width}}  {value:<{room}}  {row.origin}" for row, value in shown]
    lines.append(f"  {len(selection.names)} of {len(names())} rules run" + ("" if options.verbose else " (-v lists them)"))
    if options.verbose:
        lines += [f"    {name}  {selection.severity(name) or rule(name).severity}" for name in sorted(selection.names)]
    sys.stdout.write("".join(visible(line) + "\n" for line in lines))


def _shown(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, list):
        return ", ".join(map(_shown, value)) or "nothing"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_shown(one)}" for key, one in value.items())
    return str(value)
