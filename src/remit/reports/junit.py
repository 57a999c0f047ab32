"""JUnit XML: a test case for each file, with a failure for each finding that fails the check; the rest is its output."""

from __future__ import annotations

from ..fingerprint import told_path
from ._visible import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..checking import Checked
    from ..diagnostic import Diagnostic


def render(checked: Checked, base: str) -> str:
    """The whole report, valid against the schema that Jenkins and Ant share."""
    failing = {id(finding) for finding in checked.failing}
    cases: dict[str, list[Diagnostic]] = {path: [] for path in checked.files}
    for finding in checked.diagnostics:
        cases.setdefault(finding.path or "<text>", []).append(finding)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<testsuites>",
        f'  <testsuite name="remit" tests="{len(cases)}" failures="{len(failing)}" errors="0" skipped="0" time="0">',
    ]
    for path, findings in cases.items():
        lines += _case(told_path(path, base) if path != "<text>" else path, findings, failing, base)
    return "\n".join([*lines, "  </testsuite>", "</testsuites>"]) + "\n"


def _case(name: str, findings: list[Diagnostic], failing: set[int], base: str) -> Iterable[str]:
    head = f'    <testcase name={_attribute(name)} classname="remit" time="0"'
    if not findings:
        return [head + "/>"]
    lines = [head + ">"]
    rest = []
    for finding in findings:
        if id(finding) in failing:
            message, kind = _attribute(finding.message), _attribute(finding.rule)
            lines.append(f"      <failure message={message} type={kind}>{_text(_story(finding, base))}</failure>")
        else:
            rest.append(_story(finding, base))
    if rest:
        lines.append(f"      <system-out>{_text(chr(10).join(rest))}</system-out>")
    return [*lines, "    </testcase>"]


def _story(finding: Diagnostic, base: str) -> str:
    """A finding as the text report tells it, without the excerpt."""
    line, column = finding.span[0]
    told = [
        f"{visible(told_path(finding.path, base))}:{line}:{column}: {finding.severity}[{finding.rule}]: {visible(finding.message)}"
    ]
    for label in finding.related:
        at = label.source.position(label.start)
        told.append(f"  {visible(label.message)}: {visible(told_path(label.source.path, base))}:{at[0]}:{at[1]}")
    advice = finding.help
    if advice:
        told.append(f"  help: {visible(advice)}")
    return "\n".join(told)


def _text(text: str) -> str:
    """What XML takes as text. `visible` has already replaced the characters that XML cannot hold."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _attribute(text: str) -> str:
    return '"' + _text(visible(text)).replace('"', "&quot;") + '"'
