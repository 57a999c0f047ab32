"""`remit rule [NAME]`: the page of a rule, or all rules."""

from __future__ import annotations

import sys

from ..errors import UsageError
from ..rules import Rule, all_rules, names, rule
from . import OK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", nargs="?", help="a rule (default: all rules)")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to answer (default: text)")
    parser.add_argument("--color", choices=("auto", "always", "never"), default="auto", help="colour (default: on a terminal)")


def run(options: Namespace) -> int:
    if options.name is None:
        _all(options)
        return OK
    if options.name not in names():
        from ..selection import told_unknown

        raise UsageError(*told_unknown(options.name))
    one = rule(options.name)
    if options.format == "json":
        from ..reports import json

        json.write({"schema": "remit/rule/1", **described(one), "page": one.page})
    else:
        _page(one, options.color)
    return OK


def described(one: Rule) -> dict[str, object]:
    """A rule as JSON, without its page."""
    return {
        "name": one.name,
        "title": one.title,
        "severity": one.severity,
        "confidence": one.confidence,
        "persona": one.persona,
        "topic": one.topic,
        "fixSafety": one.fix_safety,
        "settings": one.settings,
    }


def _all(options: Namespace) -> None:
    if options.format == "json":
        from ..reports import json

        json.write({"schema": "remit/rules/1", "rules": [described(one) for one in all_rules()]})
        return
    width = max(map(len, names()))
    for one in all_rules():
        sys.stdout.write(f"{one.name:<{width}}  {one.severity:<7}  {one.persona:<7}  {one.title}\n")


def _page(one: Rule, color: str) -> None:
    """Prints a page: laid out on a terminal, as it is written elsewhere."""
    title, _, rest = one.page.partition("\n")
    facts = [one.severity, f"persona {one.persona}", f"confidence {one.confidence}"]
    if one.fix_safety is not None:
        facts.append(f"{one.fix_safety} fix")
    if one.settings:
        facts.append("settings " + ", ".join(f"`{key} = {value}`" for key, value in one.settings.items()))
    text = f"# {one.name}\n\n{title}\n\n*{' · '.join(facts)}*\n{rest.rstrip()}\n"
    if color == "never" or (color == "auto" and not sys.stdout.isatty()):
        sys.stdout.write(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(force_terminal=True if color == "always" else None).print(Markdown(text, hyperlinks=False))
