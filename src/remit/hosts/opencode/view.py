"""One layer of an agent as the client has it: a Markdown file, or the entry of a JSON file. Layers of one name merge into the agent."""

from __future__ import annotations

from ...syntax.nodes import Mapping, Node, Scalar
from .accepting import Fields, Issue, issues_of
from .front_matter import BLANK
from .js_values import Date, entries_of, key_of, value_of
from .permissions import of_agent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...source import Source
    from .front_matter import Front
    from .permissions import PermissionMap

NOT_TEXT = "its `name` is not text, and the program fails when it lists the agents"


class View:
    """The fields of a layer that the client accepted.

    `name` is what the layer's agent is filed under, `issues` what the schema does not take; `permission` is empty where there are any.
    `author` is the same file as its author means it, which is this very view where both read alike, and `None` where nothing can be read.
    `primary` marks the entries of the old `mode` folders and keys: whatever they say, the mode is primary. `front` is how the file was
    taken apart, `None` for JSON.
    """

    __slots__ = ("author", "fault", "fields", "front", "issues", "name", "permission", "primary", "source")

    def __init__(
        self, name: str, fields: Fields, source: Source | None, *, primary: bool = False, front: Front | None = None
    ) -> None:
        self.name = name
        self.fields = fields
        self.source = source
        self.primary = primary
        self.front = front
        self.issues: list[Issue] = issues_of(fields)
        self.permission: PermissionMap = {} if self.issues else of_agent(fields, source)
        self.fault: str | None = None
        self.author: View | None = None

    def value(self, name: str) -> object:
        """The value of a scalar field, `None` where it is absent or no scalar."""
        entry = self.fields.get(name)
        return value_of(entry[1]) if entry is not None and isinstance(entry[1], Scalar) else None

    def has(self, name: str) -> bool:
        return name in self.fields

    @property
    def mode(self) -> str | None:
        if self.primary:
            return "primary"
        value = self.value("mode")
        return value if isinstance(value, str) else None

    @property
    def disabled(self) -> bool | None:
        value = self.value("disable")
        return value if isinstance(value, bool) else None

    @property
    def steps(self) -> int | None:
        value = self.value("steps") if self.has("steps") else self.value("maxSteps")
        return int(value) if isinstance(value, int | float) and not isinstance(value, bool) and value > 0 else None

    @property
    def prompt(self) -> str | None:
        """The system prompt of this layer: a Markdown file always has one, if an empty one."""
        if self.front is None or self.source is None:
            return self.text("prompt")
        return self.source.text[self.front.body :].strip(BLANK)

    def text(self, name: str) -> str | None:
        value = self.value(name)
        return value if isinstance(value, str) else None


def fields_of(root: Mapping | None) -> Fields:
    """The fields of a map, in the client's order."""
    return entries_of(root) if root is not None else {}


def filed_under(fields: Fields, default: str) -> tuple[str, str | None]:
    """The name that a file's agent goes by, and why that cannot work."""
    entry = fields.get("name")
    if entry is None:
        return default, None
    node: Node = entry[1]
    if not isinstance(node, Scalar):
        return default, NOT_TEXT
    value = value_of(node)
    if isinstance(value, str):
        return value, None
    if value is None:
        return "null", None
    return value.key if isinstance(value, Date) else key_of(node), NOT_TEXT
