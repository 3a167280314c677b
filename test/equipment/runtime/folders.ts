/** Temporary folders and skills on disk. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ConfinedFiles } from '../../../runtime/confined/confined-files.ts';
import { readSkills } from '../../../runtime/toolset/read-skills.ts';
import type { Skill } from '../../../skill/index.ts';

/** Creates an empty folder that is deleted at the end of the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Holds a folder until the end of the test. */
export function confined(folder: string): ConfinedFiles {
  const files = ConfinedFiles.hold(folder);
  if (files === undefined) throw new Error(`no folder ${folder}`);
  onTestFinished(() => files.close());
  return files;
}

/** Writes files, by path relative to `folder`; returns `folder`. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Returns a SKILL.md with minimal frontmatter. */
export function manifest(name: string, body = '# Steps\n\nDo it.\n', more = ''): string {
  return `---\nname: ${name}\ndescription: Does ${name} things.\n${more}---\n${body}`;
}

/** Creates a skill on disk, in a folder with its name. */
export function skillOnDisk(
  name: string,
  files: Readonly<Record<string, string | Uint8Array>> = {},
  body?: string,
  parent = temporaryFolder(),
): Skill {
  const folder = join(parent, name);
  writeFiles(folder, { 'SKILL.md': manifest(name, body), ...files });
  const read = readSkills([folder]);
  if (read.kind === 'failed' || read.skills[0] === undefined) throw new Error(`no skill in ${folder}`);
  return read.skills[0];
}
