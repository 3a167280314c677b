/** Completion over LSP, for editors with few and with many capabilities. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CompletionItem, CompletionList } from 'vscode-languageserver-protocol';
import { writeFiles } from '../equipment/runtime/folders.ts';
import { Editor, uriOf } from './language-server-client.ts';

let folder: string;

/** Each cursor position has a unique mark. */
const MARKED = [
  '---\r\nname: notes\r\ndescription: Sorts notes. Use it for notes.\r\nuser-invocable:①\r\nallowed-tools: Read ②\r\n---\r\n\r\n',
  '# Notes\r\n\r\n🎉 Read [the rates](③), `references/④`, and the `⑤` skill; [above](#⑥\r\n\r\n⑦\r\n\r\n',
  '```bash\r\npython scripts/⑧\r\n```\r\n\r\nWords and words⑨.\r\n',
].join('');
const MARKS = [...'①②③④⑤⑥⑦⑧⑨'];
const MANIFEST = MARKS.reduce((text, mark) => text.replace(mark, ''), MARKED);
const FILES: Readonly<Record<string, string>> = {
  'notes/SKILL.md': MANIFEST,
  'notes/references/rates.md': '# The rates\n\n## Old ones\n\n```\n1 %\n```\n',
  'notes/scripts/sort.py': '"""Sorts notes by date."""\nprint()\n',
  'billing/SKILL.md': '---\nname: billing\ndescription: Bills. Use it for bills.\n---\n',
  '.mcp.json': '{"mcpServers": {"tracker": {}}}',
};

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sw-completion-')));
  writeFiles(folder, FILES);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the completion at each mark: the first items, and the details of the first one, truncated. */
async function transcript(textDocument: Readonly<Record<string, unknown>>, initializationOptions?: unknown) {
  const editor = await Editor.start({ folders: [folder], textDocument, initializationOptions });
  const path = join(folder, 'notes/SKILL.md');
  await editor.open(path, MANIFEST);
  const lines: string[] = [`capability: ${JSON.stringify(editor.initialized?.capabilities.completionProvider)}`];
  const formatItem = (value: unknown): string =>
    JSON.stringify(value, (_key, one) => (typeof one === 'string' && one.length > 240 ? `${one.slice(0, 240)}…` : one))
      .replaceAll(uriOf(folder), 'file:///workspace')
      .replaceAll(folder, '/workspace');
  for (const mark of MARKS) {
    const before = MARKED.slice(0, MARKED.indexOf(mark)).replaceAll(/[①-⑨]/g, '').split('\r\n');
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    const list = await editor.request<CompletionList | null>('textDocument/completion', {
      textDocument: { uri: uriOf(path) },
      position,
      context: { triggerKind: 1 },
    });
    lines.push(
      `at ${mark} ${JSON.stringify(before.at(-1))}: ${list?.items.length ?? 0} items, ${list?.isIncomplete ?? false}`,
    );
    const items = [...(list?.items ?? [])].sort((a, b) => ((a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1));
    for (const item of items.slice(0, 4)) lines.push(`  ${formatItem(item)}`);
    const [first] = items;
    if (first?.data === undefined) continue;
    const { detail, documentation } = await editor.request<CompletionItem>('completionItem/resolve', first);
    lines.push(`  resolved: ${formatItem({ detail, documentation })}`);
  }
  expect(await editor.quit()).toBe(0);
  return `${lines.join('\n')}\n`;
}

it('serves an editor without snippets and Markdown', async () => {
  await expect(await transcript({})).toMatchFileSnapshot('transcripts/completion-minimal.txt');
});

it('serves an editor with both', async () => {
  const completionItem = { snippetSupport: true, documentationFormat: ['markdown', 'plaintext'] };
  await expect(await transcript({ completion: { completionItem } })).toMatchFileSnapshot('transcripts/completion.txt');
});

it('omits what the editor completes itself', async () => {
  const initializationOptions = { completedByEditor: ['link', 'value/user-invocable'] };
  await expect(await transcript({}, initializationOptions)).toMatchFileSnapshot('transcripts/completion-partial.txt');
});

it('uses the text after each key', async () => {
  const editor = await Editor.start({ folders: [folder] });
  const path = join(folder, 'notes/SKILL.md');
  const text = '---\nname: notes\ndescription: Sorts notes.\n---\n\nSee ';
  await editor.open(path, text);
  const requests: Promise<CompletionList | null>[] = [];
  let typed = text;
  for (const key of '`scripts/so') {
    await editor.notify('textDocument/didChange', editor.change(path, typed.length, typed.length, key));
    typed += key;
    const position = { line: 5, character: typed.length - text.length + 4 };
    requests.push(editor.request('textDocument/completion', { textDocument: { uri: uriOf(path) }, position }));
  }
  const answers = await Promise.all(requests);
  expect(answers.at(-1)?.items.map(({ textEdit }) => textEdit?.newText)).toEqual(['scripts/sort.py']);
  expect(await editor.quit()).toBe(0);
});
