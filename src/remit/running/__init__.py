"""The runner: an agent at work within its remit, in a process of its own, until its turns, its time or its task are over.

`preparing` makes a `Plan` of a remit; `process` starts the child and kills it at the deadline; `child` and `engine` are what runs there. Only
`engine` and `servers` know the engine (pydantic-ai), which is imported in the child alone.
"""
