import { realpathSync } from 'node:fs';
import { expect, test } from 'vitest';
import { manifest, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { holdRoots } from './confined-file-system.ts';
import { explainPathTool } from './explain-path.ts';
import { sizeOf } from './pages.ts';

const TEXT = `Read \`references/menu.md\` first, then \`references/Prices.md\` and \`none.md\`.
Run \`\${CLAUDE_SKILL_DIR}/scripts/brew.sh\`.
For the temperatures, see the heat guide.
Write the result to \`out/result.md\`.
See [the other skill](../bake/references/oven.md) and [the house](../../../HOUSE.md).
`;

const FILES = {
  '.git/HEAD': '',
  'HOUSE.md': '\n',
  '.claude/skills/brew/SKILL.md': manifest('brew', TEXT),
  '.claude/skills/brew/references/menus.md': 'See `heat-levels.md`.\n',
  '.claude/skills/brew/references/prices.md': '\n',
  '.claude/skills/brew/references/heat-levels.md': '\n',
  '.claude/skills/brew/scripts/brew.sh': '\n',
  '.claude/skills/bake/SKILL.md': manifest('bake', 'Bake.\n'),
  '.claude/skills/bake/references/oven.md': '\n',
};

async function explain(path: string, skill = '.claude/skills/brew', files: Readonly<Record<string, string>> = FILES) {
  const root = realpathSync(temporaryFolder());
  writeFiles(root, files);
  const held = holdRoots([root]);
  const call = {
    roots: [{ given: root, real: root }],
    held,
    progress: { signal: new AbortController().signal, report: () => undefined },
  };
  const answer = await explainPathTool().run({ skill, path: path.replace('ROOT', root) }, call);
  held.close();
  return answer.kind === 'answer' ? { ...answer.result, text: answer.text } : { problem: answer.message };
}

test.each<[path: string, expected: object]>([
  [
    'references/menu.md',
    {
      answer: 'missing',
      nearest: ['references/menus.md'],
      written: [{ file: '.claude/skills/brew/SKILL.md', line: 5, text: expect.stringContaining('references/menu.md') }],
    },
  ],
  [
    'references/Prices.md',
    { answer: 'missing', nearest: ['references/prices.md'], says: expect.stringContaining('case') },
  ],
  ['ROOT/.claude/skills/brew/references/menu.md', { answer: 'missing', nearest: ['references/menus.md'] }],
  ['.claude/skills/brew/references/menu.md', { answer: 'missing', nearest: ['references/menus.md'] }],
  [
    'scripts/brew.sh',
    {
      answer: 'exists',
      file: '.claude/skills/brew/scripts/brew.sh',
      clients: [
        { clients: ['Claude Code'], outcome: expect.stringMatching(/^replaces/) },
        { clients: expect.arrayContaining(['Codex']), outcome: expect.stringMatching(/^leaves/) },
      ],
    },
  ],
  [
    '../bake/references/oven.md',
    {
      answer: 'exists',
      file: '.claude/skills/bake/references/oven.md',
      says: expect.stringContaining('another skill'),
    },
  ],
  ['../../../HOUSE.md', { answer: 'exists', file: 'HOUSE.md' }],
  ['out/result.md', { answer: 'not-of-the-skill', says: expect.stringContaining('because') }],
  ['references/heat-levels.md', { answer: 'exists', file: '.claude/skills/brew/references/heat-levels.md' }],
  ['references/nothing-like-it.md', { answer: 'missing', says: expect.stringContaining('no such file') }],
  [
    'the heat guide',
    {
      answer: 'words',
      guesses: expect.arrayContaining(['references/heat_guide.md']),
      written: [{ file: '.claude/skills/brew/SKILL.md', line: 7, text: expect.stringContaining('the heat guide') }],
    },
  ],
  ['references/heat_guide.md', { answer: 'missing', guesses: ['references/heat_guide.md'], written: [{ line: 7 }] }],
])('explains %s', async (path, expected) => {
  expect(await explain(path)).toMatchObject(expected);
});

test('finds a skill by a file in it and by its name, and says what it needs otherwise', async () => {
  for (const skill of ['brew', '.claude/skills/brew/SKILL.md', '.claude/skills/brew/references/prices.md'])
    expect(await explain('references/menu.md', skill)).toMatchObject({
      answer: 'missing',
      skill: '.claude/skills/brew',
    });
  expect(await explain('x.md', 'absent')).toEqual({ problem: expect.stringContaining('does not exist') });
  expect(await explain('x.md', 'HOUSE.md')).toEqual({ problem: expect.stringContaining('is in none') });
  const two = { ...FILES, 'other/brew/SKILL.md': manifest('brew', '') };
  expect(await explain('x.md', 'brew', two)).toEqual({ problem: expect.stringContaining('other/brew') });
});

test('tells nothing about files out of the folder', async () => {
  const explained = await explain('../../../../../../../../etc/passwd');
  expect(explained).toMatchObject({ answer: 'missing' });
  expect(JSON.stringify(explained)).not.toContain('exists');
});

test('is never larger than an answer may be', async () => {
  const long = `references/${'\u0001é'.repeat(80)}`;
  const lines = Array.from({ length: 50 }, (_, index) => `Read \`${long}.md\` ${'word '.repeat(60)}${index}.\n`).join(
    '',
  );
  const files = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`${long}${index}.md`, '']));
  for (const path of [`${long}.md`, 'x'.repeat(1000), '\u0001'.repeat(1000)]) {
    const answer = await explain(path, 'long', {
      'long/SKILL.md': manifest('long', lines),
      ...Object.fromEntries(Object.keys(files).map((file) => [`long/${file}`, ''])),
    });
    const { text, ...result } = answer as { text: string };
    expect(sizeOf(result)).toBeLessThanOrEqual(4096);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
  }
});
