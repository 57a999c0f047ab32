"""The language server: what remit knows, in an editor, while somebody types.

`server` speaks the protocol and is the only module that knows `pygls`; the types of the protocol come from `lsprotocol`. Everything else
answers questions about a text that is open (`buffers`) in a project (`projects`): what is wrong with it, what could stand here, what this
is, where that comes from.
"""
