"""Options that say which rules run and which configuration counts, and what they mean."""

from __future__ import annotations

from ..errors import UsageError
from ..rules import PERSONAS
from ..selection import FAIL_ON, Layer, Selection, told_wrong

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ..configuration import Configurations


def selecting(parser: ArgumentParser) -> None:
    """The options of commands that select rules."""
    parser.add_argument(
        "--select",
        metavar="RULE",
        action="append",
        help="run these rules alone: names, patterns as `unknown-*`, or `all`; commas between (repeatable)",
    )
    parser.add_argument("--ignore", metavar="RULE", action="append", help="do without these rules (repeatable)")
    parser.add_argument("--persona", choices=PERSONAS, help="how much you want to hear (default: regular)")
    parser.add_argument("--fail-on", choices=FAIL_ON, help="the least severity that fails (default: error)")
    parser.add_argument(
        "--config", metavar="FILE", help="the configuration (default: the nearest remit.toml or pyproject.toml)"
    )
    parser.add_argument("--no-config", "--isolated", action="store_true", help="read no configuration")


def selection_of(options: Namespace) -> Selection:
    """What the command line selects. Raises `UsageError` for names that no rule has."""
    return Selection(
        Layer(
            select=_listed("--select", options.select),
            ignore=_listed("--ignore", options.ignore) or (),
            persona=options.persona,
            fail_on=options.fail_on,
        )
    )


def configurations_of(options: Namespace) -> Configurations:
    """The configurations of the run, with what the command line says above them."""
    from ..configuration import Configurations

    if options.config is not None and options.no_config:
        raise UsageError("`--config` and `--no-config` exclude each other")
    return Configurations(selection_of(options), given=options.config, search=not options.no_config)


def _listed(option: str, given: list[str] | None) -> list[str] | None:
    """The patterns of an option that may be repeated and takes commas."""
    if given is None:
        return None
    patterns = [part.strip() for text in given for part in text.split(",") if part.strip()]
    if not patterns:
        raise UsageError(f"`{option}` names no rule", "`remit rule` lists the rules")
    for pattern in patterns:
        wrong = told_wrong(pattern)
        if wrong is not None:
            raise UsageError(f"{option}: {wrong[0]}", wrong[1])
    return patterns
