"""How the guard is written into each host's settings: one file a host, found by its name.

A registration has `SCOPES` (where it can stand, the first by default), `file(scope, root, home)` (which settings file that is),
`entries(command)`, the items that are appended to lists of the file, each with the route to its list, `BASE`, the text of a file that has
nothing else, and `NOTE`, what its user has to know, `None` for nothing. A host that is not here has no reader in remit, so that there is
nothing to hold its agents to: Cursor is one.
"""
