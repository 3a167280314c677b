-- Run by neovim.test.ts: nvim --headless -u NONE -c 'luafile neovim.lua'. What happened goes to the file $OUT as JSON.
local file, out = vim.env.FILE, vim.env.OUT
local seen = {}

local function finish(failure)
  seen.failure = failure
  vim.fn.writefile({ vim.json.encode(seen) }, out)
  vim.cmd('qall!')
end

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
  local _, answer = next(answers or {})
  if answer == nil or answer.err or answer.error then
    error(method .. ': ' .. vim.inspect(answer))
  end
  return answer.result
end

--- The place right behind the first `words` of the buffer, and puts the cursor there.
local function behind(words)
  for index, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local _, last = line:find(words, 1, true)
    if last then
      vim.api.nvim_win_set_cursor(0, { index, last })
      return { line = index - 1, character = last }
    end
  end
  error('no ' .. words)
end

local function at(words)
  return { textDocument = vim.lsp.util.make_text_document_params(), position = behind(words) }
end

local ok, failure = pcall(function()
  vim.cmd('edit ' .. vim.fn.fnameescape(file))
  vim.bo.filetype = 'markdown'
  local client = vim.lsp.start_client({
    name = 'skillwright',
    cmd = vim.json.decode(vim.env.SERVER),
    root_dir = vim.env.ROOT,
  })
  vim.lsp.buf_attach_client(0, client)
  -- Diagnostics are pushed: this version pulls none.
  vim.wait(30000, function()
    return #vim.diagnostic.get(0) > 0
  end, 50)
  seen.diagnostics = vim.tbl_map(function(one)
    return { one.code or one.user_data.lsp.code, one.lnum, one.message }
  end, vim.diagnostic.get(0))

  local offers = vim.lsp.get_client_by_id(client).server_capabilities
  if offers.completionProvider then
    local result = ask('textDocument/completion', at('Then see `references/'))
    seen.completion = vim.tbl_map(function(one)
      return one.label
    end, result.items or result)
  end
  if offers.hoverProvider then
    local hover = ask('textDocument/hover', at('read `references/gui'))
    seen.hover = hover and vim.lsp.util.convert_input_to_markdown_lines(hover.contents) or nil
  end
  if offers.definitionProvider then
    seen.definition = ask('textDocument/definition', at('read `references/gui'))
  end
  if offers.renameProvider then
    local rename = at('read `references/gui')
    rename.newName = 'references/handbook.md'
    vim.lsp.util.apply_workspace_edit(ask('textDocument/rename', rename), 'utf-16')
    seen.renamed = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  end
end)
finish(not ok and tostring(failure) or nil)
