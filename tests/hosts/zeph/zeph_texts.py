"""The fixtures of Zeph's own tests, and short ways to ask remit about a text. F1 to F6 are from bug-ops/zeph (MIT OR
Apache-2.0)."""

from __future__ import annotations

import remit
from remit.api import reading_of
from remit.hosts.base import LOOSE, Reading
from remit.source import Source

OLD = "0.12"
MID = "0.13"
CURRENT = "0.22"
NEWEST = "0.22.4"

F1 = """+++
name = "code-reviewer"
description = "Reviews code changes for correctness and style"
model = "claude-sonnet-4-20250514"

[tools]
allow = ["shell", "web_scrape"]

[permissions]
secrets = ["github-token"]
max_turns = 10
background = false
timeout_secs = 300
ttl_secs = 120

[skills]
include = ["git-*", "rust-*"]
exclude = ["deploy-*"]
+++

You are a code reviewer. Report findings with severity.
"""

F2 = """---
name: code-reviewer
description: Reviews code changes for correctness and style
model: claude-sonnet-4-20250514
tools:
  allow:
    - shell
    - web_scrape
permissions:
  secrets:
    - github-token
  max_turns: 10
  background: false
  timeout_secs: 300
  ttl_secs: 120
skills:
  include:
    - "git-*"
    - "rust-*"
  exclude:
    - "deploy-*"
---

You are a code reviewer. Report findings with severity.
"""

F3 = '+++\nname = "bot"\ndescription = "A bot"\n+++\n\nDo things.\n'
F4 = "---\nname: bot\ndescription: A bot\n---\n\nDo things.\n"

F5 = """---
name: planner
description: Plans things
tools:
  allow:
    - shell
    - web
  except:
    - dangerous
permissions:
  max_turns: 5
  background: true
  permission_mode: plan
---

You are a planner.
"""

F6 = """---
name: auditor
description: Security auditor
tools:
  allow:
    - shell
  except:
    - shell_sudo
    - shell_rm
---

Audit mode.
"""


def yaml(*lines: str, name: str = "a", description: str = "b") -> str:
    """A YAML definition with these lines after name and description."""
    return "\n".join(["---", f"name: {name}", f"description: {description}", *lines, "---", "", "body", ""])


def toml(*lines: str, name: str = '"a"', description: str = '"b"') -> str:
    """A TOML definition with these lines after name and description."""
    return "\n".join(["+++", f"name = {name}", f"description = {description}", *lines, "+++", "", "body", ""])


def parse(text: str | bytes, version: str = NEWEST) -> remit.Definition:
    return remit.parse(text, host=f"zeph@{version}")


def outcome(text: str | bytes, version: str = NEWEST, path: str | None = None) -> str:
    """`"ok"`, or the class of the error that the strict call raises."""
    try:
        remit.parse(text, host=f"zeph@{version}", path=path)
    except remit.ParseError:
        return "parse"
    except remit.InvalidDefinition:
        return "invalid"
    return "ok"


def reading(text: str | bytes, version: str = NEWEST, scope: str = LOOSE, path: str | None = None) -> Reading:
    source = Source(text, path) if isinstance(text, bytes) else Source.of(text, path)
    return reading_of(source, f"zeph@{version}", scope)


def rules(found: Reading) -> list[str]:
    return [finding.rule for finding in found.diagnostics]
