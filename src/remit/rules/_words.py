"""Small turns of phrase that rules share."""

from __future__ import annotations


def ticked(names: object, limit: int = 6) -> str:
    """Names in backticks with commas between: `` `a`, `b` and 3 more``."""
    listed = [f"`{name}`" for name in names]  # type: ignore[attr-defined]
    if len(listed) > limit:
        return ", ".join(listed[:limit]) + f" and {len(listed) - limit} more"
    return listed[0] if len(listed) == 1 else ", ".join(listed[:-1]) + f" and {listed[-1]}" if listed else ""


def meant(name: object) -> str:
    """A question after the right name, or nothing."""
    return f"; did you mean `{name}`?" if name else ""


def consequence(data: dict[str, object]) -> str:
    """What a host makes of it, to put after the fault; nothing where that is not known."""
    return f"; {data['then']}" if data.get("then") else ""
