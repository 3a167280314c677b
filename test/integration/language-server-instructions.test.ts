/** AGENTS.md, CLAUDE.md and agents over LSP: findings, hovers, links, definitions, completion, fixes and changes on disk. */
import { mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { CodeAction, Diagnostic, DocumentDiagnosticReport } from 'vscode-languageserver-protocol';
import { writeFiles } from '../equipment/runtime/folders.ts';
import { Editor, uriOf } from './language-server-client.ts';

let folder: string;
let outside: string;

const AGENTS =
  'Read the [rules](docs/databse.md), then `docs/style.md` and @docs/style.md.\n\nSee [it](docs/later.md).\n';
const AGENT = '---\nname: helper\ndescription: Helps.\nskills: [notez]\n---\n\nHelp.\n';
const FILES: Readonly<Record<string, string>> = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  'AGENTS.md': AGENTS,
  '.claude/agents/helper.md': AGENT,
  '.claude/skills/notes/SKILL.md': '---\nname: notes\ndescription: Sorts notes. Use it for notes.\n---\n\nSort.\n',
  'docs/database.md': '# Rules of the database\n',
  'docs/style.md': '# Style\n\nBe brief.\n',
  'node_modules/pack/AGENTS.md': 'See [it](docs/gone.md).\n',
  'README.md': 'See [it](docs/gone.md).\n',
};

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sw-instructions-')));
  outside = realpathSync(mkdtempSync(join(tmpdir(), 'sw-outside-')));
  writeFiles(folder, FILES);
  // Nothing of it is text that a client gives to a model.
  writeFiles(folder, { 'binary/AGENTS.md': '' });
  writeFileSync(join(folder, 'binary/AGENTS.md'), Uint8Array.from([0xff, 0xfe, 0x00, 0xd8, 0x28]));
  writeFiles(folder, { 'large/AGENTS.md': 'See [it](docs/gone.md).\n' });
  truncateSync(join(folder, 'large/AGENTS.md'), 50_000_000);
  writeFiles(outside, { 'CLAUDE.md': 'See [it](docs/gone.md).\n' });
  writeFiles(folder, { 'linked/a.md': '' });
  symlinkSync(join(outside, 'CLAUDE.md'), join(folder, 'linked/CLAUDE.md'));
  symlinkSync(outside, join(folder, 'around'));
});
afterAll(() => {
  for (const one of [folder, outside]) rmSync(one, { recursive: true, force: true });
});

const formatAnswer = (answer: unknown): string[] =>
  (Array.isArray(answer) ? answer : [answer]).map(
    (one) => `  ${JSON.stringify(one).replaceAll(uriOf(folder), 'file:///workspace')}`,
  );

const short = ({ range, code, severity, message }: Diagnostic): string =>
  `${range.start.line}:${range.start.character}-${range.end.character} ${severity} ${code}: ${message}`;

