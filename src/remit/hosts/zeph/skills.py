"""Which skills an agent sees: `skills.include` and `skills.exclude` as Zeph matches them.

A pattern is a name, or has one `*` for any run of characters. Nothing else is special, case counts, `**` is refused.
"""

from __future__ import annotations

from ...errors import InvalidDefinition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...definition import Skills


def check_pattern(pattern: str) -> None:
    """Raises `InvalidDefinition` for a pattern that Zeph refuses when it filters skills."""
    if "**" in pattern:
        raise InvalidDefinition(f"the skill pattern `{pattern}` holds `**`, which Zeph does not allow")


def matches(pattern: str, name: str) -> bool:
    """Whether a pattern, already checked, is about the skill of that name."""
    before, star, after = pattern.partition("*")
    if not star:
        return pattern == name
    # The two parts may not overlap in the name.
    size = len(before.encode("utf-8", "surrogatepass")) + len(after.encode("utf-8", "surrogatepass"))
    return name.startswith(before) and name.endswith(after) and len(name.encode("utf-8", "surrogatepass")) >= size


def visible(skills: Skills, names: Iterable[str]) -> list[str]:
    """Those of the skills that the agent sees, in their order. `exclude` wins; an empty `include` lets every skill pass.

    Raises `InvalidDefinition` for a pattern with `**`, as Zeph does when the agent is started.
    """
    for pattern in (*skills.include, *skills.exclude):
        check_pattern(pattern)
    return [
        name
        for name in names
        if (not skills.include or any(matches(pattern, name) for pattern in skills.include))
        and not any(matches(pattern, name) for pattern in skills.exclude)
    ]
