"""How a run ended, and what is handed back: the object `remit/run/1`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    Json = dict[str, object]

COMPLETED = "completed"
MAX_TURNS = "max_turns"
TIMEOUT = "timeout"
DENIED = "denied"
EXPIRED = "expired"
CANCELLED = "cancelled"
ERROR = "error"

EXIT_CODES = {COMPLETED: 0, DENIED: 1, ERROR: 2, MAX_TURNS: 4, TIMEOUT: 5, EXPIRED: 6, CANCELLED: 7}
"""The exit code of `remit run` for each outcome; 2 is also that of wrong use, 3 means `ask` elsewhere."""


def used_up(agent: str, turns: float | None) -> str:
    """Why a run is over whose turns are."""
    return f"the 1 turn of `{agent}` is used up" if turns == 1 else f"the {turns or 0:g} turns of `{agent}` are used up"


class Result:
    """What came of a run. `text` is the agent's last words, `partial` says that they are no final answer, and then `reason` why. `turns` are
    calls of the model, `calls` and `refused` those of tools that passed and that did not."""

    __slots__ = ("agent", "calls", "outcome", "reason", "refused", "seconds", "text", "transcript", "turns")

    def __init__(
        self,
        outcome: str,
        text: str = "",
        *,
        agent: str = "",
        reason: str | None = None,
        turns: int = 0,
        calls: int = 0,
        refused: int = 0,
        seconds: float = 0.0,
        transcript: str | None = None,
    ) -> None:
        self.outcome = outcome
        self.text = text
        self.agent = agent
        self.reason = reason
        self.turns = turns
        self.calls = calls
        self.refused = refused
        self.seconds = seconds
        self.transcript = transcript

    @property
    def partial(self) -> bool:
        return self.outcome != COMPLETED

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.outcome]

    def told(self) -> str:
        """The words for whoever called the agent: an answer that is none says so itself."""
        if not self.partial:
            return self.text
        head = f"[partial: {self.outcome}{f', {self.reason}' if self.reason else ''}]"
        return f"{head}\n{self.text}" if self.text else head

    def to_json(self) -> Json:
        return {
            "schema": "remit/run/1",
            "agent": self.agent,
            "outcome": self.outcome,
            "partial": self.partial,
            "reason": self.reason,
            "text": self.text,
            "turns": self.turns,
            "toolCalls": self.calls,
            "refusedCalls": self.refused,
            "seconds": round(self.seconds, 3),
            "transcript": self.transcript,
        }

    @classmethod
    def from_json(cls, data: Json) -> Result:
        """The result that `to_json` wrote, from remit's own child or state folder. Raises `ValueError`."""
        outcome = data.get("outcome")
        if outcome not in EXIT_CODES:
            raise ValueError("no result of a run")
        reason, transcript, seconds = data.get("reason"), data.get("transcript"), data.get("seconds")
        return cls(
            str(outcome),
            str(data.get("text", "")),
            agent=str(data.get("agent", "")),
            reason=reason if isinstance(reason, str) else None,
            turns=_count(data.get("turns")),
            calls=_count(data.get("toolCalls")),
            refused=_count(data.get("refusedCalls")),
            seconds=float(seconds) if isinstance(seconds, int | float) else 0.0,
            transcript=transcript if isinstance(transcript, str) else None,
        )

    def __repr__(self) -> str:
        return f"Result({self.outcome!r}, {self.text!r})"


def _count(value: object) -> int:
    return value if isinstance(value, int) else 0
