"""What is known of a host's front matter: its fields, and facts, each with its evidence and the versions that it holds for."""

from __future__ import annotations

from ...errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...shapes import Shape


IDLE = "idle"
EFFORT = "effort"
TEMPERATURE = "temperature"
TOP_P = "top_p"
OPENING = "opening"
NEEDED = "needed"
"""What a field is for whoever runs the agent in the host's place (`Host.at_run`): nothing at all (a colour, say); how hard the model thinks; two
numbers for it; words before the first task; and what would hold the agent back, so that it is not run without."""


class Version:
    """A host's version, comparable: `0.12 < 0.12.1 < 0.22`."""

    __slots__ = ("parts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        parts = []
        for piece in text.split("."):
            if not piece.isascii() or not piece.isdigit():
                raise UsageError(f"`{text}` is not a version", "write numbers with dots between, as in `claude-code@2.1.332`")
            parts.append(int(piece))
        self.parts = tuple(parts)

    def __ge__(self, other: Version) -> bool:
        return self.parts >= other.parts

    def __lt__(self, other: Version) -> bool:
        return self.parts < other.parts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Version) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(self.parts)

    def __repr__(self) -> str:
        return f"Version({self.text!r})"


class Fact:
    """Something a host does, and how we know: `source` names the evidence, `verified` its date (ISO), `since` and `until` the versions
    it is known for (`until` exclusive, `None` = open)."""

    __slots__ = ("since", "source", "text", "until", "verified")

    def __init__(self, text: str, source: str, verified: str, since: str | None = None, until: str | None = None) -> None:
        self.text = text
        self.source = source
        self.verified = verified
        self.since = since
        self.until = until


class Field:
    """One entry of a host's front matter.

    `shape` is what is accepted, `bad` what the host does with anything else, `default` what holds where the field is absent.
    `security` marks fields whose loss would widen the agent, `deprecated` those that have a newer name or way. Of the shape, `forms` are
    the words for people, `choices` the exact words where only some are meant. `holds` says what its entries, or the keys of its map, are
    names of: `"tools"`, `"skills"`, `"servers"`, `"agents"`, `"models"`, or `""`.
    """

    __slots__ = (
        "bad",
        "choices",
        "default",
        "deprecated",
        "doc",
        "evidence",
        "forms",
        "holds",
        "name",
        "security",
        "shape",
        "since",
        "until",
    )

    def __init__(
        self,
        name: str,
        shape: Shape,
        doc: str,
        *,
        default: str = "absent",
        bad: str = "ignored",
        security: bool = False,
        deprecated: bool = False,
        since: str | None = None,
        until: str | None = None,
        evidence: str = "",
        holds: str = "",
    ) -> None:
        self.name = name
        self.shape = shape
        self.forms = shape.words
        self.choices = shape.choices
        self.doc = doc
        self.default = default
        self.bad = bad
        self.security = security
        self.deprecated = deprecated
        self.since = since
        self.until = until
        self.evidence = evidence
        self.holds = holds
