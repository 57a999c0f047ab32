"""Enforcement: holding an agent to its remit while it runs.

A catalog is compiled into one policy (`compiling`), plain data that is read back without the files (`policy`). The hook, the gate and the runner
decide by it.
"""
