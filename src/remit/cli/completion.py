"""`remit completion SHELL`: prints a script that completes commands, options and hosts in a shell."""

from __future__ import annotations

import sys

from . import COMMANDS, OK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

SHELLS = ("bash", "zsh", "fish")

_BASH = """_remit() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words
    case $previous in
        --host) words="@HOSTS@" ;;
        --mode) words="foreground background main" ;;
        --format) words="@FORMATS@" ;;
        --color) words="auto always never" ;;
        --fail-on) words="error warning info never" ;;
        --persona) words="regular strict auditor" ;;
        --select|--ignore|rule) words="@RULES@" ;;
        --root|--home|--add-dir|--plugins) COMPREPLY=($(compgen -d -- "$current")); return ;;
        *)
            if [ "$COMP_CWORD" -eq 1 ]; then words="@COMMANDS@ --help --version"
            else
                case ${COMP_WORDS[1]} in
@OPTIONS@
                esac
            fi ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    [[ $current == -* ]] || COMPREPLY+=($(compgen -f -- "$current"))
}
complete -o filenames -F _remit remit
"""

_ZSH = "#compdef remit\nautoload -U +X bashcompinit && bashcompinit\n"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="which shell; put the script where yours looks for completions")


def options_of(name: str) -> list[str]:
    """The options of a command, as its own parser has them."""
    from importlib import import_module

    from . import _parser

    parser = _parser(name)
    import_module(f"{__package__}.{name.replace('-', '_')}").arguments(parser)
    return sorted(option for action in parser._actions for option in action.option_strings if option.startswith("--"))


def script(shell: str) -> str:
    from ..hosts import names
    from ..reports import FORMATS
    from ..rules import names as rules

    table = {name: options_of(name) for name in COMMANDS}
    if shell == "fish":
        lines = ["complete -c remit -n __fish_use_subcommand -l version -d 'the version'"]
        for name, text in COMMANDS.items():
            words = text.replace("'", "")
            lines.append(f"complete -c remit -n __fish_use_subcommand -f -a {name} -d '{words}'")
            for option in table[name]:
                words = " ".join(names() if option == "--host" else rules() if option in ("--select", "--ignore") else ())
                extra = f" -x -a '{words}'" if words else ""
                lines.append(f"complete -c remit -n '__fish_seen_subcommand_from {name}' -l {option[2:]}{extra}")
        lines.append(f"complete -c remit -n '__fish_seen_subcommand_from rule' -f -a '{' '.join(rules())}'")
        return "\n".join(lines) + "\n"
    cases = "\n".join(f'                    {name}) words="{" ".join(options)}" ;;' for name, options in table.items())
    text = (
        _BASH.replace("@HOSTS@", " ".join(names()))
        .replace("@FORMATS@", " ".join(FORMATS))
        .replace("@RULES@", " ".join(rules()))
        .replace("@COMMANDS@", " ".join(COMMANDS))
        .replace("@OPTIONS@", cases)
    )
    return (_ZSH if shell == "zsh" else "") + text


def run(options: Namespace) -> int:
    sys.stdout.write(script(options.shell))
    return OK
