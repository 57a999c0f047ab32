"""The guard: what it says to one event, from the policy, the agents above, and what the run has used up."""

from __future__ import annotations

from time import sleep

from ..policy import ALLOW, ASK, DENY
from ..ruling import Said, covers, loose, target_of
from .aliases import FIELDS, decide
from .clock import now, start_of_machine
from .event import BEFORE, PASSED, START, Answer, Event
from .narrowing import Narrowed, beyond

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..ruling import Ruling
    from .policy import Held, Policy

STEP = 0.005
PATIENCE = 2.0
"""Seconds that a call after many waits for the host to write down which turn it is in."""
DEEPEST = 16
"""How many agents above one are looked for."""


SHELL = "Bash"
"""The tool whose right is asked for what a skill runs."""
PLANS = "the session is in mode `plan`, in which nothing is written"


class Guard:
    """The guard of one host's sessions. `folder` is where it keeps the ledgers of runs; `clock` gives seconds that only go forward, and `wait`
    lets some pass. `identity` says whether the host tells which agent makes a call, `asks` whether it can be told to ask its user."""

    __slots__ = ("asks", "clock", "folder", "host", "identity", "policy", "wait")

    def __init__(
        self,
        policy: Policy,
        host: str,
        folder: str,
        clock: Callable[[], float] = now,
        wait: Callable[[float], None] = sleep,
        *,
        identity: bool = True,
        asks: bool = True,
    ) -> None:
        self.policy = policy
        self.host = host
        self.folder = folder
        self.clock = clock
        self.wait = wait
        self.identity = identity
        self.asks = asks

    def answer(self, event: Event) -> Answer:
        """What to say to an event. Raises `PolicyError` and `LedgerError`; whoever asks then refuses."""
        if event.kind == START:
            held = self.held(event.agent_type)
            if _timed(held):
                self._began(event)
            return PASSED
        if event.kind != BEFORE or event.tool is None:
            return PASSED
        held = self.held(event.agent_type)
        used_up = self._used_up(event, held)
        if used_up is not None:
            return Answer(DENY, used_up, stop=True)
        if event.agent_type is None:
            return (
                PASSED if self.identity else self._whole(event, held)
            )  # the session itself is its user's, and the host's settings hold it
        above = [self._ruling(one) for one in self._above(event)]
        remit = held_to = Narrowed(self._ruling(held), above)
        if event.plan and event.agent is not None:  # a session that was started as an agent writes its plan down
            held_to = Narrowed(remit.own.quietly(Said(PLANS)), above)
        decision = decide(held_to, event.tool, event.input, event.cwd)
        if decision.effect == DENY:
            return Answer(DENY, f"{_shown(event.tool)} is outside the remit of `{event.agent_type}`: {decision.reason}")
        if decision.effect == ASK and not self.asks:
            reads = Narrowed(held_to.own.quietly(Said(decision.reason)), above)
            if decide(reads, event.tool, event.input, event.cwd).effect == DENY:
                return Answer(
                    DENY, f"{decision.reason}; this host can ask nobody, so only what certainly reads and no more passes"
                )
        wider = self._wider(event, remit) or self._set_going(event, held_to) or self._own_master(event, remit.own)
        if wider is not None:
            return Answer(DENY, wider)
        return Answer(ASK, decision.reason) if decision.effect == ASK else PASSED

    def _whole(self, event: Event, held: Held) -> Answer:
        """What to say to a call of somebody in the session, nobody knows who: only what none of them may do is refused."""
        decision = decide(Narrowed(self._ruling(held)), event.tool or "", event.input, event.cwd)
        if decision.effect != DENY:
            return PASSED
        return Answer(DENY, f"{_shown(event.tool or '')} is outside what this session may do: {decision.reason}")

    def held(self, name: str | None) -> Held:
        """What an agent of that name is held to; one that the policy does not know is held to what the session is."""
        found = self.policy.agent(self.host, name) if name is not None else None
        return found or self.policy.session(self.host)

    @staticmethod
    def _ruling(held: Held) -> Ruling:
        ruling = held.ruling
        ruling.session = ()  # the settings are the host's to apply, and it knows them as they are now
        return ruling

    def _wider(self, event: Event, remit: Narrowed) -> str | None:
        """Why an agent must not be started, or spoken to: it would reach what the one that does so may not."""
        own = remit.own
        if own.spawn is not None and own.name_of(event.tool or "") == own.spawn[0]:
            target = target_of(event.input, own.spawn[1])
            reached, says = self._meant(target), "starts"
        elif event.to is not None:
            target = event.to
            reached, says = self._addressed(event, target), "speaks to"
        else:
            return None
        return self._reaches(event, remit, reached, target, says)

    def _reaches(self, event: Event, remit: Narrowed, reached: list[Held], target: str | None, says: str) -> str | None:
        """Why one of some agents reaches what the one that starts it, or speaks to it, may not."""
        own = remit.own
        for child in reached:
            for ruling in (own, *remit.above):
                more = beyond(self._ruling(child), ruling)
                if more:
                    whose = f"`{event.agent_type}`" if ruling is own else "an agent above it"
                    may = f"`{target or 'an agent without a name'}` may use {_several(more)}, which {whose} may not"
                    return f"{may}: an agent {says} none that reaches further"
        return None

    def _set_going(self, event: Event, remit: Narrowed) -> str | None:
        """Why a skill must not be started: it would do what the one that starts it may not."""
        if event.skill is None:
            return None
        from .skills import started

        name, arguments = event.skill
        folders = (event.cwd or remit.own.root, remit.own.root, *remit.own.folders)
        found = started(name, arguments, folders, remit.own.home)
        if found is None or not found.told:
            if all(_all_of(SHELL, ruling) for ruling in (remit.own, *remit.above)):
                return None
            what = (
                "of this skill no text is found"
                if found is None
                else f"what the skill `{name}` runs cannot be told for certain"
            )
            return f"{what}, so it may run anything: who starts it needs all of `{SHELL}`"
        for line in found.commands:
            decision = decide(remit, SHELL, {"command": line}, event.cwd)
            if decision.effect != ALLOW:
                return f"the skill `{name}` runs a command that is outside the remit of `{event.agent_type}`: {decision.reason}"
        for agent in found.agents:
            why = self._reaches(event, remit, self._meant(agent), agent, "starts")
            if why is not None:
                return f"the skill `{name}` runs in an agent of its own: {why}"
        return None

    def _own_master(self, event: Event, own: Ruling) -> str | None:
        """Why a file must not be written: it is what holds the agent."""
        value = event.input if isinstance(event.input, dict) else {}
        paths = [value[name] for name in FIELDS if isinstance(value.get(name), str)]
        if not paths or not own.writes(event.tool or ""):
            return None
        from .keeping import holds

        cwd = event.cwd or own.root
        if any(holds(path, cwd, own.home, self.policy, self.folder) for path in paths):
            return "this file is of what holds agents to their remit, and no agent writes that"
        return None

    def _addressed(self, event: Event, target: str) -> list[Held]:
        """The agents that a message may reach; one that nobody knows may be any."""
        found = None
        if event.transcript is not None:
            from .lineage import addressed

            found = addressed(event.transcript, event.agent, target, DEEPEST)
        return [self.policy.session(self.host)] if found is None else [one for name in found for one in self._meant(name)]

    def _meant(self, target: str | None) -> list[Held]:
        """The agents that a name may mean: hosts look past case, blanks, dashes and underscores."""
        if target is not None:
            exact = self.policy.agent(self.host, target)
            if exact is not None:
                return [exact]
            folded = loose(target)
            close = [name for name in self.policy.agents(self.host) if loose(name) == folded]
            if close:
                return [self.held(name) for name in close]
        return [self.policy.session(self.host)]

    def _above(self, event: Event) -> list[Held]:
        """The agents above the one that makes the call, the topmost first, as far as the host tells."""
        if event.agent is None or event.transcript is None:
            return []
        from .lineage import parents

        found = [self.held(name) for name in parents(event.transcript, event.agent, DEEPEST)]
        found.reverse()
        return found

    def _used_up(self, event: Event, held: Held) -> str | None:
        """Why the run is over: its turns, its time or its grants are used up."""
        name = f"`{event.agent_type}`"
        if held.max_turns is not None and held.max_turns < 1:
            return f"the limit of turns of {name} is no whole number above 0, so it has none: its author has to write one"
        if held.max_turns is not None and self._turns_over(event, held.max_turns):
            return f"the {held.max_turns} turns of {name} are used up; say what you found so far"
        if not _timed(held):
            return None
        began = self._began(event)
        if began is None:
            return f"the machine was started anew since {name} began, so its time is over"
        passed = self.clock() - began
        if held.timeout is not None and passed >= held.timeout:
            return f"the {held.timeout} seconds of {name} are over; say what you found so far"
        if held.ttl is not None and passed >= held.ttl:
            return f"what was granted to {name} for {held.ttl} seconds has expired"
        return None

    def _turns_over(self, event: Event, most: int) -> bool:
        """Whether a call lies after the last turn."""
        from .ledger import Ledger
        from .turns import transcript_of, turns_in

        with Ledger(self._path(event)) as ledger:
            calls = [line["call"] for line in ledger.lines if "call" in line]
            if event.call is None or event.call not in calls:
                ledger.add({"call": event.call, "at": self.clock()})
                calls.append(event.call)
        # No call lies in a later turn than it would if each one before had been a turn.
        if (calls.index(event.call) if event.call is not None else len(calls) - 1) < most:
            return False
        path = transcript_of(event.transcript, event.agent)
        if path is None:
            return True  # without a transcript every call counts as a turn: rather too few than too many
        # The host writes the transcript a little late, and one answer's calls not all at once. Only with this call in it does it say for certain
        # which turn this is.
        turns = turns_in(path)
        waited = 0.0
        while event.call is not None and (turns is None or turns.of(event.call) is None) and waited < PATIENCE:
            self.wait(STEP)
            waited += STEP
            turns = turns_in(path) or turns
        if turns is None:
            return True
        return (turns.of(event.call) or turns.next) > most

    def _began(self, event: Event) -> float | None:
        """When the run began, `None` where that was before the machine was started anew, so that nobody knows how long ago."""
        from .ledger import Ledger

        start = start_of_machine()
        with Ledger(self._path(event)) as ledger:
            for line in ledger.lines:
                began = line.get("began")
                if isinstance(began, int | float):
                    return began if line.get("start", start) == start and began <= self.clock() else None
            moment = self.clock()
            ledger.add({"began": moment, "start": start, "type": event.agent_type})
            return moment

    def _path(self, event: Event) -> str:
        return f"{self.folder}/runs/{named(event.session or '-')}/{named(event.agent or 'main')}.jsonl"


def _all_of(tool: str, ruling: Ruling) -> bool:
    """Whether an agent may make any call of a tool."""
    return (
        ruling.has(tool)
        and ruling.quiet is None
        and tool not in ruling.scopes
        and tool not in ruling.asked
        and not any(covers(pattern, tool) for pattern, _, _ in ruling.denied)
    )


def _timed(held: Held) -> bool:
    return held.timeout is not None or held.ttl is not None


def _shown(tool: str) -> str:
    return f"`{tool}`" if " " not in tool else tool


def _several(tools: list[str]) -> str:
    return ", ".join(_shown(tool) for tool in tools[:4]) + (f" and {len(tools) - 4} more" if len(tools) > 4 else "")


def named(identity: str) -> str:
    """A file name for an identity that the host gave: itself where it is a plain one, else a digest."""
    if identity and len(identity) <= 80 and all(char.isascii() and (char.isalnum() or char in "-_") for char in identity):
        return identity
    from .digests import of_bytes

    return "_" + of_bytes(identity.encode("utf-8", "surrogatepass"))[:40]
