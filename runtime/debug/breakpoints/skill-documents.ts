import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isMarkdown, readDocument, type Skill, type SkillDocument } from '../../../skill/index.ts';
import { readSkills } from '../../toolset/read-skills.ts';

/** Maximum size of a file that breakpoints can be set in, in bytes. */
const MAX_BYTES = 5_000_000;

/** A file of a skill. */
export interface SkillFileText {
  /** Absolute path of the skill's folder. */
  readonly root: string;
  /** Name of the skill. */
  readonly name: string;
  /** Relative to the skill's folder, with `/`. */
  readonly path: string;
  /** Absent for a file that is not Markdown. */
  readonly document?: SkillDocument;
}

/** Reads the skill file at an absolute path. Undefined if it is not in a skill's folder or cannot be read. */
export function readSkillFile(file: string): SkillFileText | undefined {
  const absolute = resolve(file);
  const skill = enclosingSkill(absolute);
  if (skill === undefined) return undefined;
  const path = relative(skill.root, absolute).split(sep).join('/');
  const found = { root: skill.root, name: skill.name, path };
  // Reading a device or a pipe might never end.
  if (!isFile(absolute)) return undefined;
  if (!isMarkdown(absolute)) return found;
  try {
    if (statSync(absolute).size > MAX_BYTES) return undefined;
    return { ...found, document: readDocument(absolute.split(sep).join('/'), readFileSync(absolute, 'utf8')) };
  } catch {
    return undefined;
  }
}

/** Reads the skill in a folder. */
export function skillIn(root: string): Skill | undefined {
  const read = readSkills([root], { client: null });
  return read.kind === 'failed' ? undefined : read.skills[0];
}

function enclosingSkill(file: string): Skill | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (['SKILL.md', 'skill.md'].some((name) => isFile(join(folder, name)))) return skillIn(folder);
    if (dirname(folder) === folder || basename(folder) === '') return undefined;
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
