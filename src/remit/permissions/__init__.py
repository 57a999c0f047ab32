"""Permission rules: what they say, what a call is, and what is decided for it.

`rule` reads a rule, `shell` a command line, `paths` a path pattern. `claude_code` decides as the client does, `declared` as remit itself
does for the scoped entries of an agent's own lists. Nothing here touches the disk, the clock or the environment.
"""
