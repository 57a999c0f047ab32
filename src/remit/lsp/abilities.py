"""Abilities: what the client at the other end can do. Anything it does not mention, it cannot."""

from __future__ import annotations

from lsprotocol import types


class Abilities:
    """The client's capabilities, as far as answers depend on them."""

    def __init__(self, given: types.ClientCapabilities) -> None:
        workspace, document = given.workspace, given.text_document
        edit = workspace.workspace_edit if workspace is not None else None
        watched = workspace.did_change_watched_files if workspace is not None else None
        changed = workspace.did_change_configuration if workspace is not None else None
        published = document.publish_diagnostics if document is not None else None
        lens = workspace.code_lens if workspace is not None else None
        hints = workspace.inlay_hint if workspace is not None else None
        pulled = workspace.diagnostics if workspace is not None else None
        action = document.code_action if document is not None else None
        self.pulls = document is not None and document.diagnostic is not None
        self.versioned = bool(edit is not None and edit.document_changes)
        self.moves = bool(edit is not None and types.ResourceOperationKind.Rename in (edit.resource_operations or ()))
        self.watches = bool(watched is not None and watched.dynamic_registration)
        self.watches_anywhere = bool(watched is not None and watched.relative_pattern_support)
        self.told_of_settings = bool(changed is not None and changed.dynamic_registration)
        self.settings = bool(workspace is not None and workspace.configuration)
        self.relates = published is None or bool(published.related_information)
        self.refreshes_lenses = bool(lens is not None and lens.refresh_support)
        self.refreshes_hints = bool(hints is not None and hints.refresh_support)
        self.refreshes_diagnostics = bool(pulled is not None and pulled.refresh_support)
        self.action_literals = action is None or action.code_action_literal_support is not None
