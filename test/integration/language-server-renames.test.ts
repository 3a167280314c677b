/**
 * Renames over LSP: F2, and files that the editor moves and deletes, for editors with many and with few capabilities.
 */
import { mkdtempSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeFiles } from '../equipment/runtime/folders.ts';
import { Editor, type EditorOptions, uriOf } from './language-server-client.ts';

let folder: string;

const MANIFEST = [
  '---\r\nname: notes\r\ndescription: Sorts notes. Use it for notes.\r\n---\r\n\r\n',
  '🎉 Read [the rates](references/a.md#the-rates), then `references/a.md`.\r\n\r\n',
  'Use the billing skill. For the tone, see the style guide.\r\n',
].join('');
const FILES: Readonly<Record<string, string>> = {
  'notes/SKILL.md': MANIFEST,
  'notes/references/a.md': '\uFEFF# A to Z\n\n## The rates\n\nRun `python ../scripts/go.py`, see [Z](#a-to-z).\n',
  'notes/references/style-guide.md': '# Style\n',
  'notes/scripts/go.py': 'print("see references/a.md")\n',
  'billing/SKILL.md':
    '---\nname: billing\ndescription: Bills. Use it for bills.\n---\n\nSee `../notes/scripts/go.py` and [a](../notes/references/a.md).\n',
  'AGENTS.md': 'Use the billing skill.\n',
};

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sw-renames-')));
  writeFiles(folder, FILES);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FILE_OPERATIONS = { willRename: true, didRename: true, willDelete: true, didDelete: true };
const FULL_SUPPORT: Partial<EditorOptions> = {
  textDocument: { rename: { prepareSupport: true } },
  workspace: {
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: ['create', 'rename', 'delete'],
      changeAnnotationSupport: { groupsOnLabel: true },
    },
    fileOperations: FILE_OPERATIONS,
  },
};

/** Opens the manifest in an editor, and logs its requests and the replies. */
async function startEditor(options: Partial<EditorOptions>) {
  const editor = await Editor.start({ folders: [folder], ...options });
  const path = join(folder, 'notes/SKILL.md');
  await editor.open(path, MANIFEST);
  const log: string[] = [];
  const plain = (one: unknown): string => JSON.stringify(one)?.replaceAll(uriOf(folder), 'file:///workspace') ?? '';
  const answerTo = async (method: string, params: unknown): Promise<unknown> => {
    try {
      return await editor.request(method, params);
    } catch (error) {
      return { error: (error as Error).message };
    }
  };
  const ask = async (method: string, params: unknown, title: string): Promise<unknown> => {
    const answer = await answerTo(method, params);
    log.push(`${method} ${title}:`, `  ${plain(answer)}`);
    return answer;
  };
  const f2 = async (words: string, newName: string, document = path): Promise<unknown> => {
    const before = readText(document).slice(0, readText(document).indexOf(words)).split('\n');
    const position = { line: before.length - 1, character: (before.at(-1) ?? '').replace('\uFEFF', '').length };
    const params = { textDocument: { uri: uriOf(document) }, position };
    await ask('textDocument/prepareRename', params, `at ${JSON.stringify(words)}`);
    return ask('textDocument/rename', { ...params, newName }, `at ${JSON.stringify(words)} to ${newName}`);
  };
  const readText = (document: string) => (document === path ? editor.text(path) : readFileSync(document, 'utf8'));
  const files = (from: string, to: string) => ({
    files: [{ oldUri: uriOf(join(folder, from)), newUri: uriOf(join(folder, to)) }],
  });
  return { editor, path, log, ask, f2, files };
}

it('returns everything to an editor that supports file renames in edits and change annotations', async () => {
  const { editor, log, ask, f2, files } = await startEditor(FULL_SUPPORT);
  expect(editor.initialized?.capabilities.renameProvider).toEqual({ prepareProvider: true });
  await f2('references/a.md#', 'references/rates (new).md');
  await f2('the-rates)', 'Rates & more');
  await f2('notes\r', 'memos');
  await f2('billing skill', 'invoices');
  await f2('references/a.md`', 'SKILL.md');
  await f2('references/a.md`', '../../x.md');
  await f2('Sorts', 'x');
  await ask(
    'workspace/willRenameFiles',
    files('notes/references/style-guide.md', 'notes/references/s.md'),
    'of a file',
  );
  await ask('workspace/willRenameFiles', files('notes/references', 'notes/docs'), 'of a folder');
  await ask('workspace/willRenameFiles', files('notes', 'deep/memos'), 'of a skill');
  await ask('workspace/willRenameFiles', files('AGENTS.md', 'OTHER.md'), 'of what no skill leads to');
  expect(await editor.quit()).toBe(0);
  await expect(`${log.join('\n')}\n`).toMatchFileSnapshot('transcripts/renames-full.txt');
});

