"""The characters of a YAML text as OpenCode's reader passes them: blanks, line ends and the five ways to write a value.

See `js_yaml` for whose ways these are.
"""

from __future__ import annotations

import re

from ...syntax.nodes import DOUBLE, FOLDED, LITERAL, PLAIN, SINGLE, Scalar, SyntaxFault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...syntax.nodes import Node

WS = " \t"
BREAK = "\n\r"
GAP = " \t\n\r"
FLOW = ",[]{}"
_CLIP, _KEEP = "", "+"
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]").search
_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b", " ": " ",
    '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_HEX = {"x": 2, "u": 4, "U": 8}


class Text:
    """A text and a place in it. A step that reads a value leaves it in `node` and says whether there was one."""

    def __init__(self, text: str, offset: int) -> None:
        if "\0" in text:
            raise SyntaxFault("a null character", text.index("\0") + offset, "control")
        self.size = len(text) + (not text.endswith(("\n", "\r")) and bool(text))
        # The closing NUL spares a test for the end at every step.
        self.text = text + ("\n" if self.size > len(text) else "") + "\0\0\0"
        self.offset = offset
        self.pos = 0
        self.line = 0
        self.line_start = 0
        self.indent = 0
        self.kind: str | None = None
        self.node: Node | None = None

    def fault(self, problem: str, kind: str = "syntax", at: int | None = None) -> SyntaxFault:
        """The fault to raise, here or at a place of the text."""
        return SyntaxFault(problem, min(self.pos if at is None else at, self.size) + self.offset, kind)

    def absent(self, at: int) -> Scalar:
        return Scalar("", at + self.offset, at + self.offset, typed=None)

    # Blanks and lines

    def read_break(self) -> None:
        char = self.text[self.pos]
        if char == "\n":
            self.pos += 1
        elif char == "\r":
            self.pos += 2 if self.text[self.pos + 1] == "\n" else 1
        else:
            raise self.fault("a line end is missing")
        self.line += 1
        self.line_start = self.pos

    def skip(self, comments: bool) -> int:
        """Passes blanks, line ends and comments; the number of line ends.

        Where there was one, `indent` is the number of blanks (no tabs) before what follows.
        """
        text = self.text
        breaks = 0
        char = text[self.pos]
        while char != "\0":
            while char in WS:
                self.pos += 1
                char = text[self.pos]
            if comments and char == "#":
                while char not in "\n\r\0":
                    self.pos += 1
                    char = text[self.pos]
            if char not in BREAK:
                break
            self.read_break()
            breaks += 1
            self.indent = 0
            char = text[self.pos]
            while char == " ":
                self.indent += 1
                self.pos += 1
                char = text[self.pos]
        return breaks

    def at_separator(self) -> bool:
        text, pos = self.text, self.pos
        char = text[pos]
        return char in "-." and text[pos + 1] == char == text[pos + 2] and text[pos + 3] in " \t\n\r\0"

    # Values

    def plain(self, parent: int, in_flow: bool) -> bool:
        text = self.text
        char = text[self.pos]
        if char in " \t\n\r,[]{}#&*!|>'\"%@`":
            return False
        if char in "?-":
            following = text[self.pos + 1]
            if following in GAP or (in_flow and following in FLOW):
                return False
        parts: list[str] = []
        start = begin = end = self.pos
        pending = False
        line = self.line
        while char != "\0":
            if char == ":":
                following = text[self.pos + 1]
                if following in GAP or (in_flow and following in FLOW):
                    break
            elif char == "#":
                if text[self.pos - 1] in GAP and self.pos:
                    break
            elif (self.pos == self.line_start and self.at_separator()) or (in_flow and char in FLOW):
                break
            elif char in BREAK:
                line, line_start, indent = self.line, self.line_start, self.indent
                self.skip(False)
                if self.indent >= parent:
                    pending = True
                    char = text[self.pos]
                    continue
                self.pos, self.line, self.line_start, self.indent = end, line, line_start, indent
                break
            if pending:
                parts.append(self.printable(begin, end))
                parts.append(_folded(self.line - line))
                begin = end = self.pos
                pending = False
            if char not in WS:
                end = self.pos + 1
            self.pos += 1
            char = text[self.pos]
        parts.append(self.printable(begin, end))
        value = "".join(parts)
        if not value:
            return False
        self.kind = "scalar"
        self.node = Scalar(value, start + self.offset, end + self.offset, PLAIN, typed=value)
        return True

    def printable(self, start: int, end: int) -> str:
        piece = self.text[start:end]
        found = _UNPRINTABLE(piece)
        if found:
            raise self.fault("a character that YAML does not allow", "control", start + found.start())
        return piece

    def quotable(self, start: int, end: int) -> str:
        piece = self.text[start:end]
        for index, char in enumerate(piece):
            if char < " " and char != "\t":
                raise self.fault("a character that YAML does not allow", "control", start + index)
        return piece

    def single(self, parent: int) -> bool:
        text = self.text
        if text[self.pos] != "'":
            return False
        start = self.pos
        parts: list[str] = []
        self.pos += 1
        begin = end = self.pos
        while (char := text[self.pos]) != "\0":
            if char == "'":
                parts.append(self.quotable(begin, self.pos))
                self.pos += 1
                if text[self.pos] != "'":
                    return self.quoted("".join(parts), start, SINGLE)
                begin = self.pos
                self.pos += 1
                end = self.pos
            elif char in BREAK:
                parts.append(self.quotable(begin, end))
                parts.append(_folded(self.skip(False)))
                begin = end = self.pos
            elif self.pos == self.line_start and self.at_separator():
                raise self.fault("the end of the document within quotes", "unclosed", start)
            else:
                self.pos += 1
                end = self.pos
        raise self.fault("a quote that is never closed", "unclosed", start)

    def double(self, parent: int) -> bool:
        text = self.text
        if text[self.pos] != '"':
            return False
        start = self.pos
        parts: list[str] = []
        self.pos += 1
        begin = end = self.pos
        while (char := text[self.pos]) != "\0":
            if char == '"':
                parts.append(self.quotable(begin, self.pos))
                self.pos += 1
                return self.quoted("".join(parts), start, DOUBLE)
            if char == "\\":
                parts.append(self.quotable(begin, self.pos))
                self.pos += 1
                char = text[self.pos]
                if char in BREAK:
                    self.skip(False)
                elif char in _ESCAPES:
                    parts.append(_ESCAPES[char])
                    self.pos += 1
                elif char in _HEX:
                    parts.append(self.hexadecimal(_HEX[char]))
                else:
                    raise self.fault("an escape that YAML does not know")
                begin = end = self.pos
            elif char in BREAK:
                parts.append(self.quotable(begin, end))
                parts.append(_folded(self.skip(False)))
                begin = end = self.pos
            elif self.pos == self.line_start and self.at_separator():
                raise self.fault("the end of the document within quotes", "unclosed", start)
            else:
                self.pos += 1
                end = self.pos
        raise self.fault("a quote that is never closed", "unclosed", start)

    def quoted(self, value: str, start: int, style: str) -> bool:
        self.kind = "scalar"
        if "\\u" in self.text[start : self.pos] and any("\ud800" <= char <= "\udfff" for char in value):
            # Two escapes that make one character together.
            value = value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        self.node = Scalar(value, start + self.offset, self.pos + self.offset, style, typed=value)
        return True

    def hexadecimal(self, length: int) -> str:
        digits = self.text[self.pos + 1 : self.pos + 1 + length]
        for index, char in enumerate(digits):
            if char not in "0123456789abcdefABCDEF":
                raise self.fault("an escape without its hexadecimal digits", at=self.pos + 1 + index)
        self.pos += length + 1
        # As the client's reader, which only knows two units.
        code = int(digits, 16)
        return chr(code) if code <= 0x10FFFF else "\ufffd"

    def block_text(self, parent: int) -> bool:
        text = self.text
        style = text[self.pos]
        if style not in "|>":
            return False
        start = self.pos
        chomp = _CLIP
        read = found_indent = more_indented = False
        width = parent
        empty = 0
        parts: list[str] = []
        self.pos += 1
        while (char := text[self.pos]) != "\0":
            if char in "+-":
                if chomp:
                    raise self.fault("two signs for the end of a block text")
                chomp = char
            elif "0" <= char <= "9":
                if char == "0":
                    raise self.fault("an indentation of 0")
                if found_indent:
                    raise self.fault("two widths of a block text")
                width = parent + int(char) - 1
                found_indent = True
            else:
                break
            self.pos += 1
        if text[self.pos] in WS:
            while text[self.pos] in WS:
                self.pos += 1
            if text[self.pos] == "#":
                while text[self.pos] not in "\n\r\0":
                    self.pos += 1
        stop = self.pos
        while text[self.pos] != "\0":
            self.read_break()
            self.indent = 0
            while (not found_indent or self.indent < width) and text[self.pos] == " ":
                self.indent += 1
                self.pos += 1
            char = text[self.pos]
            if not found_indent and self.indent > width:
                width = self.indent
            if char in BREAK:
                empty += 1
                continue
            if self.indent < width:
                if chomp == _KEEP:
                    parts.append("\n" * (1 + empty if read else empty))
                elif chomp == _CLIP and read:
                    parts.append("\n")
                break
            if style == FOLDED:
                if char in WS:
                    more_indented = True
                    parts.append("\n" * (1 + empty if read else empty))
                elif more_indented:
                    more_indented = False
                    parts.append("\n" * (empty + 1))
                elif empty == 0:
                    if read:
                        parts.append(" ")
                else:
                    parts.append("\n" * empty)
            else:
                parts.append("\n" * (1 + empty if read else empty))
            read = found_indent = True
            empty = 0
            begin = self.pos
            while text[self.pos] not in "\n\r\0":
                self.pos += 1
            parts.append(self.printable(begin, self.pos))
            stop = self.pos
        self.kind = "scalar"
        value = "".join(parts)
        self.node = Scalar(value, start + self.offset, stop + self.offset, LITERAL if style == "|" else FOLDED, typed=value)
        return True


def _folded(breaks: int) -> str:
    """What line ends within a text of several lines become."""
    return " " if breaks == 1 else "\n" * (breaks - 1)
