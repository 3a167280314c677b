/**
 * Code actions, symbols, folding, selection, tokens and hints over LSP, for editors with few and with many
 * capabilities.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClientCapabilities, CodeAction } from 'vscode-languageserver-protocol';
import { writeFiles } from '../equipment/runtime/folders.ts';
import { Editor, uriOf } from './language-server-client.ts';

let folder: string;

const MANIFEST = [
  '---\r\nname: notes\r\ndescription: Sorts notes. Use it for notes.\r\nallowed-tools: Read Bash(git add:*)\r\n---\r\n\r\n',
  '# Notes\r\n\r\n🎉 Read [the rates](references/Rates.md#eu), then `references/tone.md`.\r\n\r\n',
  '## Steps\r\n\r\n1. Run `notes/scripts/go.py`,\r\n   with care.\r\n2. Use the billing skill, see [rates](references/rates.md).\r\n\r\n## End\r\n\r\nSee [steps](#steps).\r\n',
].join('');
const FILES: Readonly<Record<string, string>> = {
  'notes/references/rates.md': '# Rates\n\n## EU\n',
  'notes/references/unread.md': '# Unread\n',
  'notes/scripts/go.py': 'print()\n',
  'billing/SKILL.md': '---\nname: billing\ndescription: Bills. Use it for bills.\n---\n\n# Bills\n',
};

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sw-structure-')));
  writeFiles(folder, { ...FILES, 'notes/SKILL.md': MANIFEST });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the requests for SKILL.md with their results; URIs are relative to the workspace. */
async function transcript(capabilities: ClientCapabilities, initializationOptions?: unknown): Promise<string> {
  const editor = await Editor.start({
    folders: [folder],
    capabilities,
    initializationOptions,
    settings: { inlayHints: { tokens: true } },
  });
  const path = join(folder, 'notes/SKILL.md');
  const text = MANIFEST;
  await editor.open(path, text);
  const textDocument = { uri: uriOf(path) };
  const positionOf = (words: string) => {
    const before = text.slice(0, text.indexOf(words)).split('\r\n');
    return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  };
  const complete = { start: { line: 0, character: 0 }, end: { line: 30, character: 0 } };
  const lines: string[] = [];
  const plain = (answer: unknown): string => JSON.stringify(answer).replaceAll(uriOf(folder), 'file:///workspace');
  const add = (title: string, answer: unknown): void => {
    const all = Array.isArray(answer) ? answer : [answer];
    lines.push(`${title}:`, ...all.map((one) => `  ${plain(one)}`));
  };
  const { codeActionProvider, ...provided } = editor.initialized?.capabilities ?? {};
  const names = Object.keys(provided).filter((name) => /Symbol|folding|selection|semantic|inlay/.test(name));
  add('provided', {
    codeActionProvider,
    ...Object.fromEntries(names.sort().map((name) => [name, Reflect.get(provided, name)])),
  });
  const actions = async (words: string, only?: readonly string[]): Promise<void> => {
    const at = positionOf(words);
    const context = { diagnostics: [], only };
    const answer = await editor.request<CodeAction[]>('textDocument/codeAction', {
      textDocument,
      range: { start: at, end: at },
      context,
    });
    lines.push(`codeAction at ${JSON.stringify(words)}${only ? ` of ${only}` : ''}:`);
    for (const action of answer) {
      const { title, kind, disabled, data } = action;
      const resolved = data === undefined ? action : await editor.request<CodeAction>('codeAction/resolve', action);
      lines.push(
        `  ${kind}: ${title}${disabled ? ` (${disabled.reason})` : ''}${data === undefined ? '' : ' (resolved)'}`,
      );
      if (resolved.edit && !kind?.startsWith('quickfix.suppress')) lines.push(`    ${plain(resolved.edit)}`);
    }
  };
  await actions('references/Rates.md');
  await actions('notes\r\ndesc', ['quickfix']);
  await actions('references/tone.md', ['quickfix.skillwright']);
  await actions('scripts/go.py', ['refactor']);
  await actions('## Steps', ['refactor']);
  await actions('---', ['source.fixAll']);
  await actions('---', ['source.organizeImports']);
  add('documentSymbol', await editor.request('textDocument/documentSymbol', { textDocument }));
  add('workspace/symbol "s"', await editor.request('workspace/symbol', { query: 's' }));
  add('foldingRange', await editor.request('textDocument/foldingRange', { textDocument }));
  add(
    'selectionRange',
    await editor.request('textDocument/selectionRange', { textDocument, positions: [positionOf('Rates.md')] }),
  );
  add('semanticTokens/full', await editor.request('textDocument/semanticTokens/full', { textDocument }));
  add(
    'semanticTokens/range',
    await editor.request('textDocument/semanticTokens/range', { textDocument, range: complete }),
  );
  add('inlayHint', await editor.request('textDocument/inlayHint', { textDocument, range: complete }));
  expect(editor.logged).toEqual([]);
  expect(await editor.quit()).toBe(0);
  return `${lines.join('\n')}\n`;
}

const ABLE: ClientCapabilities = {
  workspace: {
    configuration: true,
    symbol: {},
    workspaceEdit: { documentChanges: true, resourceOperations: ['create'] },
  },
  textDocument: {
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } },
      dataSupport: true,
      disabledSupport: true,
      resolveSupport: { properties: ['edit'] },
    },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    foldingRange: { lineFoldingOnly: true },
    selectionRange: {},
    semanticTokens: { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ['relative'] },
    inlayHint: {},
  },
};

it('returns everything to an editor with many capabilities', async () => {
  await expect(await transcript(ABLE)).toMatchFileSnapshot('transcripts/structure-full.txt');
});

it('announces nothing to an editor without capabilities, but still answers', async () => {
  await expect(await transcript({})).toMatchFileSnapshot('transcripts/structure-minimal.txt');
});

it('leaves headings, folding and selection to an editor that provides them', async () => {
  const editor = { reportedByEditor: ['markdown.symbols', 'markdown.folding', 'markdown.selection'] };
  const output = await transcript(ABLE, editor);
  const provided = output.split('\n')[1] ?? '';
  for (const name of ['documentSymbolProvider', 'foldingRangeProvider', 'selectionRangeProvider'])
    expect(provided).not.toContain(name);
  expect(provided).toContain('workspaceSymbolProvider');
  const symbols = output.slice(output.indexOf('workspace/symbol'), output.indexOf('foldingRange:'));
  expect(symbols).toContain('"name":"notes"');
  expect(symbols).not.toContain('"name":"Steps"');
});
