"""The gate: a proxy in front of an MCP server that passes what its agent may use, and nothing else.

`calls` decides about tools, `gating` about every message, and `relaying`
carries messages between the two `ends`. Only this room, and only when a gate runs, loads the `mcp` library.
"""
