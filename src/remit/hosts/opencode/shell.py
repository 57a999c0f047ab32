"""The single commands of a line for the shell, as OpenCode asks about them: each simple command of pipes, lists, groups and substitutions.

A command is its text as written, with the assignments before it; with a redirection that belongs to it alone the redirection too. What only
sets or tests (`x=1`, `export x=1`, `[ -f x ]`) is no command, and about changes of the folder nothing is asked.
Source: OpenCode 1.18.33, which has a full parser; compared with its questions about 85 lines on 2026-11-30. It asks nothing about a line
that begins with a redirection (`>x echo a`); here such a command is one like any other.
"""

from __future__ import annotations

import re

QUIET = frozenset(("cd", "chdir", "popd", "pushd", "push-location", "set-location"))
"""Commands that nothing is asked about."""

FOLDERS = QUIET | frozenset(("rm", "cp", "mv", "mkdir", "touch", "chmod", "chown", "cat"))
"""Commands whose arguments are looked at as paths."""

_DEEPEST = 40
_DECLARE = frozenset(("export", "declare", "typeset", "local", "readonly", "unset", "unsetenv"))
_WORDS = frozenset(("if", "then", "else", "elif", "fi", "do", "done", "while", "until", "!", "{", "}"))
_HARD = frozenset(("case", "esac", "select", "[["))
_ASSIGNED = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]]*\])?\+?=").match
_HERE = re.compile(r"""<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|([A-Za-z_][\w.-]*))""").match
_PLAIN_REST = re.compile(r"[ \t]*(?:[0-9]*>>?[ \t]*[^\s;&|<>()$`]+[ \t]*)*").fullmatch
_REDIRECT = re.compile(r"(?:[0-9]+|\{[A-Za-z_]\w*\})?(?:&>>?|>>|>\||>&|<<<|<&|<>|[<>])").match


class Command:
    """One simple command: its words as written, and the text that is asked about."""

    __slots__ = ("text", "words")

    def __init__(self, words: list[str], text: str) -> None:
        self.words = words
        self.text = text

    def __repr__(self) -> str:
        return f"Command({self.text!r})"


class Line:
    """A line taken apart. `certain` is false where it holds what is not read here: then there may be more commands than those."""

    __slots__ = ("certain", "commands")

    def __init__(self) -> None:
        self.commands: list[Command] = []
        self.certain = True


def take_apart(text: str) -> Line:
    """The commands of a line."""
    line = Line()
    _Shell(text, line).run(0, "", 0)
    return line


