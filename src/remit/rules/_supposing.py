"""What a host would hand over if a definition's lists were others: how a rule learns what one entry is good for."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..definition import Definition
    from ..session import Session


def supposed(
    own: Definition, session: Session, tools: tuple[str, ...] | None = None, denied: tuple[str, ...] = ()
) -> frozenset[str]:
    """The tools of an agent with these lists and nothing else, in a session, without those that the host adds to every agent."""
    from ..definition import Definition

    # Without a name: a host whose layers merge by name would add what the file itself says.
    other = Definition("", system_prompt="", tools=tools, disallowed_tools=denied, host=own.host, host_version=own.host_version)
    answer = session.host.resolve(other, session)
    return frozenset(answer.effective or ()) - set(answer.added)
