"""What a shell text contains besides plain words. Marks are kept for the whole text, and for each command and word."""

from __future__ import annotations

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