class _Shell:
    """A text, and the line that its commands go to."""

    def __init__(self, text: str, line: Line) -> None:
        self.text = text
        self.line = line

    def run(self, pos: int, closing: str, depth: int) -> int:
        """Reads commands up to the closing sign; where reading goes on."""
        text = self.text
        if depth > _DEEPEST:
            self.line.certain = False
            return len(text)
        words: list[tuple[int, int]] = []
        redirects: list[tuple[int, int]] = []
        joined = skip_next = False
        while pos < len(text):
            char = text[pos]
            if closing and text.startswith(closing, pos):
                self.add(words, redirects, joined)
                return pos + len(closing)
            if char in " \t":
                pos += 1
            elif text.startswith("\\\n", pos):
                pos += 2
            elif char == "#":
                end = text.find("\n", pos)
                pos = end if end >= 0 else len(text)
            elif (document := _HERE(text, pos)) is not None:
                pos = self.document(pos, document, words, redirects, joined)
                words, redirects, joined = [], [], False
            elif char in ";\n" or (char in "&|" and not text.startswith("&>", pos)):
                self.add(words, redirects, joined)
                words, redirects = [], []
                pair = text[pos : pos + 2]
                joined = char == "|" or pair == "&&"
                pos += 2 if pair in ("&&", "||", ";;", "|&") else 1
            elif text.startswith("((", pos) and not words:
                pos = self.arithmetic(pos + 2, depth)
            elif text.startswith("()", pos) and len(words) == 1:
                # The name of a function; its body follows.
                words = []
                pos += 2
            elif char == "(":
                self.line.certain = self.line.certain and not words
                pos = self.run(pos + 1, ")", depth + 1)
            elif char == ")":
                self.add(words, redirects, joined)
                words, redirects = [], []
                self.line.certain = False
                pos += 1
            elif (found := _REDIRECT(text, pos)) is not None and not text.startswith("(", found.end()):
                redirects.append((pos, found.end()))
                skip_next = True
                pos = found.end()
            else:
                end = self.word(pos, depth, closing)
                if end == pos:
                    self.line.certain = False
                    end = pos + 1
                if skip_next:
                    redirects[-1] = (redirects[-1][0], end)
                    skip_next = False
                else:
                    words.append((pos, end))
                pos = end
        self.add(words, redirects, joined)
        if closing:
            self.line.certain = False
        return pos

    def document(
        self, pos: int, found: re.Match[str], words: list[tuple[int, int]], redirects: list[tuple[int, int]], joined: bool
    ) -> int:
        """A text of several lines as a command's input: it is part of the command's text."""
        text = self.text
        line_end = text.find("\n", pos)
        rest = text[found.end() : line_end if line_end >= 0 else len(text)]
        mark = found[2] or found[3] or found[4]
        body = re.compile(rf"^[\t]*{re.escape(mark)}$", re.MULTILINE).search(text, max(line_end, 0)) if line_end >= 0 else None
        if body is None or not _PLAIN_REST(rest):
            self.line.certain = False
        end = body.end() if body is not None else len(text)
        if found[4]:
            at = line_end
            while 0 <= at < end:
                inner = self.substitution(at, 1) if text[at] in "$`" else at
                at = inner if inner > at else at + 1
        self.add(words, [*redirects, (pos, end)], joined)
        return end

    def arithmetic(self, pos: int, depth: int) -> int:
        """Passes a calculation up to its `))`; only substitutions inside are commands."""
        text = self.text
        while pos < len(text) and not text.startswith("))", pos):
            inner = self.substitution(pos, depth + 1) if text[pos] in "$`" else pos
            pos = inner if inner > pos else pos + 1
        return min(pos + 2, len(text))

    def word(self, pos: int, depth: int, closing: str) -> int:
        text = self.text
        while pos < len(text):
            char = text[pos]
            if char in " \t\n;&|()" or (closing and text.startswith(closing, pos)):
                return pos
            if char == "\\":
                pos += 2
            elif char == "'":
                end = text.find("'", pos + 1)
                if end < 0:
                    self.line.certain = False
                    return len(text)
                pos = end + 1
            elif char == '"':
                pos = self.quoted(pos + 1, depth, closing)
            elif char in "$`<>":
                inner = self.substitution(pos, depth)
                if inner == pos and char in "<>":
                    return pos
                pos = inner if inner > pos else pos + 1
            else:
                pos += 1
        return min(pos, len(text))

    def quoted(self, pos: int, depth: int, closing: str) -> int:
        text = self.text
        while pos < len(text):
            char = text[pos]
            if char == "\\":
                pos += 2
            elif char == '"':
                return pos + 1
            elif char in "$`" and char != closing:
                inner = self.substitution(pos, depth)
                pos = inner if inner > pos else pos + 1
            else:
                pos += 1
        self.line.certain = False
        return len(text)

    def substitution(self, pos: int, depth: int) -> int:
        """Passes `$(…)`, `` `…` ``, `<(…)`, `>(…)` and `${…}`; the same place where there is none. The commands inside are collected."""
        text = self.text
        if depth > _DEEPEST:
            self.line.certain = False
            return len(text)
        if text.startswith("$((", pos):
            return self.arithmetic(pos + 3, depth)
        if text.startswith(("$(", "<(", ">("), pos):
            return self.run(pos + 2, ")", depth + 1)
        if text[pos] == "`":
            return self.run(pos + 1, "`", depth + 1)
        if text.startswith("${", pos):
            pos += 2
            while pos < len(text) and text[pos] != "}":
                inner = self.substitution(pos, depth + 1) if text[pos] in "$`" else pos
                pos = inner if inner > pos else pos + (2 if text[pos] == "\\" else 1)
            return min(pos + 1, len(text))
        if text.startswith("$'", pos):
            pos += 2
            while pos < len(text) and text[pos] != "'":
                pos += 2 if text[pos] == "\\" else 1
            return min(pos + 1, len(text))
        return pos

    def add(self, words: list[tuple[int, int]], redirects: list[tuple[int, int]], joined: bool) -> None:
        """Notes a command, if what was read is one. `joined` says that it goes on a pipe or list, to which its redirection then belongs."""
        text = self.text
        while words and text[slice(*words[0])] in _WORDS:
            words = words[1:]
        if words and text[slice(*words[0])] == "function":
            self.add(words[2:], redirects, joined)
            return
        if not words:
            return
        names = [text[slice(*word)] for word in words]
        if names[0] in _HARD:
            self.line.certain = False
            return
        plain = next((index for index, name in enumerate(names) if not _ASSIGNED(name)), None)
        if plain is None or names[0] in _DECLARE or names[0] in ("for", "["):
            return
        start, end = words[0][0], words[-1][1]
        if not joined:
            end = max(end, *(place[1] for place in redirects), end)
            start = min(start, *(place[0] for place in redirects), start)
        self.line.commands.append(Command(names[plain:], text[start:end].strip()))
