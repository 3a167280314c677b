/** The copy of a workspace with installed skills: the file in the way of a skill, and what is left out. */
import { randomUUID } from 'node:crypto';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { VARIANTS } from '../../test/equipment/runtime/client.ts';
import { skillOnDisk, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { install } from './installation.ts';

/** Installs a skill as Claude Code does, into a workspace with these files. */
async function installInto(workspace: string, skill = skillOnDisk('greeter')) {
  const client = VARIANTS.find(([id]) => id === 'claude-code')?.[2];
  if (client === undefined) throw new Error('no client');
  const { signal } = new AbortController();
  const made = await install({ client, skills: [skill], key: randomUUID(), scope: 'project', signal, workspace });
  if (made.kind === 'installed') onTestFinished(async () => void (await made.remove()));
  return made;
}

test.each([
  [{ '.claude': 'a file' }, '.claude'],
  [{ '.claude/skills': 'a file' }, '.claude/skills'],
  [{ '.claude/skills/greeter': 'a file' }, '.claude/skills/greeter'],
])('names the file that is in the way of a skill: %j', async (files, path) => {
  expect(await installInto(writeFiles(temporaryFolder(), files))).toEqual({
    kind: 'failed',
    message: `Rename the file ${path} of the workspace: Claude Code has its skills in a folder of this name.`,
  });
});

test('says whose files are left out', async () => {
  const workspace = writeFiles(temporaryFolder(), { 'a.txt': '' });
  const skill = skillOnDisk('greeter');
  const secret = join(temporaryFolder(), 'secret');
  writeFileSync(secret, '');
  for (const folder of [workspace, skill.root]) symlinkSync(secret, join(folder, 'link'));
  const made = await installInto(workspace, skill);
  expect(made.kind === 'installed' && made.notes).toEqual([
    '1 file of the workspace was not copied: leading out of it, or unreadable.',
    '1 file of the skill greeter was not copied: leading out of it, or unreadable.',
  ]);
});
