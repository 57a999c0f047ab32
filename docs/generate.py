"""Writes what is made from the code: a page for each host and each rule, their indexes, the schemas of the hosts' definitions, and the
pre-commit hooks, which must know where definitions lie.

python docs/generate.py          writes them
python docs/generate.py --check  fails where they are not up to date
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from remit.answers import ANSWERS, answer
from remit.hosts import all_hosts
from remit.hosts.base import Host
from remit.rules import PERSONAS, TOPICS, Rule, all_rules
from remit.schemas import front_matter

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS))

from reporters import everywhere, hosts_of  # noqa: E402 (this folder is no package)

_NOTE = "<!-- Made from the code by docs/generate.py: edit the code. -->\n\n"


CONFIDENT = {"high": "high: known from what the host does", "medium": "medium: likely", "low": "low: a hint to look at"}
HEARD = {"regular": "everybody", "strict": "the persona `strict`", "auditor": "the persona `auditor`"}


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
    told = (
        "every host" if everywhere(rule) else ", ".join(f"[{host.title}](../hosts/{host.name}.md)" for host in hosts_of(rule))
    )
    rows = (
        ("severity", rule.severity + (" by default" if rule.severity != "info" else "")),
        ("confidence", CONFIDENT[rule.confidence]),
        ("told to", HEARD[rule.persona]),
        ("hosts", told),
        ("fix", rule.section("Fix safety").partition("\n\n")[0].replace("\n", " ") or "none"),
    )
    table = "| | |\n|---|---|\n" + "".join(f"| {name} | {cell(text)} |\n" for name, text in rows)
    return f"{_NOTE}# {rule.name}\n\n{title}\n\n{table}{rest.rstrip()}\n"


def rules_page(rules: list[Rule]) -> str:
    text = _NOTE + "# Rules\n\n"
    text += (
        f"{len(rules)} rules. The persona `regular` hears what is sure and matters; `strict` also hears what is untidy, `auditor` also what\n"
        "somebody wants to know who judges the files of others.\n"
    )
    for topic, heading in TOPICS.items():
        listed = [rule for rule in rules if rule.topic == topic]
        listed.sort(key=lambda rule: (PERSONAS.index(rule.persona), rule.name))
        if listed:
            text += f"\n## {heading}\n\n| rule | severity | persona | |\n|---|---|---|---|\n"
            text += "".join(
                f"| [{rule.name}]({rule.name}.md) | {rule.severity} | {rule.persona} | {cell(rule.title)} |\n"
                for rule in listed
            )
    return text


def pages() -> dict[Path, str]:
    hosts, rules = list(all_hosts()), list(all_rules())
    made = {DOCS / "hosts" / f"{host.name}.md": host_page(host) for host in hosts}
    made.update({DOCS / "rules" / f"{rule.name}.md": rule_page(rule) for rule in rules})
    made[DOCS.parent / ".pre-commit-hooks.yaml"] = hooks()
    made.update({DOCS / "schemas" / f"{host.name}.json": written(front_matter(host, host.version(None))) for host in hosts})
    made.update({DOCS / "schemas" / f"remit-{command}-1.json": written(answer(command)) for command in ANSWERS})
    made[DOCS / "hosts" / "README.md"] = (
        _NOTE + "# Hosts\n\n" + "".join(f"* [{host.title}]({host.name}.md) {host.latest}\n" for host in hosts)
    )
    made[DOCS / "rules" / "README.md"] = rules_page(rules)
    return made


def written(schema: dict[str, object]) -> str:
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


def definitions() -> str:
    """A regular expression for the paths of definitions, by the places that the hosts have for them."""
    hosts = list(all_hosts())
    folders = sorted({re.escape(name) for host in hosts for name in host.folders})
    files = sorted({re.escape(name) for host in hosts for name in host.files})
    endings = sorted({re.escape(name) for host in hosts for name in host.suffixes})
    return f"(?:^|/)(?:(?:{'|'.join(folders)})/.*|{'|'.join(files)})$|(?:{'|'.join(endings)})$"


def hooks() -> str:
    """The hooks for pre-commit. They look at the whole repository: what an agent gets depends on other files than its own."""
    text = "# Made from the code by docs/generate.py: edit the code.\n"
    for name, title, entry, what in (
        ("remit-check", "remit", "remit check", "Finds mistakes in AI agent definitions at their exact place."),
        (
            "remit-fix",
            "remit --fix",
            "remit check --fix",
            "Mends what is safe to mend in AI agent definitions, and tells the rest.",
        ),
    ):
        text += f"""- id: {name}
  name: {title}
  description: {what}
  entry: {entry}
  language: python
  files: '{definitions()}'
  pass_filenames: false
  require_serial: true
"""
    return text


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
