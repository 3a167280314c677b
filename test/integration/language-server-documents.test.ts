/**
 * Diagnostics, links, lenses, deletions and custom requests over LSP, for an editor that pulls diagnostics and one that
 * cannot.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { DocumentDiagnosticReport } from 'vscode-languageserver-protocol';
import { writeFiles } from '../equipment/runtime/folders.ts';
import { Editor, uriOf } from './language-server-client.ts';

const root = join(import.meta.dirname, '../..');
let folder: string;

const MANIFEST = [
  '---\r\nname: notes\r\ndescription: Sorts notes. Use it for notes.\r\n---\r\n\r\n# Notes\r\n\r\n',
  '🎉 Read [the rates](references/rates.md#old) and `references/gone.md`, `references/gone.md` again.\r\n\r\n',
  'Run `scripts/go.py`.\r\n',
].join('');
const FILES: Readonly<Record<string, string>> = {
  'notes/SKILL.md': MANIFEST,
  'notes/references/rates.md': '# Rates\n\n## New\n',
  'notes/scripts/go.py': '"""Goes."""\n',
  'other.csv': '1\n',
};

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sw-documents-')));
  writeFiles(folder, FILES);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** For a busy machine. */
const LONG_TIMEOUT = { timeout: 20_000 };

/** The messages of rules are tested with the rules. */
const withoutMessages = (key: string, value: unknown): unknown => (key === 'message' ? '…' : value);

const formatAnswer = (answer: unknown): string[] =>
  (Array.isArray(answer) ? answer : [answer]).map(
    (one) =>
      `  ${JSON.stringify(one, withoutMessages)
        .replaceAll(uriOf(folder), 'file:///workspace')
        .replaceAll(folder, '/workspace')
        .replaceAll(uriOf(root), 'file:///skillwright')
        .replaceAll(/"resultId":"[^"]*"/g, '"resultId":"…"')}`,
  );

it('answers an editor that pulls', async () => {
  const editor = await Editor.start({
    folders: [folder],
    related: true,
    initializationOptions: { commands: ['skillwright.runAgent'] },
    workspace: { fileOperations: { willDelete: true, didDelete: true } },
  });
  const path = join(folder, 'notes/SKILL.md');
  const textDocument = { uri: uriOf(path) };
  await editor.open(path, MANIFEST);
  const lines: string[] = [];
  const ask = async (method: string, params: object): Promise<unknown> => {
    const answer = await editor.request(method, params);
    lines.push(`${method}:`, ...formatAnswer(answer));
    return answer;
  };
  const report = (await ask('textDocument/diagnostic', { textDocument })) as DocumentDiagnosticReport;
  await ask('textDocument/diagnostic', { textDocument, previousResultId: report.resultId });
  await ask('textDocument/documentLink', { textDocument });
  await ask('textDocument/codeLens', { textDocument });
  await ask('skillwright/skills', {});
  await ask('skillwright/skillCatalogue', {});
  await ask('skillwright/skillDetails', { root: join(folder, 'notes') });
  const files = [{ name: 'rates.md', uri: uriOf(join(folder, 'notes/references/rates.md')) }, { name: 'other.csv' }];
  await ask('skillwright/writePaths', { textDocument, position: { line: 9, character: 0 }, files });
  const gone = { files: [{ uri: uriOf(join(folder, 'notes/scripts/go.py')) }] };
  await ask('workspace/willDeleteFiles', gone);
  await editor.notify('workspace/didDeleteFiles', gone);
  await vi.waitFor(() => expect(editor.messages).toHaveLength(1), LONG_TIMEOUT);
  lines.push('window/showMessage:', ...formatAnswer(editor.messages));
  expect(await editor.quit()).toBe(0);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('transcripts/documents.txt');
});

it('notifies an editor with few capabilities', async () => {
  const editor = await Editor.start({ folders: [folder], capabilities: {} });
  const path = join(folder, 'notes/SKILL.md');
  // Other positions than those of the file on disk, which may be published first: unchanged ones are not published again.
  await editor.open(path, MANIFEST.replace('Read', 'Also read'));
  await vi.waitFor(() => expect(editor.published.get(uriOf(path))).toMatchObject({ version: 1 }), LONG_TIMEOUT);
  const lines = ['textDocument/publishDiagnostics:', ...formatAnswer(editor.published.get(uriOf(path)))];
  lines.push('provided:', ...formatAnswer(editor.initialized?.capabilities));
  expect(await editor.quit()).toBe(0);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('transcripts/documents-minimal.txt');
});
