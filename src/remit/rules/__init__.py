"""The rules: one file each, named as the rule, whose docstring is the rule's page.

A rule's file has `SEVERITY`, `TOPIC` (`fields` where it has none), `PERSONA` where it is not `regular`, `CONFIDENCE` where it is not `high`,
`SECRET = True` where the places it finds must not be shown, `message(data)` and, where there is something to do, `help(data)` and
`fix(finding)`. What a reader or a resolver notices it reports itself, with particulars; such a rule is loaded when one of its findings is
read. A rule that nobody else can notice looks for itself: it has `in_document(document)`, `in_agent(agent)` or `in_catalog(catalog)`, which
give findings (see `remit.examining`). Where it has `SETTINGS`, names with their values, a configuration may set them, and such a function
takes them as `settings`. `SURROUNDINGS` is true where a finding depends on more than the file itself: it cannot be expected where
the file is checked alone.
"""

from __future__ import annotations

import os
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

    from ..diagnostic import Diagnostic, Fix

REGULAR = "regular"
STRICT = "strict"
AUDITOR = "auditor"
PERSONAS = (REGULAR, STRICT, AUDITOR)
"""Who wants to hear it: everybody (few and sure), those who keep a tidy house, those who judge other people's files."""

HIGH = "high"
MEDIUM = "medium"
LOW = "low"
CONFIDENCES = (HIGH, MEDIUM, LOW)
"""How sure a finding is: known from what the host does, likely, or a hint to look at."""

READING = "reading"
FIELDS = "fields"
TOOLS = "tools"
AGENTS = "agents"
SECURITY = "security"
TOPICS = {
    READING: "Reading the file",
    FIELDS: "Fields",
    TOOLS: "Tools",
    AGENTS: "Several agents",
    SECURITY: "Security: more than the author wrote, or more than is wise",
}
"""What rules are about, in the order of the index of rules, each with its heading there."""

Data = dict[str, object]


class Rule:
    """One rule, by its file."""

    __slots__ = ("_module", "name")

    def __init__(self, name: str, module: ModuleType) -> None:
        self.name = name
        self._module = module

    @property
    def path(self) -> str:
        """The rule's own file."""
        return str(self._module.__file__)

    @property
    def severity(self) -> str:
        return str(self._module.SEVERITY)

    @property
    def persona(self) -> str:
        return str(getattr(self._module, "PERSONA", REGULAR))

    @property
    def confidence(self) -> str:
        return str(getattr(self._module, "CONFIDENCE", HIGH))

    @property
    def topic(self) -> str:
        """What the rule is about: one of `TOPICS`."""
        return str(getattr(self._module, "TOPIC", FIELDS))

    @property
    def mark(self) -> str | None:
        """How an editor shows the place: `"unnecessary"` pale, `"deprecated"` crossed out, `None` as any other finding."""
        found = getattr(self._module, "MARK", None)
        return None if found is None else str(found)

    @property
    def secret(self) -> bool:
        """Whether the places that the rule finds hold something that no report may show."""
        return bool(getattr(self._module, "SECRET", False))

    @property
    def page(self) -> str:
        """The rule's page, Markdown."""
        return (self._module.__doc__ or "").strip()

    @property
    def title(self) -> str:
        """The first line of the page: what the rule is about, one phrase."""
        return self.page.partition("\n")[0].rstrip(".")

    def section(self, heading: str) -> str:
        """The text below a heading of the page, `""` where the page has none."""
        _, found, rest = self.page.partition(f"## {heading}\n")
        return rest.partition("\n## ")[0].strip() if found else ""

    @property
    def fix_safety(self) -> str | None:
        """Whether the fixes that the rule proposes are `"safe"` or `"unsafe"`, by the first word of its page about them; `None` where it
        proposes none."""
        word = self.section("Fix safety").partition(":")[0].partition(" ")[0].lower()
        return word if word in ("safe", "unsafe") else None

    def message(self, data: Data) -> str:
        return str(self._module.message(data))

    def help(self, data: Data) -> str | None:
        words = getattr(self._module, "help", None)
        text = words(data) if words is not None else None
        return None if text is None else str(text)

    @property
    def mends(self) -> bool:
        """Whether the rule has a fix for some of its findings."""
        return hasattr(self._module, "fix")

    def fix(self, finding: Diagnostic) -> Fix | None:
        """What would mend a finding of this rule, `None` where nothing certain would."""
        propose = getattr(self._module, "fix", None)
        found: Fix | None = propose(finding) if propose is not None else None
        return found

    @property
    def settings(self) -> dict[str, object]:
        """What a configuration may set for the rule, with the values it has otherwise: whole numbers, texts or truth values."""
        return dict(getattr(self._module, "SETTINGS", {}))

    @property
    def surroundings(self) -> bool:
        """Whether its findings depend on what is around the file: where it lies, other agents, settings."""
        return bool(getattr(self._module, "SURROUNDINGS", False)) or self.looker("in_catalog") is not None

    def looker(self, kind: str) -> Callable[..., Iterator[Diagnostic]] | None:
        """The function with which the rule looks for itself; `kind` is `"in_document"`, `"in_agent"` or `"in_catalog"`."""
        found: Callable[..., Iterator[Diagnostic]] | None = getattr(self._module, kind, None)
        return found


_LOADED: dict[str, Rule] = {}


def rule(name: str) -> Rule:
    """The rule of that name. Raises `KeyError`."""
    found = _LOADED.get(name)
    if found is None:
        if name not in names():
            raise KeyError(name)
        found = _LOADED[name] = Rule(name, import_module(f"{__name__}.{name.replace('-', '_')}"))
    return found


_NAMES: list[str] = []


def names() -> list[str]:
    """The names of all rules, sorted."""
    if not _NAMES:
        for entry in os.listdir(os.path.dirname(__file__)):
            stem, dot, suffix = entry.partition(".")
            if suffix == "py" and dot and not stem.startswith("_"):
                _NAMES.append(stem.replace("_", "-"))
        _NAMES.sort()
    return _NAMES


def all_rules() -> Iterator[Rule]:
    return (rule(name) for name in names())
