import { expect, it } from 'vitest';
import { HEAD, sessionOf, workspaceOf } from '../../../test/equipment/server/server.ts';
import { hover } from './hover.ts';

const PATH = '/work/notes/SKILL.md';
const TEXT = `${HEAD}Read \`references/tax.md\` first, then \`references/vat.md\`.\n`;

function hoverAt(words: string, text = TEXT, files: Readonly<Record<string, string>> = {}) {
  const before = text.slice(0, text.lastIndexOf(words)).split('\n');
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  const workspace = workspaceOf({ 'SKILL.md': text, 'references/vat.md': '', ...files });
  return hover(sessionOf(workspace), PATH, position, { markdown: true, widths: true });
}

it('says how certain a finding is, and why, without numbers', () => {
  const found = hoverAt('references/tax.md');
  expect(found?.contents).toMatchObject({
    kind: 'markdown',
    value: expect.stringMatching(/^(?:Almost certainly|Very likely|Probably) a bundled file is meant: \D+\\\.$/),
  });
  expect(found?.range?.start.character).toBe(TEXT.split('\n').at(-2)?.indexOf('references/tax.md'));
});

it('shows nothing for other words, and no certainty for suppressed findings', () => {
  expect(JSON.stringify(hoverAt('references/vat.md'))).not.toContain('is meant');
  expect(hoverAt('first')).toBeUndefined();
  const silent = TEXT.replace('Read', '<!-- skillwright-disable-next-line reference.missing -->\nRead');
  expect(hoverAt('references/tax.md', silent)?.contents).toMatchObject({
    value: 'Not reported, because a comment suppresses reference\\.missing here.',
  });
});

it.each([
  [
    'It was formerly `scripts/run.sh`.',
    'scripts/run.sh',
    'a file that does not exist, because the words before it say that this is a former name.',
  ],
  [
    '```bash\ndate > references/log.md\n```\n\nRead `references/log.md` then.',
    'references/log.md',
    'a file that is made at run time, because a command in the text writes it, fetches it or tests for it (line 7).',
  ],
  [
    'Read `references/{topic}.md` first.',
    'references/{topic}.md',
    'a placeholder or a pattern, because part of it is a placeholder.',
  ],
  [
    'Read `assets/_a_b.md` first.',
    'assets/_a_b.md',
    'an example, because you said so: \\.skillwright\\.json has "assets/\\_a\\_b\\.md".',
  ],
])('says what a path is taken for in %j', (text, words, taken) => {
  const files = { '/work/.skillwright.json': '{"paths": {"assets/_a_b.md": "example"}}' };
  expect(hoverAt(words, HEAD + text, files)?.contents).toMatchObject({ value: `Not reported: taken for ${taken}` });
});

it('escapes Markdown in the text', () => {
  const found = hoverAt('references/tax.md', TEXT.replace('Read', '<img src=x> [click](command:x) read'));
  expect(JSON.stringify(found?.contents)).not.toMatch(/[^\\]<img|[^\\]\[click/);
});

it('shows the certainty of a mention too', () => {
  const text = `${HEAD}For the tone, see the user guide. The other guide is old.\n`;
  const hoverInText = (words: string) => hoverAt(words, text, { 'references/guide.md': '' });
  expect(hoverInText('the user guide')?.contents).toMatchObject({
    value: expect.stringMatching(
      /^These words name no path, so a model asks for one like .+\n\nThe file is:\n\n`references\/guide\.md`[\s\S]*\n\n(?:Very likely|Probably|Perhaps) a bundled file is meant: \D+\\\.$/,
    ),
  });
  expect(hoverInText('The other guide')).toBeUndefined();
});

it('names the file that the skill has in place of a missing one', () =>
  expect(hoverAt('references/tax.md', TEXT, { 'references/taxes.md': '' })?.contents).toMatchObject({
    value: expect.stringMatching(/ is meant: \D+\\\. The skill has `references\/taxes\.md`\.$/),
  }));

it('shows what the skill needs at its name, and what is not there', () => {
  const text = `${HEAD}Ask with AskUserQuestion. Call \`mcp__nowhere__deploy\` and \`mcp__here__x\`. Use the \`gone\` skill.\n\nRun \`npm test\`.\n`;
  const files = { '/work/.git/HEAD': '', '/work/.mcp.json': '{"mcpServers": {"here": {}}}' };
  const value =
    'The body tells the model to use:\n\n- Tools: `AskUserQuestion`\n- MCP tools: `mcp__nowhere__deploy`, `mcp__here__x`\n' +
    '- Skills: `gone`\n- Programs: `npm`\n\nNot found here:\n\n' +
    '- `mcp__nowhere__deploy`: no MCP configuration of the repository declares `nowhere`\n' +
    '- `gone`: no skill of the repository has this name';
  expect(hoverAt('name: notes', text, files)?.contents).toMatchObject({ value: expect.stringContaining(value) });
  expect(JSON.stringify(hoverAt('description', text, files))).not.toContain('The body');
});
