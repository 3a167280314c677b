import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifest, skillOnDisk, temporaryFolder, writeFiles } from '../../../test/equipment/runtime/folders.ts';
import { findTwins, isSameSkill } from './find-twin.ts';

const STEPS = '# Steps\n\nRead the changes, group them by topic, and write one sentence for each of them.\n';
const signal = new AbortController().signal;

const notes = () => skillOnDisk('notes', {}, STEPS);

function search(files: Readonly<Record<string, string>>, skills = [notes()]) {
  return findTwins(writeFiles(temporaryFolder(), files), skills, signal);
}

describe('a workspace in which a baseline would find the skill', () => {
  it.each<[what: string, files: Readonly<Record<string, string>>]>([
    ['in a nested folder', { 'a/b/c/notes/SKILL.md': manifest('notes', STEPS) }],
    ['in a hidden folder', { '.claude/skills/x/SKILL.md': manifest('notes', 'Other.') }],
    ['at the top', { 'SKILL.md': manifest('notes', STEPS) }],
    ['with a name in lower case', { 'x/skill.md': manifest('notes', STEPS) }],
    ['by another name with the same instructions', { 'x/SKILL.md': manifest('minutes', STEPS) }],
    ['as a file of another name', { 'docs/howto.txt': manifest('notes', STEPS) }],
    ['with other line endings', { 'docs/howto.txt': manifest('notes', STEPS).replaceAll('\n', '\r\n') }],
    ['inside a longer file', { 'AGENTS.md': `# Rules\n\nBe brief.\n\n${STEPS}\n## More\n\nNothing.\n` }],
  ])('is recognized: %s', async (_, files) => {
    expect(await search(files)).toMatchObject({ kind: 'twin', skill: { name: 'notes' } });
  });

  it('is recognized if a link leads to it', async () => {
    const skill = notes();
    const workspace = temporaryFolder();
    mkdirSync(join(workspace, 'tools'));
    symlinkSync(skill.root, join(workspace, 'tools/linked'));
    expect(await findTwins(workspace, [skill], signal)).toMatchObject({ kind: 'twin', twin: { hasName: true } });
  });

  it('is recognized for any of several skills', async () => {
    const other = skillOnDisk('other', {}, 'Something else that is long enough to be searched for.\n');
    const found = await search({ 'x/SKILL.md': manifest('other') }, [notes(), other]);
    expect(found).toMatchObject({ kind: 'twin', skill: { name: 'other' } });
  });
});

describe('a workspace without the skill', () => {
  it('has a hash of its content, which does not depend on its place or its times', async () => {
    const files = { 'a.txt': '1', 'x/SKILL.md': manifest('other') };
    const [first, second, third] = [await search(files), await search(files), await search({ ...files, 'a.txt': '2' })];
    expect(first).toMatchObject({ kind: 'none', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(second).toEqual(first);
    expect(third).not.toEqual(first);
  });

  it('is not refused for short instructions that occur in any text', async () => {
    const skill = skillOnDisk('notes', {}, 'Do it.\n');
    expect(await search({ 'a.txt': 'Do it.' }, [skill])).toMatchObject({ kind: 'none' });
  });
});

it('compares skills by name and by instructions', () => {
  const skill = notes();
  expect(isSameSkill(skillOnDisk('notes', {}, 'Other.'), skill)).toBe(true);
  expect(isSameSkill(skillOnDisk('minutes', {}, STEPS), skill)).toBe(true);
  expect(isSameSkill(skillOnDisk('minutes', {}, 'Other.'), skill)).toBe(false);
});