it('returns only text edits to an editor that supports nothing else', async () => {
  const { editor, log, ask, f2, files } = await startEditor({ workspace: { workspaceEdit: {} } });
  expect(editor.initialized?.capabilities.renameProvider).toBe(true);
  expect(editor.initialized?.capabilities.workspace?.fileOperations?.willRename).toBeUndefined();
  await f2('references/a.md#', 'references/b.md');
  await f2('the-rates)', 'Rates');
  await f2('notes\r', 'memos');
  await ask('workspace/willRenameFiles', files('notes/references/a.md', 'notes/references/b.md'), 'of a file');
  expect(await editor.quit()).toBe(0);
  await expect(`${log.join('\n')}\n`).toMatchFileSnapshot('transcripts/renames-minimal.txt');
});

it('does nothing twice if the editor asks about the file that F2 renames', async () => {
  const { editor, path, f2, ask, files } = await startEditor(FULL_SUPPORT);
  const edit = (await f2('references/a.md#', 'references/b.md')) as Parameters<typeof editor.apply>[0];
  // Nothing was written yet: it may be another rename of the same file.
  expect(
    JSON.stringify(await ask('workspace/willRenameFiles', files('notes/references/a.md', 'notes/references/b.md'), '')),
  ).toContain('b.md');
  await editor.open(join(folder, 'billing/SKILL.md'), FILES['billing/SKILL.md'] ?? '');
  await f2('references/a.md#', 'references/b.md');
  await editor.apply(edit);
  expect(editor.text(path)).toContain('[the rates](references/b.md#the-rates), then `references/b.md`');
  expect(editor.text(join(folder, 'billing/SKILL.md'))).toContain('(../notes/references/b.md)');
  expect(
    await ask('workspace/willRenameFiles', files('notes/references/a.md', 'notes/references/b.md'), ''),
  ).toBeNull();
  expect(await editor.quit()).toBe(0);
});

it('reports scripts that still have the old name, and references to a deleted file', async () => {
  const { editor, ask, files } = await startEditor(FULL_SUPPORT);
  const moved = files('notes/references/a.md', 'notes/references/b.md');
  await ask('workspace/willRenameFiles', moved, '');
  renameSync(join(folder, 'notes/references/a.md'), join(folder, 'notes/references/b.md'));
  await editor.notify('workspace/didRenameFiles', moved);
  await vi.waitFor(() => expect(editor.messages).toHaveLength(1), 20_000);
  expect(editor.messages).toEqual([
    'Update notes/scripts/go.py:1: scripts are not changed automatically, and still contain `references/a.md`.',
  ]);
  const deleted = { files: [{ uri: uriOf(join(folder, 'notes/scripts/go.py')) }] };
  expect(await ask('workspace/willDeleteFiles', deleted, '')).toBeNull();
  rmSync(join(folder, 'notes/scripts/go.py'));
  await editor.notify('workspace/didDeleteFiles', deleted);
  await vi.waitFor(() => expect(editor.messages).toHaveLength(2), 20_000);
  expect(editor.messages[1]).toBe(
    'Update notes/references/b.md:5, billing/SKILL.md:6: the text still references `scripts/go.py`, which you deleted.',
  );
  expect(await editor.quit()).toBe(0);
});

it('rewrites paths into skills in agent files, and requests confirmation if one may belong to another skill', async () => {
  const outside = {
    'AGENTS.md': 'Use the billing skill, then read [a](notes/references/a.md) and `scripts/go.py`.\n',
    'CLAUDE.md': '@notes/references/a.md\n\nAll of `notes/references/` is text.\n',
    '.claude/agents/writer.md': '---\nname: writer\nskills: [notes]\n---\n\nRead `../../notes/references/a.md`.\n',
    '.skillwright.json':
      '{"agents": {"a": {"skills": ["./notes"]}}, "overrides": [{"files": ["notes/**"], "rules": {}}]}\n',
    'billing/scripts/go.py': '',
  };
  writeFiles(folder, outside);
  const { editor, log, ask, f2, files } = await startEditor(FULL_SUPPORT);
  await ask('workspace/willRenameFiles', files('notes/references/a.md', 'notes/references/b.md'), 'of a file');
  await ask('workspace/willRenameFiles', files('notes/references', 'notes/docs'), 'of a folder');
  await ask(
    'workspace/willRenameFiles',
    files('notes/scripts/go.py', 'notes/scripts/run.py'),
    'of what two skills have',
  );
  await f2('notes\r', 'memos');
  expect(await editor.quit()).toBe(0);
  await expect(`${log.join('\n')}\n`).toMatchFileSnapshot('transcripts/renames-agent-files.txt');
});
