-- Run by neovim.test.ts: nvim --headless -u NONE -c 'luafile neovim.lua'. Writes the results to the file $OUT as JSON.
local file, out = vim.env.FILE, vim.env.OUT
local results = {}

local function finish(failure)
  results.failure = failure
  vim.fn.writefile({ vim.json.encode(results) }, out)
  vim.cmd('qall!')
end

local function request(method, params)
  local replies = vim.lsp.buf_request_sync(0, method, params, 20000)
  local _, reply = next(replies or {})
  if reply == nil or reply.err or reply.error then
    error(method .. ': ' .. vim.inspect(reply))
  end
  return reply.result
end

--- Moves the cursor to the end of the first `words` in the buffer and returns this position.
local function moveAfter(words)
  for index, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local _, last = line:find(words, 1, true)
    if last then
      vim.api.nvim_win_set_cursor(0, { index, last })
      return { line = index - 1, character = last }
    end
  end
  error('no ' .. words)
end

local function paramsAt(words)
  return { textDocument = vim.lsp.util.make_text_document_params(), position = moveAfter(words) }
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
  -- Diagnostics are published, because this version does not pull them.
  vim.wait(30000, function()
    return #vim.diagnostic.get(0) > 0
  end, 50)
  results.diagnostics = vim.tbl_map(function(one)
    return { one.code or one.user_data.lsp.code, one.lnum, one.message }
  end, vim.diagnostic.get(0))

  local offers = vim.lsp.get_client_by_id(client).server_capabilities
  if offers.completionProvider then
    local result = request('textDocument/completion', paramsAt('Then see `references/'))
    results.completion = vim.tbl_map(function(one)
      return one.label
    end, result.items or result)
  end
  if offers.hoverProvider then
    local hover = request('textDocument/hover', paramsAt('read `references/gui'))
    results.hover = hover and vim.lsp.util.convert_input_to_markdown_lines(hover.contents) or nil
  end
  if offers.definitionProvider then
    results.definition = request('textDocument/definition', paramsAt('read `references/gui'))
  end
  if offers.renameProvider then
    local rename = paramsAt('read `references/gui')
    rename.newName = 'references/handbook.md'
    vim.lsp.util.apply_workspace_edit(request('textDocument/rename', rename), 'utf-16')
    results.renamed = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  end
end)
finish(not ok and tostring(failure) or nil)
