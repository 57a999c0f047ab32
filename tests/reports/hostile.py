"""Findings about texts of strangers, for tests of reports."""

from __future__ import annotations

from remit.checking import Checked
from remit.diagnostic import Diagnostic
from remit.source import Source

NAMES = (
    "a|b",
    "<img src=x onerror=alert(1)>",
    "[click](https://evil.example/)",
    "![x](https://evil.example/p.png)",
    "https://evil.example/ www.evil.example",
    "@everyone #12 **bold** _it_ ~~no~~ `tick`",
    "%0A::error::forged",
    "x\n::error::forged",
    "x\r\n::stop-commands::t",
    "]]> & \" ' </failure>",
    "nul\x00 bell\x07 escape\x1b[2J",
    "\u202eright to left\u2066",
    "\ud800 alone, \udcff a byte",
    "\ufffe\uffff",
    "😀 beyond the first plane",
)


def finding(name: str, text: str = "tools: Read\n", path: str | None = "a.md") -> Diagnostic:
    """A finding whose message has this name in it."""
    return Diagnostic("unknown-tool", Source.of(text, path), 7, 11, {"host": "Claude Code", "entry": name, "allow": True})


def checked(*findings: Diagnostic, files: tuple[str, ...] = ()) -> Checked:
    found = Checked()
    found.diagnostics += findings
    found.failing += findings
    found.files += files or sorted({finding.path for finding in findings if finding.path is not None})
    return found
