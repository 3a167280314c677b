/** Definition, references and highlights over LSP, for editors with few and with many capabilities. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeFiles } from '../equipment/runtime/folders.ts';
import { Editor, uriOf } from './language-server-client.ts';

let folder: string;

const MANIFEST = [
  '---\r\nname: notes\r\ndescription: Sorts notes. Use it for notes.\r\n---\r\n\r\n',
  '🎉 Read [the rates](references/a.md#the-rates), then `references/a.md`.\r\n\r\n',
  'Use the billing skill. For the tone, see the style guide.\r\n',
].join('');
const FILES: Readonly<Record<string, string>> = {
  'notes/SKILL.md': MANIFEST,
  'notes/references/a.md': '# A\n\n## The rates\n\nRun `python ../scripts/go.py`.\n',
  'notes/references/style-guide.md': '# Style\n',
  'notes/scripts/go.py': 'print()\n',
  'billing/SKILL.md':
    '---\nname: billing\ndescription: Bills. Use it for bills.\n---\n\nSee `../notes/scripts/go.py`.\n',
  'AGENTS.md': 'Use the billing skill.\n',
};

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sw-going-')));
  writeFiles(folder, FILES);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Returns the requests at the words in SKILL.md, as `METHOD at WORDS`, with the results; URIs are relative to the
 * workspace.
 */
async function transcript(capabilities: Readonly<Record<string, unknown>>, initializationOptions?: unknown) {
  const editor = await Editor.start({ folders: [folder], textDocument: capabilities, initializationOptions });
  const path = join(folder, 'notes/SKILL.md');
  await editor.open(path, MANIFEST);
  const lines: string[] = [];
  const ask = async (method: string, words: string, more: object = {}) => {
    const before = MANIFEST.slice(0, MANIFEST.indexOf(words)).split('\r\n');
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    const answer = await editor.request(`textDocument/${method}`, {
      textDocument: { uri: uriOf(path) },
      position,
      ...more,
    });
    lines.push(`${method} at ${JSON.stringify(words)}:`, ...formatAnswer(answer));
  };
  const formatAnswer = (answer: unknown): string[] =>
    (Array.isArray(answer) ? answer : [answer]).map(
      (one) => `  ${JSON.stringify(one).replaceAll(uriOf(folder), 'file:///workspace')}`,
    );
  for (const words of [
    'references/a.md#',
    'the-rates)',
    'references/a.md`',
    'billing skill',
    'the style guide',
    'Sorts',
  ])
    await ask('definition', words);
  for (const words of ['references/a.md#', 'the-rates)', 'billing skill', 'the style guide'])
    await ask('references', words, { context: { includeDeclaration: true } });
  await ask('documentHighlight', 'references/a.md`');
  const script = uriOf(join(folder, 'notes/scripts/go.py'));
  lines.push(
    'fileReferences of notes/scripts/go.py:',
    ...formatAnswer(await editor.request('skillwright/fileReferences', { uri: script })),
  );
  expect(await editor.quit()).toBe(0);
  return `${lines.join('\n')}\n`;
}

it('returns locations to an editor without link support', async () => {
  await expect(await transcript({})).toMatchFileSnapshot('transcripts/definition-minimal.txt');
});

it('returns links with origin ranges to an editor that supports them', async () => {
  const able = { definition: { linkSupport: true } };
  await expect(await transcript(able)).toMatchFileSnapshot('transcripts/definition-links.txt');
});

it('leaves Markdown links to an editor that follows them itself', async () => {
  const editor = { reportedByEditor: ['markdown.links'] };
  await expect(await transcript({}, editor)).toMatchFileSnapshot('transcripts/definition-without-markdown.txt');
});
