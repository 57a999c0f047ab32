"""How the guard is written into each host's settings: one file a host, found by its name.

A registration has `SCOPES` (where it can stand, the first by default), `file(scope, root, home)` (which settings file that is) and
`entries(command)`, the items that are appended to lists of the file, each with the route to its list.
"""
