-- remit in Neovim 0.11 or newer: `lsp/remit.lua` in your configuration's folder, and `vim.lsp.enable('remit')` in `init.lua`.
return {
  cmd = { 'remit', 'lsp' },
  filetypes = { 'markdown', 'toml', 'json', 'jsonc' },
  root_markers = { 'remit.toml', '.git' },
  -- Any of these may be left out: `:help vim.lsp.config()`, and docs/commands/lsp.md.
  init_options = {
    persona = 'regular',
    lens = true,
    hints = true,
  },
}
