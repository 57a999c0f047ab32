"""Writes what is made from the code: a page for each host and each rule, their indexes, and the schemas of the hosts' definitions.

python docs/generate.py          writes them
python docs/generate.py --check  fails where they are not up to date
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from remit.hosts import all_hosts
from remit.hosts.base import Host
from remit.rules import PERSONAS, Rule, all_rules
from remit.schemas import front_matter

DOCS = Path(__file__).parent
_NOTE = "<!-- Made from the code by docs/generate.py: edit the code. -->\n\n"


def cell(text: object) -> str:
    return str(text).replace("|", "\\|").replace("\n", " ")


def versions(since: str | None, until: str | None) -> str:
    if since and until:
        return f"{since} to before {until}"
    return f"from {since}" if since else f"before {until}" if until else ""


def host_page(host: Host) -> str:
    lines = [f"# {host.title}", "", (sys.modules[host.__class__.__module__].__doc__ or "").strip(), ""]
    lines += [
        f"Name: `{host.name}`" + (f" (also {', '.join(f'`{alias}`' for alias in host.aliases)})" if host.aliases else "") + "."
    ]
    lines += [
        f"Newest version: {host.latest}." + (f" Versions asked: {', '.join(host.versions)}." if host.versions else ""),
        "",
    ]
    if host.folders or host.files:
        lines += ["Read in a project: " + ", ".join(f"`{name}`" for name in (*host.folders, *host.files)) + ".", ""]
    lines += ["## Fields", "", "| field | takes | without it | a bad value | versions | |", "|---|---|---|---|---|---|"]
    for field in host.fields.values():
        what = field.doc + (" **Security.**" if field.security else "")
        row = (f"`{field.name}`", field.forms, field.default, field.bad, versions(field.since, field.until), what)
        lines.append("| " + " | ".join(map(cell, row)) + " |")
    if host.tool_names:
        lines += ["", "## Tools", "", ", ".join(f"`{name}`" for name in sorted(host.tool_names)) + "."]
    if host.facts:
        lines += ["", "## Facts", "", "| fact | versions | how we know | verified |", "|---|---|---|---|"]
        for fact in host.facts:
            lines.append(
                "| " + " | ".join(map(cell, (fact.text, versions(fact.since, fact.until), fact.source, fact.verified))) + " |"
            )
    return _NOTE + "\n".join(lines) + "\n"


def rule_page(rule: Rule) -> str:
    title, _, rest = rule.page.partition("\n")
    who = "" if rule.persona == "regular" else f" · for the persona `{rule.persona}`"
    sure = "" if rule.confidence == "high" else f" · confidence {rule.confidence}"
    return f"{_NOTE}# {rule.name}\n\n{title}\n\n*{rule.severity}{who}{sure}*\n{rest.rstrip()}\n"


def pages() -> dict[Path, str]:
    hosts, rules = list(all_hosts()), list(all_rules())
    made = {DOCS / "hosts" / f"{host.name}.md": host_page(host) for host in hosts}
    made.update({DOCS / "rules" / f"{rule.name}.md": rule_page(rule) for rule in rules})
    made.update({DOCS / "schemas" / f"{host.name}.json": schema(host) for host in hosts})
    made[DOCS / "hosts" / "README.md"] = (
        _NOTE + "# Hosts\n\n" + "".join(f"* [{host.title}]({host.name}.md) {host.latest}\n" for host in hosts)
    )
    text = _NOTE + "# Rules\n"
    for persona in PERSONAS:
        listed = [rule for rule in rules if rule.persona == persona]
        if listed:
            text += f"\n## {persona}\n\n| rule | severity | |\n|---|---|---|\n"
            text += "".join(f"| [{rule.name}]({rule.name}.md) | {rule.severity} | {cell(rule.title)} |\n" for rule in listed)
    made[DOCS / "rules" / "README.md"] = text
    return made


def schema(host: Host) -> str:
    return json.dumps(front_matter(host, host.version(None)), ensure_ascii=False, indent=2) + "\n"


def stale() -> list[Path]:
    """Files that are missing, out of date, or of something that is no more."""
    made = pages()
    there = {path for folder in ("hosts", "rules", "schemas") for path in (DOCS / folder).glob("*.*")}
    wrong = [path for path, text in made.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    return wrong + sorted(there - set(made))


def main() -> None:
    if "--check" in sys.argv[1:]:
        found = stale()
        if found:
            sys.exit("not up to date, run `python docs/generate.py`: " + ", ".join(path.name for path in found))
        return
    for path in stale():
        path.unlink(missing_ok=True)
    for path, text in pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
