"""What the client decides for a command line. Facts are from Claude Code 2.1.332, recorded 2026-11-30.

The answer is that of a session in which some command has run before. In a fresh one the client also asks about loops and about lines that
only set variables, as it does not know the shell's variables yet. What reads rules is loaded where there are any: a hook asks without.
"""

from __future__ import annotations

from .call import ALLOW, ASK, DENY, Call, Outcome, Rule, protected
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
from .shell import LONGEST, Script, parse
from .shell_defaults import EVALUATORS, FIND_ACTIONS
from .wrappers import narrow_steps, unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .paths import Where
    from .patterns import BashPattern
    from .words import Command, Redirect

# No rule but the whole line, word for word, allows a line with one of these: only the shell knows what it will do.
_OPAQUE = frozenset(
    {
        ANSI, ARITH, ARRAY, BACKGROUND, BRACED, BRACES, CASE, CONTINUATION, CONTROL, DOLLAR, ESCAPED_BLANK, FUNCTION, GROUP, HEREDOC,
        LATE_WORD, LOCALE, ODD_SPACE, PATTERN_GROUP, PROCESS, REDIRECT, SELECT, SUBSHELL, VARIABLE, ZSH_EQUALS,
    }
)  # fmt: skip


def reads_only(value: object, where: Where) -> bool:
    """Whether a command line certainly only reads: the client runs it without any rule."""
    return LineCall([], "Bash", value, where).shell().effect == ALLOW


class LineCall(Call):
    """A call of Bash or Monitor."""

    __slots__ = ()

    def patterns(self, effect: str) -> list[tuple[Rule, BashPattern]]:
        scoped = list(self.scoped(effect, "Bash"))
        if not scoped:
            return []
        from .patterns import BashPattern

        return [(rule, BashPattern(specifier)) for rule, specifier in scoped]

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
        if ARITH in script.marks and (self.patterns(DENY) or self.patterns(ASK)):
            return Outcome(ASK)  # with a rule that might be meant, the client does not run what it cannot read
        asked = self.bare(ASK) or self.bare(ASK, "Bash") or self.parameter(ASK) or self.wide_rule(ASK, script)
        if asked is not None:
            return Outcome(ASK, asked)
        if (
            script.marks == {BACKGROUND}
            and not script.opaque
            and all(self.needs_no_rule(command) for command in script.commands)
        ):
            return Outcome(ASK)  # not even a rule for all of Bash lets read-only commands run in the background
        allowed = self.bare(ALLOW)
        if allowed is not None:
            return Outcome(ALLOW, allowed)
        if long or script.opaque:
            return Outcome(ASK)
        return self.narrow_decision(script)

    def wide_rule(self, effect: str, script: Script) -> Rule | None:
        patterns = self.patterns(effect)
        if not patterns:
            return None
        from .bash_rules import wide

        for rule, pattern in patterns:
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
        because: Rule | None = None
        for command in script.commands:
            found = self.narrow_rule(patterns, command)
            if found is None:
                return Outcome(ASK)
            if because is None and isinstance(found, Rule):
                because = found
        return Outcome(ALLOW, because)

    def needs_no_rule(self, command: Command) -> bool:
        at = narrow_steps(command)
        return at is not None and at < len(command.words) and is_free(command, at) and self.files_open(command)

    def narrow_rule(self, patterns: list[tuple[Rule, BashPattern]], command: Command) -> Rule | bool | None:
        """The rule that allows one simple command, true when it needs none, else `None`."""
        if not self.files_open(command):
            return None
        if not command.words:
            return True
        at = narrow_steps(command)
        if self.needs_no_rule(command):
            return True
        if command.words[0].value == "":
            return None
        name = command.words[at or 0].value
        if not patterns or (at is not None and unreadable(command.words, at)):
            return None
        from .bash_rules import narrow

        risky = name in EVALUATORS or (name == "find" and any(word.value in FIND_ACTIONS for word in command.words))
        for rule, pattern in patterns:
            if (not risky or pattern.kind == "exact") and narrow(pattern, command):
                return rule
        return None

    def files_open(self, command: Command) -> bool:
        """May the command read and write the files it names, as far as rules for files are concerned?"""
        if any(not self.redirect_open(redirect) for redirect in command.redirects):
            return False
        if command.name == "cd" and len(command.words) == 1:
            return self.where.at_home(self.where.home)
        steps = narrow_steps(command)
        if steps is not None and any(".." in path.split("/") for path in files(command, steps, self.where)[0]):
            return False
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
