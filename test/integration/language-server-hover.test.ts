/** Hovers over LSP, for editors that show Markdown and for those that show only plain text. */
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CLIENTS } from '../../skill/index.ts';
import { writeFiles } from '../equipment/runtime/folders.ts';
import { KNOWN_CLIENTS } from '../equipment/server/server.ts';
import { Editor, uriOf } from './language-server-client.ts';

let folder: string;

const MANIFEST = [
  '---\r\nname: notes\r\ndescription: Sorts notes. Use it for notes.\r\n---\r\n\r\n',
  '🎉 Read [the rates](references/a.md#the-rates), then `references/a.md`.\r\n\r\n',
  'Run `python scripts/go.py`. The logo is `assets/logo.png`, the key `references/key.md`.\r\n\r\n',
  'Use the billing skill. For the tone, see the style guide.\r\n',
].join('');
const FILES: Readonly<Record<string, string | Buffer>> = {
  'notes/SKILL.md': MANIFEST,
  'notes/references/a.md': '# A\n\nRead me.\n\n## The rates\n\n```sh\necho 1\n```\n',
  'notes/references/style-guide.md': '# Style\n',
  'notes/scripts/go.py': '"""Goes.\n\nUsage: go.py [--fast]\n"""\n',
  'notes/assets/logo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff]),
  'billing/SKILL.md': '---\nname: billing\ndescription: Bills *customers*. Use it for bills.\n---\n',
  'secret.md': 'hunter2\n',
};

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sw-hover-')));
  writeFiles(folder, FILES);
  symlinkSync(join(folder, 'secret.md'), join(folder, 'notes/references/key.md'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PLACES = [
  ...['references/a.md`', 'the-rates)', 'scripts/go.py', 'assets/logo.png', 'references/key.md'],
  ...['billing skill', 'the style guide', 'name:', 'Sorts'],
];

/** Clients that were added after the transcripts; their lines are left out. */
const ADDED = CLIENTS.filter(({ id }) => !KNOWN_CLIENTS.includes(id)).map(({ name }) => name);

/** Returns a text without the lines of a list that begin with the name of an added client. */
const withoutAdded = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !ADDED.some((name) => line.startsWith(`- ${name}: `)))
    .join('\n');

async function transcript(textDocument: Readonly<Record<string, unknown>>, initializationOptions?: unknown) {
  const settings = { clients: KNOWN_CLIENTS };
  const editor = await Editor.start({ folders: [folder], textDocument, initializationOptions, settings });
  const path = join(folder, 'notes/SKILL.md');
  await editor.open(path, MANIFEST);
  const lines: string[] = [];
  for (const words of PLACES) {
    const before = MANIFEST.slice(0, MANIFEST.indexOf(words)).split('\r\n');
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    const answer = await editor.request('textDocument/hover', { textDocument: { uri: uriOf(path) }, position });
    const json = JSON.stringify(
      answer,
      (_, value) => (typeof value === 'string' ? withoutAdded(value) : value),
      2,
    ).replaceAll(uriOf(folder), 'file:///workspace');
    // The value line by line, as an editor shows it.
    lines.push(`hover at ${JSON.stringify(words)}: ${json.replaceAll('\\n', '\n      ')}`);
  }
  expect(await editor.quit()).toBe(0);
  expect(lines.join('\n')).not.toContain('hunter2');
  return `${lines.join('\n')}\n`;
}

it('returns Markdown to an editor that supports it, with image widths if supported', async () => {
  const able = { hover: { contentFormat: ['markdown', 'plaintext'] } };
  await expect(await transcript(able, { pictureWidths: true })).toMatchFileSnapshot('transcripts/hover.txt');
});

it('returns plain text to an editor without Markdown support', async () => {
  await expect(await transcript({})).toMatchFileSnapshot('transcripts/hover-plain.txt');
});

it('omits what the editor shows itself: the meaning of fields and images of links', async () => {
  const able = { hover: { contentFormat: ['markdown'] } };
  const options = { reportedByEditor: ['markdown.links'], fieldMeanings: true };
  await expect(await transcript(able, options)).toMatchFileSnapshot('transcripts/hover-partial.txt');
});
