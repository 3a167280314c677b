import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../../../skill/index.ts';
import { skillOnDisk, temporaryFolder, writeFiles } from '../../../test/equipment/runtime/folders.ts';
import { runOnce } from '../../../test/equipment/runtime/run-once.ts';
import { type ScriptedCall, scriptedModel } from '../../../test/equipment/runtime/scripted-model.ts';
import { namedFiles } from './named-files.ts';
import { absolutePathsIn, withRelativePaths } from './portable-prompt.ts';
import { suggestCase, usedSkills } from './suggest-case.ts';

const read = (path: string): ScriptedCall => ['load_skill_resource', { skill_name: 'demo', file_path: path }];

async function recorded(prompt: string) {
  const skill = skillOnDisk('demo', { 'references/guide.md': '# Guide\n', 'evals/files/a.csv': '1\n' });
  const calls: readonly ScriptedCall[] = [
    ['load_skill', { skill_name: 'demo' }],
    read('references/guide.md'),
    read('references/absent.md'),
  ];
  const model = scriptedModel([...calls.map((call) => ({ calls: [call] })), { text: 'Done.' }]);
  const run = await runOnce({ model, skills: [skill], prompt: prompt.replaceAll('SKILL', skill.root) });
  return { skill, run };
}

describe('suggestCase', () => {
  it('suggests what the journal shows', async () => {
    const { skill, run } = await recorded(
      'Sum evals/files/a.csv and data.txt of SKILL/evals with token=hunter2hunter2.',
    );
    const folder = writeFiles(temporaryFolder(), { 'data.txt': 'Two.\n' });
    const suggested = await suggestCase({ file: run.journal, skill: skill.root, folders: [folder] }, { secrets: [] });
    expect(suggested).toEqual({
      kind: 'suggested',
      skill: 'demo',
      prompts: [expect.stringContaining('Sum ')],
      absolutePaths: [],
      prompt: expect.stringMatching(/^Sum evals\/files\/a\.csv and data\.txt of evals with token=\[redacted\]/),
      files: ['evals/files/a.csv', { path: 'data.txt', content: 'Two.\n' }],
      assertions: [
        { text: 'Loads demo.', check: 'loaded' },
        { text: 'Reads references/guide.md.', check: 'read', path: 'references/guide.md' },
        { text: 'Requests no missing file.', check: 'max_misses', limit: 0 },
      ],
      notes: [
        'The run requested 1 missing file, which the case does not allow.',
        'Replace [redacted]: a secret was removed.',
      ],
    });
    expect(await usedSkills(run.journal)).toEqual(['demo']);
  });

  it('names the absolute paths that remain', async () => {
    const { skill, run } = await recorded('Read /home/anna/notes.txt and https://example.org/a/b.');
    const suggested = await suggestCase({ file: run.journal, skill: skill.root, folders: [] }, { secrets: [] });
    expect(suggested).toMatchObject({ absolutePaths: ['/home/anna/notes.txt'] });
  });

  it('reads the session of another agent', async () => {
    const skill = skillOnDisk('demo', { 'references/guide.md': '# Guide\n' });
    const use = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
    const lines = [
      { type: 'user', message: { role: 'user', content: 'Write the notes.' } },
      { type: 'assistant', message: { id: 'm1', role: 'assistant', content: [use('a', 'Skill', { skill: 'demo' })] } },
      {
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'a', content: 'Launching skill: demo' }],
        },
      },
      { type: 'assistant', message: { id: 'm2', role: 'assistant', content: [{ type: 'text', text: 'Done.' }] } },
    ].map((record, index) =>
      JSON.stringify({
        uuid: `u${index}`,
        parentUuid: index === 0 ? null : `u${index - 1}`,
        sessionId: 's',
        cwd: '/work',
        version: '2.0.0',
        timestamp: `2026-11-12T10:00:1${index}.000Z`,
        ...record,
      }),
    );
    const file = join(temporaryFolder(), 's.jsonl');
    writeFileSync(file, `${lines.join('\n')}\n`);
    const suggested = await suggestCase({ file, skill: skill.root, folders: [] }, { secrets: [] });
    expect(suggested).toMatchObject({
      prompt: 'Write the notes.',
      assertions: [{ check: 'loaded' }, { check: 'max_misses' }],
    });
    expect(await usedSkills(file)).toEqual(['demo']);
  });

  it('refuses a file without a run, and a folder without a skill', async () => {
    const { skill, run } = await recorded('Sum.');
    const file = join(temporaryFolder(), 'journal.jsonl');
    writeFileSync(file, '{"type":"run_started","seq":1,"run":5,"skills":7,"prompt":{}}\n');
    const of = (journal: string, folder: string, prompt = 1) =>
      suggestCase({ file: journal, skill: folder, folders: [], prompt }, { secrets: [] });
    expect(await of(file, skill.root)).toMatchObject({ kind: 'failed' });
    expect(await of(run.journal, temporaryFolder())).toMatchObject({ kind: 'failed' });
    expect(await of(run.journal, skill.root, 2)).toMatchObject({ message: expect.stringContaining('from 1 to 1') });
  });
});

describe('withRelativePaths', () => {
  it.each([
    ['Read /work/app/src/a.ts in /work/app.', 'Read src/a.ts in ..'],
    ['Read "C:\\app\\a.ts".', 'Read "a.ts".'],
    ['Read /work/app-two/a.ts.', 'Read /work/app-two/a.ts.'],
  ])('%s', (prompt, expected) => {
    expect(withRelativePaths(prompt, ['/work/app', 'C:/app', '/'])).toBe(expected);
  });
});

it('absolutePathsIn finds paths of every system, and no URL', () => {
  const text = 'In ~/a.txt, (/home/x/b), C:\\Users\\x, https://x.org/a/b, a/b/c, and 1/2/3.';
  expect(absolutePathsIn(text)).toEqual(['~/a.txt', '/home/x/b', 'C:\\Users\\x']);
});

it('namedFiles leaves out files of the skill, hidden ones, and links to elsewhere', () => {
  const disk = memoryFiles({
    '/w/notes.txt': 'N',
    '/w/link.txt': { link: '/secret.txt' },
    '/secret.txt': 'S',
    '/w/.env': 'KEY',
    '/w/large.txt': 'x'.repeat(20_001),
    '/w/skills/demo/SKILL.md': '',
  });
  const skill = {
    root: '/w/skills/demo',
    bundle: { files: new Set(['guide.md']), folders: new Set(), truncated: false },
  };
  const found = namedFiles(
    'Use notes.txt, link.txt, .env, guide.md, skills/demo/SKILL.md, ../secret.txt, large.txt.',
    skill as unknown as Parameters<typeof namedFiles>[1],
    ['/w'],
    disk,
  );
  expect(found.files).toEqual([{ path: 'notes.txt', content: 'N' }]);
  expect(found.notes).toEqual([expect.stringContaining('large.txt')]);
});
