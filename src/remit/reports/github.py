"""Annotations of GitHub Actions: workflow commands, one line for each finding, that mark the places in a pull request."""

from __future__ import annotations

from ..diagnostic import ERROR, INFO, WARNING
from ..fingerprint import told_path
from ._visible import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..checking import Checked
    from ..diagnostic import Diagnostic

_COMMANDS = {ERROR: "error", WARNING: "warning", INFO: "notice"}


def render(checked: Checked, base: str) -> str:
    """One command a line; nothing where nothing was found."""
    return "".join(_command(finding, base) + "\n" for finding in checked.diagnostics)


def _command(finding: Diagnostic, base: str) -> str:
    (line, column), (last, stop) = finding.span
    properties: dict[str, object] = {}
    if finding.path is not None:
        properties["file"] = visible(told_path(finding.path, base))
    properties["line"] = line
    if last == line:
        # Columns are taken only where a place begins and ends on one line.
        properties["col"] = column
        properties["endColumn"] = max(stop, column)
    else:
        properties["endLine"] = last
    properties["title"] = f"remit: {finding.rule}"
    told = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    text = visible(finding.message)
    advice = finding.help
    if advice:
        text += f"\nhelp: {visible(advice)}"
    return f"::{_COMMANDS[finding.severity]} {told}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
