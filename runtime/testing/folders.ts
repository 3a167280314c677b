import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Skill } from '../../skill/index.ts';
import { readSkills } from '../toolset/read-skills.ts';

/** An empty folder that goes when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files, by path from `folder`; returns `folder`. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** A SKILL.md with the least frontmatter. */
export function manifest(name: string, body = '# Steps\n\nDo it.\n', more = ''): string {
  return `---\nname: ${name}\ndescription: Does ${name} things.\n${more}---\n${body}`;
}

/** A skill on the disk, in a folder named after it. */
export function skillOnDisk(
  name: string,
  files: Readonly<Record<string, string | Uint8Array>> = {},
  body?: string,
): Skill {
  const folder = join(temporaryFolder(), name);
  writeFiles(folder, { 'SKILL.md': manifest(name, body), ...files });
  const read = readSkills([folder]);
  if (read.kind === 'failed' || read.skills[0] === undefined) throw new Error(`no skill in ${folder}`);
  return read.skills[0];
}
