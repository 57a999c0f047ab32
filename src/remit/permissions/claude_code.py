"""What the client decides for a tool call under permission rules: allow, ask, deny, or the tool is not there.

Facts are from Claude Code 2.1.332, recorded 2026-11-30. Deny rules are asked first, then ask rules, then allow rules; the first that
speaks of the call decides, how specific it is plays no part. Without a rule the tool's default counts (`defaults`). Permission modes,
hooks and managed policies are not part of this: the answer is that of the default mode.
"""

from __future__ import annotations

import re

from .bash_rules import BashPattern, narrow, narrow_steps, wide
from .defaults import (
    EDITORS,
    EVALUATORS,
    FIND_ACTIONS,
    FREE_HOSTS,
    FREE_TOOLS,
    MAIN_FIELD,
    PROTECTED_FILES,
    PROTECTED_FOLDERS,
    READERS,
    UNPROTECTED,
)
from .free import files, is_free, path_of
from .marks import (
    ANSI,
    ARITH,
    ARRAY,
    BACKGROUND,
    BRACED,
    BRACES,
    CASE,
    CONTINUATION,
    CONTROL,
    DOLLAR,
    ESCAPED_BLANK,
    FOR,
    FUNCTION,
    GROUP,
    HEREDOC,
    LATE_WORD,
    LOCALE,
    ODD_SPACE,
    PATTERN_GROUP,
    PROCESS,
    REDIRECT,
    SELECT,
    SUBSHELL,
    SUBST,
    VARIABLE,
    ZSH_EQUALS,
)
from .paths import PathRule, Where, below
from .rule import ALIASES, ToolRule, wildcard
from .shell import Script, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .words import Command, Redirect

ALLOW = "allow"
ASK = "ask"
DENY = "deny"
REMOVED = "removed"

