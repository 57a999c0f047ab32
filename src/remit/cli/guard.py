"""`remit guard install|uninstall|status|selftest`: the hook that holds agents to their remit, in a host's settings."""

from __future__ import annotations

import os
import sys

from ..errors import UsageError
from . import FOUND, OK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

POLICY = os.path.join(".remit", "policy.json")
DEFAULT = "claude-code"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("action", choices=("install", "uninstall", "status", "selftest"), help="what to do")
    parser.add_argument("--host", metavar="NAME", default=DEFAULT, help=f"whose settings (default: {DEFAULT})")
    parser.add_argument(
        "--scope", metavar="SCOPE", help="which of the host's settings files (default: the one with the guard, else the first)"
    )
    parser.add_argument("--policy", metavar="FILE", default=POLICY, help=f"the compiled policy (default: {POLICY})")
    parser.add_argument("--state", metavar="DIR", help="where the guard keeps its journal (default: the user's state folder)")
    parser.add_argument("--root", metavar="DIR", default=".", help="the project (default: here)")
    parser.add_argument("--home", metavar="DIR", help="the home folder (default: yours)")
    parser.add_argument("--compile", action="store_true", help="with `install`: compile the policy of the project first")
    parser.add_argument("--observe", action="store_true", help="only write down what would be refused")
    parser.add_argument("-q", "--quiet", action="store_true", help="only the exit code")


def run(options: Namespace) -> int:
    from ..enforcement.installing import registration

    form = registration(options.host)
    scope = options.scope or form.SCOPES[0]
    if scope not in form.SCOPES:
        raise UsageError(f"`{scope}` is no scope of {options.host}", f"write one of {', '.join(form.SCOPES)}")
    if not os.path.isdir(options.root):
        raise UsageError(f"{options.root}: no such directory")
    home = options.home or os.path.expanduser("~")
    if options.scope is None and options.action != "install":
        scope = _installed_in(options, home) or scope
    path = form.file(scope, os.path.abspath(options.root), home)
    policy = os.path.abspath(os.path.join(options.root, options.policy))
    state = options.state or _state(policy, home)
    return {"install": _install, "uninstall": _uninstall, "status": _status, "selftest": _selftest}[options.action](
        options, path, policy, os.path.abspath(state)
    )


def _installed_in(options: Namespace, home: str) -> str | None:
    """The first scope whose settings have the guard."""
    from ..enforcement.installing import installed, registration

    form = registration(options.host)
    root = os.path.abspath(options.root)
    return next((scope for scope in form.SCOPES if installed(options.host, form.file(scope, root, home)) is not None), None)


def _again(options: Namespace, action: str) -> str:
    """The command of another action for the same host."""
    host = "" if options.host == DEFAULT else f" --host {options.host}"
    return f"`remit guard {action}{host}{'' if options.scope is None else f' --scope {options.scope}'}`"


def _state(policy: str, home: str) -> str:
    from ..enforcement.installing import state_folder

    return state_folder(policy, dict(os.environ), home)


def _install(options: Namespace, path: str, policy: str, state: str) -> int:
    from ..enforcement.installing import command, compile_to, install, registration, renewed
    from ..enforcement.policy import PolicyError, load
    from ._common import managed_folder

    if options.compile:
        compile_to(policy, options.root, options.home or os.path.expanduser("~"), managed_folder())
    try:
        load(policy, fresh=False).session(options.host)
    except PolicyError as problem:
        if options.compile:
            raise UsageError(
                f"no agent of {options.host} is in {os.path.abspath(options.root)}, so there is nobody to hold"
            ) from None
        raise UsageError(problem.reason, f"compile one as well: {_again(options, 'install --compile')}") from None
    changed = install(options.host, path, command(options.host, policy, state, observe=options.observe))
    renewed(policy)  # the settings that the guard stands in now are among its sources
    _say(options, f"{path}: the guard " + ("is installed" if changed else "was installed already"))
    if options.observe:
        _say(options, "  it refuses nothing, and writes down what it would refuse: `remit log`")
    else:
        _say(options, f"  {_again(options, 'selftest')} shows that it is in the way")
    note = registration(options.host).NOTE
    if note is not None:
        _say(options, f"  {note}")
    return OK


def _uninstall(options: Namespace, path: str, policy: str, state: str) -> int:
    from ..enforcement.installing import uninstall

    _say(options, f"{path}: the guard " + ("is gone" if uninstall(options.host, path) else "was not there"))
    return OK


def _status(options: Namespace, path: str, policy: str, state: str) -> int:
    """Which settings have the guard, and whether its policy can be used: 0 where one has and it can."""
    from ..enforcement.installing import installed, registration
    from ..enforcement.policy import PolicyError, load

    form = registration(options.host)
    home = options.home or os.path.expanduser("~")
    working = False
    for scope in form.SCOPES if options.scope is None else (options.scope,):
        file = form.file(scope, os.path.abspath(options.root), home)
        found = installed(options.host, file)
        if found is None:
            _say(options, f"{scope:<8} not installed  {file}")
            continue
        try:
            load(found.option("policy") or "").session(options.host)
        except PolicyError as problem:
            _say(options, f"{scope:<8} refuses everything  {file}\n         {problem.reason}\n         {problem.hint}")
            continue
        working = working or not found.observes
        _say(options, f"{scope:<8} {'only observes' if found.observes else 'installed'}  {file}")
        _say(options, f"         policy {found.option('policy')}\n         state  {found.option('state')}")
    if working and form.NOTE is not None:
        _say(options, form.NOTE)
    return OK if working else FOUND


def _selftest(options: Namespace, path: str, policy: str, state: str) -> int:
    from ..enforcement.installing import installed
    from ..enforcement.proving import trials

    found = installed(options.host, path)
    if found is None:
        raise UsageError(f"{path}: the guard is not installed there", _again(options, "install"))
    tried = trials(found.words, options.host, found.option("policy") or policy)
    for trial in tried:
        _say(
            options,
            f"{'ok ' if trial.problem is None else 'BAD'} {trial.what}" + (f": {trial.problem}" if trial.problem else ""),
        )
    if found.observes:
        _say(options, "the guard only observes: it refuses nothing")
    return OK if all(trial.problem is None for trial in tried) and not found.observes else FOUND


def _say(options: Namespace, text: str) -> None:
    if not options.quiet:
        from ..reports._visible import visible

        sys.stdout.write("\n".join(visible(line) for line in text.split("\n")) + "\n")
