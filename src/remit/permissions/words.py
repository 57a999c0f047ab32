"""The words of a shell command line: what they are made of, and how one is read (`remit.permissions.shell` reads the rest).

A word keeps its source text and, where it is certain before the shell runs, its value after quote removal. A word with an expansion in
it has no value: only the shell knows it.
"""

from __future__ import annotations

import re

# Marks: what a text contains besides plain words. They are kept for the whole text and for each command.
VARIABLE = "variable"  # $X, $1, $?
HOME_VARIABLE = "home-variable"  # $HOME, whose value is known well enough
BRACED = "braced-variable"  # ${...}
COMPUTED = "computed-variable"  # ${...} with more in it than a name
SUBST = "substitution"  # $(...) or backticks
PROCESS = "process-substitution"  # <(...), >(...)
ARITHMETIC = "arithmetic"  # $((...)), $[...]
ANSI = "ansi-quote"  # $'...'
LOCALE = "locale-quote"  # $"..."
DOLLAR = "dollar"  # a $ that expands nothing
BRACES = "braces"  # {a,b}, {1..3}
ESCAPED_BLANK = "escaped-blank"  # backslash and blank
CONTINUATION = "continuation"  # backslash and newline in the middle of a word
PATTERN_GROUP = "pattern-group"  # @(a|b)
ZSH_EQUALS = "equals-word"  # =command, which zsh replaces by a path
# Marks of commands and lists.
SUBSHELL = "subshell"
GROUP = "group"
BACKGROUND = "background"
FUNCTION = "function"
CASE = "case"
FOR = "for"
SELECT = "select"
TEST = "conditional"  # [[ ... ]]
ARITH = "arithmetic-command"  # ((...)), for ((...))
ARRAY = "array"
HEREDOC = "open-here-document"  # one whose text is expanded
REDIRECT = "odd-redirection"  # <>
LATE_WORD = "word-after-redirection"
ODD_SEPARATOR = "case-separator-outside-case"
ODD_SPACE = "unusual-space"
CONTROL = "control-character"

MAX_DEPTH = 32

_PLAIN = re.compile(r"[^\s\\'\"$`;&|()<>{}]+")
_DOUBLE_PLAIN = re.compile(r"[^\"\\$`]+")
_BLANKS = re.compile(r"(?:[ \t]|\\\n)*")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-]")
_ANSI = re.compile(r"(?:[^'\\]|\\.)*'", re.DOTALL)
_BACKTICK = re.compile(r"[`\\]")
_UNESCAPED = re.compile(r"\\([`\\$])")
_ARITHMETIC = re.compile(r"[\\'\"$`();]")
_PATTERN_GROUP = re.compile(r"[()\\'\"$`\n]")
_EXPANDED = re.compile(r"[\\$`]")
_IN_BRACES = re.compile(r"[\\'\"$`{}]")
_IN_INDEX = re.compile(r"[\\'\"$`\[\]]")
_BRACED_NAME = re.compile(r"\{[A-Za-z_][A-Za-z0-9_]*\}")
_EQUALS_WORD = re.compile(r"=[A-Za-z_(]")
_RESERVED = re.compile(r"(?:[a-z]+|\{|\}|!|\[\[)(?=[ \t\n;&|()<>]|\\\n|$)")
_WORDS = frozenset(
    {
        "if",
        "then",
        "elif",
        "else",
        "fi",
        "while",
        "until",
        "do",
        "done",
        "for",
        "select",
        "case",
        "function",
        "{",
        "}",
        "!",
        "[[",
    }
)
_ENDS = frozenset(" \t\n;&|()<>")


