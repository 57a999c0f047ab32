"""remit tells which tools an AI agent may really call, and why.

The public names, each loaded when it is first used: importing `remit` costs almost nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._version import __version__
    from .api import load, load_all, parse, read
    from .catalog import Catalog
    from .checking import check
    from .definition import Definition, Skills, effective_tools
    from .diagnostic import Diagnostic
    from .document import Document
    from .errors import DefinitionError, InvalidDefinition, ParseError, UsageError
    from .fixing import fix
    from .gathering import discover
    from .inventory import Inventory
    from .policy import Decision
    from .resolving import Remit, resolve
    from .running.library import run

_HOMES = {
    "Catalog": "catalog",
    "Decision": "policy",
    "Definition": "definition",
    "DefinitionError": "errors",
    "Diagnostic": "diagnostic",
    "Document": "document",
    "InvalidDefinition": "errors",
    "Inventory": "inventory",
    "ParseError": "errors",
    "Remit": "resolving",
    "Skills": "definition",
    "UsageError": "errors",
    "__version__": "_version",
    "check": "checking",
    "discover": "gathering",
    "effective_tools": "definition",
    "fix": "fixing",
    "load": "api",
    "load_all": "api",
    "parse": "api",
    "read": "api",
    "resolve": "resolving",
    "run": "running.library",
}

__all__ = [
    "Catalog",
    "Decision",
    "Definition",
    "DefinitionError",
    "Diagnostic",
    "Document",
    "InvalidDefinition",
    "Inventory",
    "ParseError",
    "Remit",
    "Skills",
    "UsageError",
    "__version__",
    "check",
    "discover",
    "effective_tools",
    "fix",
    "load",
    "load_all",
    "parse",
    "read",
    "resolve",
    "run",
]


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
