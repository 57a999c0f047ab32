"""Adapters: a definition for somebody else's agent loop, with its remit attached.

Each file is for one library, an extra of remit, and imports it: `remit.adapters.pydantic_ai`, `.claude_agent_sdk`, `.openai_agents`. None is
imported by remit itself. What they have in common: tools that the agent may not have are not offered, and every call is decided again with its
input.
"""
