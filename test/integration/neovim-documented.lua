-- Run by neovim.test.ts with the configuration of docs/other-editors.md, in a workspace with two Markdown files in $FIRST
-- and $SECOND. Writes the number of servers and the diagnostics to the file $OUT as JSON.
local results = {}

local ok, failure = pcall(function()
  vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.FIRST))
  local buffer = vim.api.nvim_get_current_buf()
  vim.wait(30000, function()
    return #vim.diagnostic.get(buffer) > 0
  end, 50)
  vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.SECOND))
  local other = vim.api.nvim_get_current_buf()
  vim.wait(30000, function()
    return #vim.diagnostic.get(other) > 0
  end, 50)
  -- Settings arrive after the first diagnostics.
  vim.wait(30000, function()
    return vim.tbl_count(vim.tbl_filter(function(one)
      return one.severity == vim.diagnostic.severity.HINT
    end, vim.diagnostic.get(buffer))) > 0
  end, 50)
  results.servers = #vim.lsp.get_active_clients()
  results.diagnostics = vim.tbl_map(function(one)
    return { one.code or one.user_data.lsp.code, one.lnum, one.severity }
  end, vim.diagnostic.get(buffer))
end)
results.failure = not ok and tostring(failure) or nil
vim.fn.writefile({ vim.json.encode(results) }, vim.env.OUT)
vim.cmd('qall!')
