/** Sessions that leave out the texts of skills, if those are known: with `import --skills`, and in an eval. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/equipment/runtime/folders.ts';
import { importRecords } from '../../../test/equipment/runtime/session.ts';
import { readSkills } from '../../toolset/read-skills.ts';
import { importSession } from '../import-session.ts';
import { SessionSummary } from '../session-summary.ts';
import { isNotice, listedFiles } from './skill-texts.ts';

const SKILL =
  '---\nname: release-writer\ndescription: Writes release notes.\n---\n\n# Notes\n\nFor the tone, see the user guide.\n';
const FOLDER = '/home/ada/work/.gemini/skills/release-writer';
const TREE = `${FOLDER}/\n├───SKILL.md\n├───package.json\n├───references/\n│   └───guide.md\n└───scripts/\n    └───group.py`;
const NOTICE = `Skill **release-writer** activated. Resources loaded from \`${FOLDER}\`:\n\nShowing up to 200 items (files + folders).\n\n${TREE}`;

const message = (more: object) => ({ timestamp: '2026-11-28T11:51:57.000Z', ...more });
const call = (tool_id: string, tool_name: string, parameters: object) =>
  message({ type: 'tool_use', tool_id, tool_name, parameters });
const succeeded = (tool_id: string, output: string) =>
  message({ type: 'tool_result', tool_id, status: 'success', output });
const failed = (tool_id: string, path: string) =>
  message({
    type: 'tool_result',
    tool_id,
    status: 'error',
    output: 'File not found.',
    error: { type: 'file_not_found', message: `File not found: ${path}` },
  });

/** Imports a session in which a skill is activated, and two files are asked for. */
async function importStream(records: readonly object[], hasSkills: boolean) {
  const root = writeFiles(temporaryFolder(), {
    'skills/release-writer/SKILL.md': SKILL,
    'skills/release-writer/references/guide.md':
      '# Guide\n\nThe words are in the style notes: see `references/words.md`.\n',
    'session.jsonl': [
      message({ type: 'init', session_id: 's', model: 'm' }),
      message({ type: 'message', role: 'user', content: 'Write.' }),
      ...records,
    ]
      .map((one) => JSON.stringify(one))
      .join('\n'),
  });
  const read = readSkills([join(root, 'skills')], { allowsCopies: true, client: null });
  const summary = new SessionSummary();
  await importSession(join(root, 'session.jsonl'), {
    skills: hasSkills && read.kind === 'found' ? read.skills : [],
    emit: (event) => summary.add(event),
  });
  return [...summary.misses.values()].map(({ skill, path, words }) => [skill, path, words]);
}

describe('the texts that are known decide about misses of a session without them', () => {
  const load = [call('t1', 'activate_skill', { name: 'release-writer' }), succeeded('t1', NOTICE)];
  const ask = (path: string) => [call('t2', 'read_file', { file_path: path }), failed('t2', `/home/ada/work/${path}`)];
  const guide = [call('t3', 'read_file', { file_path: `${FOLDER}/references/guide.md` }), succeeded('t3', '')];

  it.each<[string, readonly object[], readonly unknown[]]>([
    [
      'a path guessed from prose',
      [...load, ...ask('references/user_guide.md')],
      [['release-writer', 'references/user_guide.md', 'the user guide']],
    ],
    [
      'a path that a file of the skill writes',
      [...load, ...guide, ...ask('references/words.md')],
      [['release-writer', 'references/words.md', 'references/words.md']],
    ],
    ['a path that no text has', [...load, ...ask('notes/todo.md')], []],
  ])('%s', async (_, records, misses) => {
    expect(await importStream(records, true)).toEqual(misses);
    expect(await importStream(records, false)).toEqual([]);
  });

  it('but not if the session has a text, of whatever version', async () => {
    const old = succeeded('t1', '# Notes\n\nWrite them down.\n');
    expect(
      await importStream(
        [call('t1', 'activate_skill', { name: 'release-writer' }), old, ...ask('references/user_guide.md')],
        true,
      ),
    ).toEqual([]);
  });
});

describe('the files that a client lists with a skill', () => {
  const load = [call('t1', 'activate_skill', { name: 'release-writer' }), succeeded('t1', NOTICE)];
  const misses = async (path: string) => {
    const asked = [call('t2', 'read_file', { file_path: path }), failed('t2', `/home/ada/work/${path}`)];
    const init = message({ type: 'init', session_id: 's', model: 'm' });
    const { summary } = await importRecords([init, ...load, ...asked]);
    return [...summary.misses.values()];
  };

  it('are those that a wrong path means, without a text of the skill', async () => {
    const at = `${FOLDER}/references/guide.md`;
    expect(await misses('references/guide.md')).toMatchObject([
      { skill: 'release-writer', path: 'references/guide.md', reason: 'base.workspace', place: { at, exists: true } },
    ]);
    expect(await misses('references/other.md')).toEqual([]);
    expect(await misses('package.json')).toEqual([]);
  });

  it.each<[string, readonly string[]]>([
    [NOTICE, ['SKILL.md', 'package.json', 'references/guide.md', 'scripts/group.py']],
    [
      `<activated_skill name="a">\n# A\n\n├───no.md\n<available_resources>\n    ${FOLDER}/\n├───a b.md\n├───x/\n│   └───y/\n│       └───z.md\n├───dist/...\n│   └───none.md\n└── last.md\n  </available_resources>`,
      ['a b.md', 'x/y/z.md', 'last.md'],
    ],
    [`# A\n<skill_files>\n<file>${FOLDER}/x/y.md</file>\n<file>/etc/passwd</file>\n</skill_files>`, ['x/y.md']],
    ['# A\n\n```\n├── a.md\n```\n', []],
    [`Skill a activated.\n${FOLDER}/\n        └───lost.md`, []],
  ])('%s', (text, files) => {
    expect(listedFiles(text, FOLDER)).toEqual(files);
  });
});

describe('a notice', () => {
  it.each([
    '',
    NOTICE,
    'Skill **a** activated.',
    'Launching skill: a',
    'Skill "a" loaded successfully. Follow the instructions in the skill context.',
    'Loaded skill a.',
    'Successfully activated the skill a',
  ])('is no text of a skill: %s', (text) => {
    expect(isNotice(text)).toBe(true);
  });

  it.each([
    '# Skill a\n\nText.',
    '---\nname: a\n---\nText.',
    'Read `references/leaves.md`.',
    'Launching skill: a\nBase directory for this skill: /a\n\n# A\n\nOne.\nTwo.',
    '<activated_skill name="a">\n<instructions>\nText.\n</instructions>\n</activated_skill>',
  ])('is not the text of one: %s', (text) => {
    expect(isNotice(text)).toBe(false);
  });
});