# No rule but the whole line, word for word, allows a line with one of these: only the shell knows what it will do.
_OPAQUE = frozenset(
    {
        ANSI, ARITH, ARRAY, BACKGROUND, BRACED, BRACES, CASE, CONTINUATION, CONTROL, DOLLAR, ESCAPED_BLANK, FUNCTION, GROUP, HEREDOC,
        LATE_WORD, LOCALE, ODD_SPACE, PATTERN_GROUP, PROCESS, REDIRECT, SELECT, SUBSHELL, VARIABLE, ZSH_EQUALS,
    }
)  # fmt: skip
# Longer lines are not looked into.
LONGEST = 10_000
_PARAMETER = re.compile(r"([A-Za-z_][A-Za-z0-9_]*):\s*(.*)", re.DOTALL)
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[/\\]*(?:[^/\\?#]*@)?([^/\\?#:@]*)(?::\d*)?([/\\][^?#]*)?")


class Rule:
    """One rule of the settings: its effect (`allow`, `ask` or `deny`), its text, and where it comes from. `base` is the folder that its
    `/path` patterns count from: `None` for project settings, `~/.claude` (absolute) for user settings."""

    __slots__ = ("base", "effect", "origin", "rule")

    def __init__(self, effect: str, rule: ToolRule | str, origin: object = None, base: str | None = None) -> None:
        self.effect = effect
        self.rule = ToolRule.parse(rule) if isinstance(rule, str) else rule
        self.origin = origin
        self.base = base

    @property
    def inert(self) -> bool:
        """Written so that the client drops it."""
        rule = self.rule
        specifier = rule.specifier
        if not rule.valid or specifier == "":
            return True
        if specifier is None or specifier == "*":
            return False
        if rule.mcp:
            return True
        tool = ALIASES.get(rule.tool, rule.tool)
        if tool == "WebFetch":
            return not specifier.startswith("domain:")
        if tool == "WebSearch":
            return "*" in specifier or "?" in specifier
        if tool in READERS or tool in EDITORS:
            return ":*" in specifier
        return False

    def removes(self, tool: str) -> bool:
        """Whether this rule, denying, takes the tool out of the session altogether."""
        return not self.inert and self.rule.whole_tool and self.rule.names(tool, grants=False)

    def __repr__(self) -> str:
        return f"Rule({self.effect!r}, {self.rule.text!r})"


class Outcome:
    """The decision and its reason: `because` is the origin of the deciding rule, `rule` the rule; both are `None` for the default."""

    __slots__ = ("because", "effect", "rule")

    def __init__(self, effect: str, rule: Rule | None = None) -> None:
        self.effect = effect
        self.rule = rule
        self.because = rule.origin if rule is not None else None

    def __repr__(self) -> str:
        return f"Outcome({self.effect!r}, {self.rule!r})"


def decide(rules: Iterable[Rule], tool: str, input: object, *, where: Where) -> Outcome:  # noqa: A002
    """The client's decision for one call. `input` is what the tool gets, a dictionary, or a text for its main field."""
    return Call(list(rules), tool, input, where).decide()


class Call:
    """One call under a list of rules. `main` is the text of the field that rules speak of, `None` where the call has none."""

    __slots__ = ("fields", "main", "rules", "tool", "where")

    def __init__(self, rules: list[Rule], tool: str, given: object, where: Where) -> None:
        self.rules = [rule for rule in rules if not rule.inert]
        self.tool = ALIASES.get(tool, tool)
        field = MAIN_FIELD.get(self.tool, "")
        self.fields: Mapping[str, object] = (
            {field: given} if isinstance(given, str) else given if isinstance(given, dict) else {}
        )
        main = self.fields.get(field)
        self.main = main if isinstance(main, str) else None
        self.where = where

    # -- what every tool shares -----------------------------------------------------------------------------------------------------

    def of(self, effect: str, *tools: str) -> Iterable[Rule]:
        for rule in self.rules:
            if rule.effect == effect and any(rule.rule.names(tool, effect == ALLOW) for tool in tools or (self.tool,)):
                yield rule

    def bare(self, effect: str, *tools: str) -> Rule | None:
        return next((rule for rule in self.of(effect, *tools) if rule.rule.whole_tool), None)

    def scoped(self, effect: str, *tools: str) -> Iterable[tuple[Rule, str]]:
        """Rules with a specifier; a name with a `*` takes none."""
        for rule in self.of(effect, *tools):
            specifier = rule.rule.specifier
            if specifier is not None and specifier != "*" and "*" not in rule.rule.tool:
                yield rule, specifier

    def parameter(self, effect: str) -> Rule | None:
        """`Tool(param:value)` on any input but the main field."""
        for rule, specifier in self.scoped(effect):
            found = _PARAMETER.fullmatch(specifier)
            if found is None:
                continue
            name, wanted = found.groups()
            value = self.fields.get(name)
            if isinstance(value, bool):
                value = "true" if value else "false"
            elif isinstance(value, (int, float)):
                value = f"{value:g}" if isinstance(value, float) else str(value)
            if not isinstance(value, str) or (name == MAIN_FIELD.get(self.tool) and self.tool not in ("Agent", "WebSearch")):
                continue
            if wildcard(wanted, value):
                return rule
        return None

    def decide(self) -> Outcome:
        removed = self.bare(DENY)
        if removed is None and self.tool == "Monitor":
            removed = self.bare(DENY, "Bash")
        if removed is not None:
            return Outcome(REMOVED, removed)
        denied = self.parameter(DENY)
        if denied is not None:
            return Outcome(DENY, denied)
        special = {
            "Bash": self.shell,
            "Monitor": self.shell,
            "WebFetch": self.web,
            "Skill": self.skill,
            "Agent": self.agent,
        }.get(self.tool)
        if special is not None:
            return special()
        if self.tool in READERS:
            return self.read()
        if self.tool in EDITORS:
            return self.edit()
        return self.default()

    def asked(self) -> Rule | None:
        return self.bare(ASK) or self.parameter(ASK)

    def default(self) -> Outcome:
        asked = self.asked()
        if asked is not None:
            return Outcome(ASK, asked)
        allowed = self.bare(ALLOW)
        if allowed is not None:
            return Outcome(ALLOW, allowed)
        return Outcome(ALLOW if self.tool in FREE_TOOLS else ASK)

    # -- files ----------------------------------------------------------------------------------------------------------------------

    def path_rule(self, effect: str, path: str, *tools: str) -> Rule | None:
        for rule, specifier in self.scoped(effect, *tools):
            if PathRule(specifier, self.where, effect == ALLOW, rule.base).matches(path):
                return rule
        return None

    def readable(self, path: str) -> Rule | bool | None:
        """The rule that opens a path for reading, true when none is needed, else `None`."""
        if self.where.at_home(path):
            return True
        return self.bare(ALLOW, "Read") or self.path_rule(ALLOW, path, "Read", "Edit")

    def read(self) -> Outcome:
        path = self.where.absolute(self.main if self.main is not None else ".")
        denied = self.path_rule(DENY, path, "Read")
        if denied is not None:
            return Outcome(DENY, denied)
        asked = self.asked() or self.path_rule(ASK, path, "Read")
        if asked is not None:
            return Outcome(ASK, asked)
        allowed = self.bare(ALLOW) or self.readable(path)
        if isinstance(allowed, Rule):
            return Outcome(ALLOW, allowed)
        return Outcome(ALLOW if allowed else ASK)

    def edit(self) -> Outcome:
        path = self.where.absolute(self.main if self.main is not None else ".")
        denied = self.path_rule(DENY, path, "Edit") or self.bare(DENY, "Read") or self.path_rule(DENY, path, "Read")
        if denied is not None:
            return Outcome(DENY, denied)
        asked = self.asked() or self.path_rule(ASK, path, "Edit")
        if asked is not None:
            return Outcome(ASK, asked)
        if protected(path):
            return Outcome(ASK)
        allowed = self.bare(ALLOW) or self.path_rule(ALLOW, path, "Edit")
        return Outcome(ALLOW, allowed) if allowed is not None else Outcome(ASK)

    # -- other tools with a grammar of their own ----------------------------------------------------------------------------------------

    def web(self) -> Outcome:
        host, path = host_and_path(self.main or "")
        for effect in (DENY, ASK, ALLOW):
            if effect == ASK:
                asked = self.asked()
                if asked is not None:
                    return Outcome(ASK, asked)
            for rule, specifier in self.scoped(effect):
                if host and domain_matches(specifier.removeprefix("domain:"), host):
                    return Outcome(effect, rule)
        allowed = self.bare(ALLOW)
        if allowed is not None:
            return Outcome(ALLOW, allowed)
        return Outcome(ALLOW if host and _free_host(host, path) else ASK)

    def skill(self) -> Outcome:
        name = (self.main or "").removeprefix("/")
        denied = next((rule for rule, specifier in self.scoped(DENY) if skill_matches(specifier, name)), None)
        if denied is not None:
            return Outcome(DENY, denied)
        asked = self.asked()
        if asked is not None:
            return Outcome(ASK, asked)
        if name in self.where.skills:
            return Outcome(ALLOW)  # before ask rules with a name: these do not reach a skill that asks for nothing
        for effect in (ASK, ALLOW):
            for rule, specifier in self.scoped(effect):
                if skill_matches(specifier, name):
                    return Outcome(effect, rule)
        allowed = self.bare(ALLOW)
        return Outcome(ALLOW, allowed) if allowed is not None else Outcome(ASK)

    def agent(self) -> Outcome:
        wanted = self.main if self.main is not None else "general-purpose"
        known = self.where.agents
        names = {wanted}
        if wanted not in known:
            # Spawning is lenient: case, blanks, dashes and underscores do not count. Without a list of agents any such name may be meant.
            loose = _loose(wanted)
            for rule, specifier in self.scoped(DENY):
                if _loose(specifier) == loose and (not known or specifier in known):
                    return Outcome(DENY, rule)
        for rule, specifier in self.scoped(DENY):
            if specifier in names:
                return Outcome(DENY, rule)
        return self.default()  # an ask rule with a type is never consulted

    # -- shell ------------------------------------------------------------------------------------------------------------------------

    def patterns(self, effect: str) -> list[tuple[Rule, BashPattern]]:
        return [(rule, BashPattern(specifier)) for rule, specifier in self.scoped(effect, "Bash")]

    def shell(self) -> Outcome:
        text = self.main or ""
        long = len(text) > LONGEST
        script = Script(text) if long else parse(text)
        denied = self.wide_rule(DENY, script)
        if denied is None and not long:
            denied = self.denied_file(script)
            if denied is not None and any(command.name == "cd" for command in script.commands) and len(script.commands) > 1:
                return Outcome(ASK, denied)
        if denied is not None:
            return Outcome(DENY, denied)
        asked = self.bare(ASK) or self.bare(ASK, "Bash") or self.parameter(ASK) or self.wide_rule(ASK, script)
        if asked is not None:
            return Outcome(ASK, asked)
        allowed = self.bare(ALLOW)
        if allowed is not None:
            return Outcome(ALLOW, allowed)
        if long or script.opaque:
            return Outcome(ASK)
        return self.narrow_decision(script)

    def wide_rule(self, effect: str, script: Script) -> Rule | None:
        for rule, pattern in self.patterns(effect):
            if pattern.matches(script.text.strip()) if len(script.text) > LONGEST else wide(pattern, script):
                return rule
        return None

    def denied_file(self, script: Script) -> Rule | None:
        """A deny rule for files that a plain command of the line reads or writes."""
        for command in script.commands:
            if command.via:
                continue
            reading, writing = self.touched(command)
            for path in reading:
                rule = self.path_rule(DENY, path, "Read")
                if rule is not None:
                    return rule
            for path in writing:
                rule = self.path_rule(DENY, path, "Edit")
                if rule is not None:
                    return rule
        return None

    def touched(self, command: Command) -> tuple[list[str], list[str]]:
        """The absolute paths a command reads and writes, as far as its words tell."""
        at = narrow_steps(command)
        reading, writing = files(command, at, self.where) if at is not None else ([], [])
        if command.name == "cd" and len(command.words) == 2:
            target = path_of(command.words[1], self.where)
            reading = [target] if target is not None and target != "-" else []
        reading, writing = [self.where.absolute(p) for p in reading], [self.where.absolute(p) for p in writing]
        for redirect in command.redirects:
            target = path_of(redirect.target, self.where)
            if target is not None and not redirect.harmless:
                (reading if redirect.operator == "<" else writing).append(self.where.absolute(target))
        return reading, writing

    def narrow_decision(self, script: Script) -> Outcome:
        patterns = self.patterns(ALLOW)
        line = script.text.strip()
        if not script.marks & {SUBSHELL, BACKGROUND} and not any(len(pipeline) > 1 for pipeline in script.pipelines):
            for rule, pattern in patterns:
                if pattern.kind == "exact" and pattern.text == line and all(self.files_open(c) for c in script.commands):
                    return Outcome(ALLOW, rule)
        if script.marks & _OPAQUE:
            return Outcome(ASK)
        if SUBST in script.marks and any(SUBST in command.marks and command.words for command in script.commands):
            return Outcome(ASK)
        names = [command.name for command in script.commands]
        if names.count("cd") > 1 or ("cd" in names and "git" in names):
            return Outcome(ASK)
        if not any(command.words or command.redirects for command in script.commands) and script.commands:
            return Outcome(ASK)
        because: Rule | None = None
        for command in script.commands:
            found = self.narrow_rule(patterns, command, FOR in script.marks)
            if found is None:
                return Outcome(ASK)
            if because is None and isinstance(found, Rule):
                because = found
        return Outcome(ALLOW, because)

    def narrow_rule(self, patterns: list[tuple[Rule, BashPattern]], command: Command, loop: bool) -> Rule | bool | None:
        """The rule that allows one simple command, true when it needs none, else `None`."""
        if not self.files_open(command):
            return None
        if not command.words:
            return True
        at = narrow_steps(command)
        if at is not None and at < len(command.words) and self.free(command, at):
            return True
        if (loop and not command.via) or command.words[0].value == "":
            return None
        name = command.words[at or 0].value
        risky = name in EVALUATORS or (name == "find" and any(word.value in FIND_ACTIONS for word in command.words))
        for rule, pattern in patterns:
            if (not risky or pattern.kind == "exact") and narrow(pattern, command):
                return rule
        return None

    def free(self, command: Command, at: int) -> bool:
        """Whether the command needs no rule, as it changes nothing."""
        return is_free(command, at)

    def files_open(self, command: Command) -> bool:
        """May the command read and write the files it names, as far as rules for files are concerned?"""
        if any(not self.redirect_open(redirect) for redirect in command.redirects):
            return False
        if command.name == "cd" and len(command.words) == 1:
            return self.where.at_home(self.where.home)
        reading, writing = self.touched(command)
        for path in reading:
            if not self.readable(path):
                return False
        targets = {self.where.absolute(path_of(r.target, self.where) or "") for r in command.redirects}
        return all(path in targets or (self.where.at_home(path) and not protected(path)) for path in writing)

    def redirect_open(self, redirect: Redirect) -> bool:
        if redirect.harmless:
            return True
        target = path_of(redirect.target, self.where)
        if target is None or redirect.operator in ("<&", "<>") or (redirect.operator == ">&" and target == "-"):
            return False
        path = self.where.absolute(target)
        if redirect.operator == "<":
            return bool(self.readable(path))
        return not protected(path) and self.path_rule(ALLOW, path, "Edit") is not None


def protected(path: str) -> bool:
    """One of the files that no rule opens for writing."""
    lower = path.lower()
    if any(open_folder in lower + "/" for open_folder in UNPROTECTED):
        return False
    names = lower.split("/")
    return names[-1] in PROTECTED_FILES or any(name in PROTECTED_FOLDERS for name in names[:-1])


def host_and_path(url: str) -> tuple[str, str]:
    """The host of a URL in lower case without a dot at its end, and the path; empty when there is none."""
    found = _URL.match(url.strip())
    if found is None:
        return "", ""
    host = found.group(1).lower().removesuffix(".")
    if not host.isascii():
        try:
            host = host.encode("idna").decode("ascii")
        except UnicodeError:
            return "", ""
    return host, found.group(2) or "/"


def domain_matches(pattern: str, host: str) -> bool:
    """`x` is that host, `*.x` every host below it, `*` all; another `*` stays within one label."""
    pattern = pattern.lower().removesuffix(".")
    if pattern == "*":
        return True
    if pattern.startswith("*."):
        labels = pattern[2:].split(".")
        theirs = host.split(".")
        return len(theirs) > len(labels) and all(map(wildcard, labels, theirs[-len(labels) :]))
    labels = pattern.split(".")
    theirs = host.split(".")
    return bool(pattern) and len(theirs) == len(labels) and all(map(wildcard, labels, theirs))


def _free_host(host: str, path: str) -> bool:
    for free in FREE_HOSTS:
        name, slash, folder = free.partition("/")
        if name == host and (not slash or below(path.rstrip("/"), "/" + folder) is not None):
            return True
    return False


def skill_matches(specifier: str, name: str) -> bool:
    """A name, or the beginning of one: `name:*` and `name *`."""
    specifier = specifier.removeprefix("/")
    if specifier.endswith((":*", " *")):
        return bool(specifier[:-2]) and name.startswith(specifier[:-2])
    return specifier == name


def _loose(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "").replace(" ", "")
