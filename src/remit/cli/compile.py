"""`remit compile [ROOT] -o policy.json`: all agents of a session, each with what it is held to, as one file."""

from __future__ import annotations

import os
import sys

from ..errors import UsageError
from . import FOUND, OK
from ._common import common, home_of, inventory_of, managed_folder, settings_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("folder", metavar="ROOT", nargs="?", help="the folder that the session works in (default: --root)")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write the policy (default: standard output)")
    parser.add_argument("--again", metavar="FILE", help="compile this policy anew, as it was compiled before")
    parser.add_argument("--check", metavar="FILE", help="only say whether this policy is still what would be compiled")
    parser.add_argument("--inventory", metavar="FILE", help="the session's tools, a JSON file")
    parser.add_argument("--tools", metavar="A,B", help="the session's tools, by name")
    common(parser)


def run(options: Namespace) -> int:
    if options.check is not None:
        return _check(options.check)
    if options.again is not None:
        return _again(options)
    from ..enforcement.compiling import compiled, text_of

    folder = options.folder or options.root
    if not os.path.isdir(folder):
        raise UsageError(f"{folder}: no such directory")
    policy = compiled(
        folder,
        options.host,
        home=home_of(options),
        extra=options.add_dir,
        plugins=options.plugins,
        managed=managed_folder(),
        environment=dict(os.environ),
        settings=settings_files(options),
        inventory=inventory_of(options),
    )
    if options.output is None:
        sys.stdout.write(text_of(policy))
        return OK
    return _written(options, policy, options.output)


def _again(options: Namespace) -> int:
    import json

    from ..enforcement.compiling import recompiled
    from ..enforcement.policy import PolicyError
    from ..source import Unreadable, read_bytes

    try:
        policy = recompiled(json.loads(read_bytes(options.again, 64 << 20)), dict(os.environ))
    except Unreadable as problem:
        raise UsageError(f"{options.again}: {problem.reason}") from None
    except ValueError:
        raise UsageError(f"{options.again}: no JSON") from None
    except PolicyError as problem:
        raise UsageError(f"{options.again}: {problem.reason}", problem.hint) from None
    return _written(options, policy, options.output or options.again)


def _written(options: Namespace, policy: dict[str, object], path: str) -> int:
    from ..enforcement.compiling import text_of
    from ..source import replace_file

    try:
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        replace_file(path, text_of(policy).encode())
    except OSError as problem:
        raise UsageError(f"{path}: {(problem.strerror or str(problem)).lower()}") from None
    if not options.quiet:
        hosts = policy["hosts"]
        assert isinstance(hosts, dict)
        counts = [f"{len(one['agents'])} agent{'s' * (len(one['agents']) != 1)} of {name}" for name, one in hosts.items()]
        sys.stderr.write(f"{path}: {', '.join(counts) or 'no agents'}\n")
    return OK


def _check(path: str) -> int:
    from ..enforcement.policy import PolicyError, load

    try:
        load(path)
    except PolicyError as problem:
        sys.stderr.write(f"remit: {problem.reason}\n  {problem.hint}\n")
        return FOUND
    return OK