it('answers about instruction files', async () => {
  const editor = await Editor.start({
    folders: [folder],
    textDocument: { hover: { contentFormat: ['markdown'] }, definition: { linkSupport: false } },
  });
  const path = join(folder, 'AGENTS.md');
  const textDocument = { uri: uriOf(path) };
  await editor.open(path, AGENTS);
  const lines: string[] = [];
  const at = (words: string) => {
    const before = AGENTS.slice(0, AGENTS.indexOf(words)).split('\n');
    return { textDocument, position: { line: before.length - 1, character: before.at(-1)?.length ?? 0 } };
  };
  const ask = async <T>(method: string, params: object): Promise<T> => (await editor.request(method, params)) as T;
  const found = async (file: string): Promise<readonly string[]> => {
    const report = await ask<DocumentDiagnosticReport>('textDocument/diagnostic', {
      textDocument: { uri: uriOf(file) },
    });
    return report.kind === 'full' ? report.items.map(short) : [];
  };
  lines.push(
    'AGENTS.md:',
    ...(await found(path)),
    'helper.md:',
    ...(await found(join(folder, '.claude/agents/helper.md'))),
  );
  for (const other of [
    'binary/AGENTS.md',
    'large/AGENTS.md',
    'linked/CLAUDE.md',
    'around/CLAUDE.md',
    'node_modules/pack/AGENTS.md',
    'README.md',
  ])
    expect(await found(join(folder, other)), other).toEqual([]);
  lines.push('documentLink:', ...formatAnswer(await ask('textDocument/documentLink', { textDocument })));
  for (const words of ['docs/style.md`', 'docs/style.md.']) {
    lines.push(`hover at ${words}:`, ...formatAnswer(await ask('textDocument/hover', at(words))));
    lines.push(`definition at ${words}:`, ...formatAnswer(await ask('textDocument/definition', at(words))));
  }
  const [wrong] = (await ask<{ items: Diagnostic[] }>('textDocument/diagnostic', { textDocument })).items;
  const context = { diagnostics: wrong ? [wrong] : [] };
  const actions = await ask<CodeAction[]>('textDocument/codeAction', { textDocument, range: wrong?.range, context });
  lines.push('codeAction:', ...actions.map(({ title }) => `  ${title}`));
  const typed = AGENTS.indexOf('databse.md');
  await editor.notify('textDocument/didChange', editor.change(path, typed, typed + 'databse.md'.length, ''));
  const completed = await ask<{ items: { label: string }[] }>('textDocument/completion', {
    textDocument,
    position: { line: 0, character: AGENTS.indexOf('docs/') + 5 },
  });
  lines.push('completion:', ...completed.items.map(({ label }) => `  ${label}`));
  expect(await ask('textDocument/prepareRename', at('docs/style.md`'))).toBeNull();
  expect(await editor.quit()).toBe(0);
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "AGENTS.md:
    0:17-32 2 instructions.path: The repository has no file \`docs/databse.md\`. Did you mean \`docs/database.md\`?
    2:9-22 2 instructions.path: The repository has no file \`docs/later.md\`. Add it, or change the path.
    helper.md:
    3:9-14 2 instructions.skill: No skill here is called \`notez\`, so the agent starts without it. Did you mean \`notes\`?
    documentLink:
      {"range":{"start":{"line":0,"character":41},"end":{"line":0,"character":54}},"target":"file:///workspace/docs/style.md"}
      {"range":{"start":{"line":0,"character":61},"end":{"line":0,"character":74}},"target":"file:///workspace/docs/style.md"}
    hover at docs/style.md\`:
      {"contents":{"kind":"markdown","value":"\`docs/style.md\` (19 bytes, about 5 tokens)\\n\\n\`\`\`markdown\\n# Style\\n\\nBe brief.\\n\`\`\`"},"range":{"start":{"line":0,"character":41},"end":{"line":0,"character":54}}}
    definition at docs/style.md\`:
      {"uri":"file:///workspace/docs/style.md","range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}}}
    hover at docs/style.md.:
      {"contents":{"kind":"markdown","value":"\`docs/style.md\` (19 bytes, about 5 tokens)\\n\\n\`\`\`markdown\\n# Style\\n\\nBe brief.\\n\`\`\`"},"range":{"start":{"line":0,"character":61},"end":{"line":0,"character":74}}}
    definition at docs/style.md.:
      {"uri":"file:///workspace/docs/style.md","range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}}}
    codeAction:
      Change to docs/database.md
      Suppress instructions.path on this line
      Suppress instructions.path for this file
    completion:
      docs/database.md
      docs/style.md"
  `);
});

it('follows changes on disk', async () => {
  const editor = await Editor.start({ folders: [folder], pull: false });
  const [agents, helper, later] = ['AGENTS.md', '.claude/agents/helper.md', 'docs/later.md'].map((one) =>
    join(folder, one),
  );
  const publishedIn = (path = ''): readonly (string | undefined)[] =>
    editor.published
      .get(uriOf(path))
      ?.diagnostics.map(({ code, data }) => `${code} ${(data as { target?: string }).target}`) ?? [];
  const changes = (path = '', type: 1 | 2 | 3 = 2) =>
    editor.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(path), type }] });
  await vi.waitFor(
    () => {
      expect(publishedIn(agents)).toEqual(['instructions.path docs/databse.md', 'instructions.path docs/later.md']);
      expect(publishedIn(helper)).toEqual(['instructions.skill notez']);
    },
    { timeout: 20_000 },
  );
  writeFileSync(later ?? '', 'Now.\n');
  await changes(later, 1);
  await vi.waitFor(() => expect(publishedIn(agents)).toEqual(['instructions.path docs/databse.md']), {
    timeout: 20_000,
  });
  writeFileSync(helper ?? '', AGENT.replace('notez', 'notes'));
  await changes(helper);
  await vi.waitFor(() => expect(publishedIn(helper)).toEqual([]), { timeout: 20_000 });
  const claude = join(folder, 'docs/CLAUDE.md');
  writeFileSync(claude, 'See [the rules](database.md) and [it](gone.md).\n');
  await changes(claude, 1);
  await vi.waitFor(() => expect(publishedIn(claude)).toEqual(['instructions.path gone.md']), { timeout: 20_000 });
  rmSync(claude);
  await changes(claude, 3);
  await vi.waitFor(() => expect(publishedIn(claude)).toEqual([]), { timeout: 20_000 });
  expect(await editor.quit()).toBe(0);
});