class NotUnderstood(Exception):
    """The text cannot be read further; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Word:
    """One word: source text, span, and `value` after quote removal (`None`: known only when it runs). `quoted`: has any quotes."""

    __slots__ = ("end", "marks", "quoted", "start", "text", "value")

    def __init__(
        self, text: str, value: str | None, start: int, end: int, quoted: bool = False, marks: frozenset[str] = frozenset()
    ) -> None:
        self.text = text
        self.value = value
        self.start = start
        self.end = end
        self.quoted = quoted
        self.marks = marks

    def __repr__(self) -> str:
        return f"Word({self.text!r}, {self.value!r})"


class Redirect:
    """One redirection: descriptor as written (`2`, `{fd}` or nothing), operator, target."""

    __slots__ = ("descriptor", "end", "operator", "start", "target")

    def __init__(self, descriptor: str, operator: str, target: Word, start: int, end: int) -> None:
        self.descriptor = descriptor
        self.operator = operator
        self.target = target
        self.start = start
        self.end = end

    @property
    def harmless(self) -> bool:
        """Neither reads nor writes a file: a duplicated descriptor, the null device, a here-document or here-string."""
        if self.operator in ("<<", "<<-", "<<<"):
            return True
        value = self.target.value
        if self.operator in (">&", "<&") and value is not None and value.isdigit():
            return True
        return value == "/dev/null"

    def __repr__(self) -> str:
        return f"Redirect({self.descriptor + self.operator!r}, {self.target!r})"


class Command:
    """One simple command. `text` is its source without redirections at its end and without a comment (here-strings stay, as they are
    part of what the hosts match), `full` the source with them. `via` is empty at the top, else the kind of substitution it is in."""

    __slots__ = ("assigns", "full", "marks", "origin", "redirects", "start", "text", "via", "words")

    def __init__(self, via: str, start: int) -> None:
        self.via = via
        self.start = start
        self.assigns: list[Word] = []
        self.words: list[Word] = []
        self.redirects: list[Redirect] = []
        self.marks: set[str] = set()
        self.origin = start
        self.text = ""
        self.full = ""

    def finish(self, source: str, end: int) -> None:
        parts = self.assigns + self.words
        last = parts[-1].end if parts else self.start
        first = parts[0].start if parts else self.start
        cut = last
        for redirect in self.redirects:
            if redirect.operator == "<<<":
                last = max(last, redirect.end)
            elif first < redirect.start < cut:
                cut = redirect.start
        if parts and cut < last:
            last = max(cut, parts[0].end)
        for redirect in self.redirects:
            if redirect.operator == "<<<" and redirect.start >= last:
                last = redirect.end
        self.origin = first
        self.text = source[first:last].strip(" \t\n")
        self.full = source[self.start : end].strip(" \t\n")

    @property
    def name(self) -> str | None:
        """The value of the first word; `None` when there is none or it is not known."""
        return self.words[0].value if self.words else None

    def __repr__(self) -> str:
        return f"Command({self.text!r}, via={self.via!r})"


class WordReader:
    """A position in a text, and how words are read from there. Subclasses read what is inside substitutions."""

    def __init__(self, text: str, marks: set[str], depth: int) -> None:
        self.s = text
        self.n = len(text)
        self.i = 0
        self.marks = marks
        self.depth = depth

    def nested(self, via: str) -> None:
        raise NotImplementedError

    def backticks(self, inside: str) -> None:
        raise NotImplementedError

    # -- between words ----------------------------------------------------------------------------------------------------------------

    def blanks(self) -> None:
        found = _BLANKS.match(self.s, self.i)
        if found is not None:
            self.i = found.end()

    def space(self) -> None:
        """Blanks, newlines and comments."""
        while True:
            self.blanks()
            if self.i < self.n and self.s[self.i] == "\n":
                self.i += 1
            elif self.i < self.n and self.s[self.i] == "#":
                end = self.s.find("\n", self.i)
                self.i = self.n if end < 0 else end
            else:
                return

    def reserved(self, *wanted: str) -> str | None:
        """The reserved word at the position, now behind it; `None`, not moved, if there is none."""
        found = _RESERVED.match(self.s, self.i)
        if found is None or found.group() not in (wanted or _WORDS):
            if "esac" in wanted and found is not None and found.group() == "esac":
                self.i = found.end()
                return "esac"
            return None
        self.i = found.end()
        return found.group()

    # -- words --------------------------------------------------------------------------------------------------------------------------

    def word(self, also: set[str] | None = None) -> Word:
        """The word at the position. Marks go to the text, to the word and to `also`."""
        start = self.i
        value: list[str] | None = []
        shape: list[str] = []  # the value with quoted characters masked, for braces
        marks: set[str] = set()
        quoted = False
        s, n = self.s, self.n
        if _EQUALS_WORD.match(s, start):
            marks.add(ZSH_EQUALS)
        while self.i < n:
            char = s[self.i]
            plain = _PLAIN.match(s, self.i)
            if plain is not None:
                self.i = plain.end()
                piece: str | None = plain.group()
                shape.append(plain.group())
            elif char in "{}":
                self.i += 1
                piece = char
                shape.append(char)
            elif char == "'":
                end = s.find("'", self.i + 1)
                if end < 0:
                    raise NotUnderstood("unfinished quote")
                piece = s[self.i + 1 : end]
                self.i = end + 1
                quoted = True
                shape.append("_")
            elif char == '"':
                self.i += 1
                piece = self.double(marks)
                quoted = True
                shape.append("_")
            elif char == "\\":
                piece = self.escape(marks, start)
                quoted = quoted or bool(piece)
                shape.append(piece if piece in "{},." else "_")
            elif char == "$" or char == "`":
                piece = self.dollar(marks, False) if char == "$" else self.backtick(marks)
                shape.append("_")
            elif char in "<>" and s.startswith("(", self.i + 1) and (self.i == start or s[self.i - 1] not in "<>"):
                marks.add(PROCESS)
                self.i += 2
                self.nested("process")
                piece = None
            elif char == "(" and self.i > start and s[self.i - 1] in "@?*+!" and shape and shape[-1][-1:] == s[self.i - 1]:
                marks.add(PATTERN_GROUP)
                self.pattern_group()
                piece = None
            elif char in _ENDS:
                break
            else:  # another kind of white space: the shells do not agree on it
                marks.add(ODD_SPACE)
                self.i += 1
                piece = char
            if piece is None:
                value = None
            elif value is not None:
                value.append(piece)
        if self.i == start:
            raise NotUnderstood(f"unexpected {s[start : start + 1]}")
        form = "".join(shape)
        inside = form[form.find("{") + 1 : form.rfind("}")] if "{" in form else ""
        if "," in inside or ".." in inside:
            marks.add(BRACES)
            if "\\" not in s[start : self.i]:
                value = None
        self.marks |= marks
        if also is not None:
            also |= marks
        return Word(s[start : self.i], None if value is None else "".join(value), start, self.i, quoted, frozenset(marks))

    def escape(self, marks: set[str], start: int) -> str:
        if self.i + 1 >= self.n:
            raise NotUnderstood("unfinished escape")
        char = self.s[self.i + 1]
        self.i += 2
        if char == "\n":
            marks.add(CONTINUATION)
            return ""
        if char in " \t":
            marks.add(ESCAPED_BLANK)
        return char

    def double(self, marks: set[str]) -> str | None:
        """The inside of double quotes; the position ends behind them."""
        value: list[str] | None = []
        while self.i < self.n:
            plain = _DOUBLE_PLAIN.match(self.s, self.i)
            piece: str | None
            if plain is not None:
                self.i = plain.end()
                piece = plain.group()
            else:
                char = self.s[self.i]
                if char == '"':
                    self.i += 1
                    return None if value is None else "".join(value)
                if char == "\\":
                    if self.i + 1 >= self.n:
                        break
                    after = self.s[self.i + 1]
                    self.i += 2
                    piece = "" if after == "\n" else after if after in '$`"\\' else "\\" + after
                elif char == "$":
                    piece = self.dollar(marks, True)
                else:
                    piece = self.backtick(marks)
            if piece is None:
                value = None
            elif value is not None:
                value.append(piece)
        raise NotUnderstood("unfinished quote")

    def dollar(self, marks: set[str], inside: bool) -> str | None:
        """An expansion, or a `$` that is none. Every way down into another level leads through here or through `backtick`."""
        if self.depth >= MAX_DEPTH:
            raise NotUnderstood("too deep")
        self.depth += 1
        value = self.expansion(marks, inside)
        self.depth -= 1
        return value

    def expansion(self, marks: set[str], inside: bool) -> str | None:
        s = self.s
        after = s[self.i + 1 : self.i + 2]
        if after == "(":
            if s.startswith("((", self.i + 1):
                marks.add(ARITHMETIC)
                self.arithmetic(self.i + 3)
            else:
                marks.add(SUBST)
                self.i += 2
                self.nested("subst")
            return None
        if after == "{":
            marks.add(BRACED)
            if not _BRACED_NAME.match(s, self.i + 1):
                marks.add(COMPUTED)
            self.braced()
            return None
        if after == "[":
            marks.add(ARITHMETIC)
            marks.add(BRACED)
            self.i += 2
            self.balanced("[", "]")
            return None
        if not inside and after == "'":
            marks.add(ANSI)
            end = _ANSI.match(s, self.i + 2)
            if end is None:
                raise NotUnderstood("unfinished quote")
            self.i = end.end()
            return None
        if not inside and after == '"':
            marks.add(LOCALE)
            self.i += 2
            self.double(marks)
            return None
        name = _NAME.match(s, self.i + 1)
        if name is None:
            self.i += 1
            if not inside:
                marks.add(DOLLAR)
            return "$"
        self.i = name.end()
        marks.add(HOME_VARIABLE if name.group() == "HOME" else VARIABLE)
        return None

    def backtick(self, marks: set[str]) -> str | None:
        """Reads what stands in backticks. Its value is never known."""
        marks.add(SUBST)
        end = self.i + 1
        while True:
            found = _BACKTICK.search(self.s, end)
            if found is None:
                raise NotUnderstood("unfinished backticks")
            if found.group() == "`":
                break
            end = found.end() + 1
        inside = _UNESCAPED.sub(r"\1", self.s[self.i + 1 : found.start()])
        self.i = found.end()
        self.backticks(inside)
        return None

    def braced(self) -> None:
        """`${...}`, with whatever is nested in it."""
        self.i += 2
        self.balanced("{", "}")

    def balanced(self, opener: str, closer: str) -> None:
        """Up to the closing bracket of an expansion, reading the substitutions on the way."""
        level = 1
        marks: set[str] = set()
        s = self.s
        stop = _IN_INDEX if closer == "]" else _IN_BRACES
        while True:
            found = stop.search(s, self.i)
            if found is None:
                raise NotUnderstood("unfinished expansion")
            self.i = found.start()
            char = found.group()
            if char == "\\":
                self.i += 2
            elif char == "'":
                end = s.find("'", self.i + 1)
                if end < 0:
                    raise NotUnderstood("unfinished quote")
                self.i = end + 1
            elif char == '"':
                self.i += 1
                self.double(marks)
            elif char == "`":
                self.backtick(marks)
            elif char == "$" and s.startswith("{", self.i + 1):
                level += 1  # counted instead of read, so that depth costs nothing
                self.i += 2
                if closer != "}":
                    raise NotUnderstood("expansion in an index")
            elif char == "$":
                self.dollar(marks, True)
            else:
                level += 1 if char == opener else -1
                self.i += 1
                if level == 0:
                    self.marks |= marks
                    return

    def arithmetic(self, start: int) -> None:
        """`((...))` from behind its opening brackets."""
        level = 0
        marks: set[str] = set()
        s = self.s
        self.i = start
        while True:
            found = _ARITHMETIC.search(s, self.i)
            if found is None:
                raise NotUnderstood("unfinished arithmetic")
            self.i = found.start()
            char = found.group()
            if char == "(":
                level += 1
                self.i += 1
            elif char == ")":
                if level == 0:
                    if not s.startswith("))", self.i):
                        raise NotUnderstood("unfinished arithmetic")
                    self.i += 2
                    self.marks |= marks
                    return
                level -= 1
                self.i += 1
            elif char == "$":
                marks.add(VARIABLE)
                self.dollar(marks, True)
            elif char == "`":
                marks.add(VARIABLE)
                self.backtick(marks)
            elif char == ";":
                self.i += 1
            else:
                raise NotUnderstood("quote in arithmetic")

    def pattern_group(self) -> None:
        """`@(a|b)`, from its bracket."""
        level = 0
        while True:
            found = _PATTERN_GROUP.search(self.s, self.i)
            if found is None or found.group() not in "()":
                raise NotUnderstood("unfinished pattern")
            self.i = found.end()
            level += 1 if found.group() == "(" else -1
            if level == 0:
                return

    def expand_line(self, stop: int) -> None:
        """One line of a here-document whose text is expanded."""
        marks: set[str] = set()
        while True:
            found = _EXPANDED.search(self.s, self.i, stop)
            if found is None:
                break
            self.i = found.start()
            if found.group() == "\\":
                self.i += 2
            elif found.group() == "$":
                self.dollar(marks, True)
            else:
                self.backtick(marks)
            if self.i >= stop:
                break
        self.marks |= marks
