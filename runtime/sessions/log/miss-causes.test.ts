import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defined } from '../../../skill/index.ts';
import { skillOnDisk, temporaryFolder, writeFiles } from '../../../test/equipment/runtime/folders.ts';
import { importRecords } from '../../../test/equipment/runtime/session.ts';
import { importSession } from '../import-session.ts';
import type { SessionEvent } from './session-event.ts';

const FOLDER = '/home/ada/.claude/skills/brewer';
const RECORDED = `Base directory for this skill: ${FOLDER}\n\n# Steps\n\nFollow the brewing guide before you begin.\n`;

const answeredBy = (number: number) => ({ id: `m${number}`, model: 'test' });

/** Returns the causes of a session that reads these files of a skill and then misses its guide. */
async function causesOfReads(reads: readonly (readonly [file: string, text: string])[]) {
  const record = (type: string, number: number, block: object) => ({
    type,
    sessionId: 's',
    uuid: `u${number}`,
    parentUuid: null,
    isSidechain: false,
    cwd: '/home/ada/tea',
    timestamp: new Date(Date.UTC(2026, 0, 5, 10, 0, number)).toISOString(),
    message: { role: type, content: [block], ...(type === 'assistant' ? answeredBy(number) : undefined) },
  });
  const missed = ['references/brewing_guide.md', 'File does not exist.'] as const;
  const records = [...reads, missed].flatMap(([file, content], index) => {
    const id = `c${index}`;
    const input = { file_path: `${FOLDER}/${file}` };
    return [
      record('assistant', 2 * index, { type: 'tool_use', id, name: 'Read', input }),
      record('user', 2 * index + 1, { type: 'tool_result', tool_use_id: id, content, is_error: content === missed[1] }),
    ];
  });
  const { events } = await importRecords(records);
  return events.flatMap(({ cause }) => (cause === undefined ? [] : [cause]));
}

/** Returns the causes of a session that loads the skill `name` and then misses its guide. */
async function causes(name: string, ...options: readonly Parameters<typeof importSession>[1]['skills'][]) {
  const record = (type: string, number: number, content: unknown, more: object = {}) => ({
    type,
    sessionId: 's',
    uuid: `u${number}`,
    parentUuid: null,
    isSidechain: false,
    cwd: '/home/ada/tea',
    timestamp: `2026-01-05T10:00:0${number}.000Z`,
    message: { role: type, content, ...(type === 'assistant' ? answeredBy(number) : undefined) },
    ...more,
  });
  const use = (id: string, tool: string, input: object) => [{ type: 'tool_use', id, name: tool, input }];
  const result = (id: string, content: string, isError: boolean) => [
    { type: 'tool_result', tool_use_id: id, content, is_error: isError },
  ];
  const records = [
    record('user', 1, 'Brew.'),
    record('assistant', 2, use('c1', 'Skill', { skill: name })),
    record('user', 3, result('c1', `Launching skill: ${name}`, false)),
    record('user', 4, [{ type: 'text', text: RECORDED }], { isMeta: true }),
    record('assistant', 5, use('c2', 'Read', { file_path: `${FOLDER}/references/brewing_guide.md` })),
    record('user', 6, result('c2', 'File does not exist.', true)),
  ];
  const text = records.map((one) => JSON.stringify(one)).join('\n');
  const file = join(writeFiles(temporaryFolder(), { 'session.jsonl': text }), 'session.jsonl');
  const events: SessionEvent[] = [];
  const skills = options[0];
  await importSession(file, defined({ emit: (event) => void events.push(event), skills }));
  return events.flatMap(({ cause }) => (cause === undefined ? [] : [cause]));
}

it('finds the words in the text that the session recorded', async () => {
  expect(await causes('brewer')).toMatchObject([
    {
      recorded: { file: 'SKILL.md', line: 5, column: 8, text: 'the brewing guide', before: '# Steps', suggestions: [] },
    },
  ]);
});

it.each(['brewer', 'teahouse:brewer'])(
  "also finds the words in today's skill %s, with the file that was meant",
  async (name) => {
    const body = '# Steps\n\nBoil water.\n\nThen follow the brewing guide.\n';
    const skill = skillOnDisk('brewer', { 'references/guide.md': '# Guide\n' }, body);
    const [cause] = await causes(name, [skill]);
    expect(cause?.recorded).toMatchObject({ line: 5 });
    expect(cause?.current).toMatchObject({
      file: `${skill.root}/SKILL.md`,
      line: 9,
      text: 'the brewing guide',
      suggestions: ['references/guide.md'],
    });
  },
);

it("finds nothing in today's skill if its words have changed, or in another skill", async () => {
  const changed = skillOnDisk('brewer', {}, '# Steps\n\nBoil water.\n');
  const other = skillOnDisk('baker', {}, '# Steps\n\nFollow the brewing guide.\n');
  for (const skills of [[changed], [other]])
    expect(await causes('brewer', skills)).toEqual([{ recorded: expect.anything() }]);
});

it.each([
  ['a part of SKILL.md', 'SKILL.md', '    30→\n    31→Boil water.\n', 'SKILL.md', 6],
  ['another part of a file', 'a.md', '    30→\n    31→Follow the brewing guide.\n', 'SKILL.md', 6],
])('keeps the whole text when the model reads %s', async (_, file, part, ...expected) => {
  const whole = '---\nname: brewer\ndescription: Brews.\n---\n\nFollow the brewing guide.\n';
  const [cause] = await causesOfReads([
    ['SKILL.md', whole],
    [file, part],
  ]);
  expect([cause?.recorded?.file, cause?.recorded?.line]).toEqual(expected);
});

it('numbers the lines of a part as the file has them', async () => {
  const [cause] = await causesOfReads([['SKILL.md', '    30\t\n    31\tFollow the brewing guide.\n']]);
  expect(cause?.recorded).toMatchObject({ line: 31, text: 'the brewing guide' });
});

it('of several skills with the name, takes the one that the session used, or else one that has the words', async () => {
  const copy = (place: string, body: string) => skillOnDisk('brewer', {}, body, join(temporaryFolder(), place));
  const words = '# Steps\n\nFollow the brewing guide.\n';
  const other = copy('.agents/skills', words);
  const same = copy('.claude/skills', `Boil water.\n\n${words}`);
  const without = copy('.agents/skills', 'Boil water.\n');
  for (const skills of [
    [other, same],
    [same, other],
    [without, same],
  ]) {
    const [cause] = await causes('brewer', skills);
    expect(cause?.current?.file).toBe(`${same.root}/SKILL.md`);
  }
});
