import { basename, dirname, join, normalize } from '../files/paths.ts';
import type { KnownPlaces, SkillFacts, TruePlace } from './miss.ts';
import { absolutePath, isSamePath } from './requested-path.ts';

/** A skill that is known, with its paths prepared for comparisons. */
export interface PreparedSkill {
  readonly name: string;
  /** Absolute, normalized; undefined if it is not known where the skill is. */
  readonly folder: string | undefined;
  readonly files: ReadonlySet<string>;
  readonly hasAllFiles: boolean;
  /** The paths that texts write, each with what it can be relative to the skill's folder: as it stands, or below its document. */
  readonly written: readonly (readonly string[])[];
  readonly guesses: ReadonlySet<string>;
}

/** Returns the skills that are known, also those of which only a name is. */
export function prepareSkills(
  { skills, offered = [] }: KnownPlaces,
  directory: string,
  home: string,
): readonly PreparedSkill[] {
  const facts = skills.map((skill) => prepare(skill, directory, home));
  const names = [...offered].filter((name) => !facts.some((one) => one.name === name));
  return [...facts, ...names.map((name) => prepare({ name }, directory, home))];
}

function prepare(skill: SkillFacts, directory: string, home: string): PreparedSkill {
  const { name, folder, files = [], hasAllFiles = false, written = [], guesses = [] } = skill;
  return {
    name,
    folder: folder === undefined ? undefined : absolutePath(folder, directory, home),
    files: new Set(files),
    hasAllFiles,
    written: [...written].map(({ path, document }) => [...new Set([normalize(path), join(dirname(document), path)])]),
    guesses: new Set(guesses),
  };
}

/** Returns the name of a skill without the prefix of its plugin. */
export const bareName = (name: string): string => name.slice(name.lastIndexOf(':') + 1);

/** Returns a name without letter case and separators, for comparisons: `Brew_Tea` and `brew-tea` are the same. */
export const looseName = (name: string): string =>
  bareName(name)
    .toLowerCase()
    .replace(/[\s_.-]+/g, '-');

/** Returns the names of the folder that a skill can have, in lower case. */
export function folderNames({ name, folder }: PreparedSkill): readonly string[] {
  const own = folder === undefined ? [] : [basename(folder).toLowerCase()];
  return [...new Set([...own, bareName(name).toLowerCase()])];
}

/** True if a text of a skill writes a path of the skill. */
export const isWritten = ({ written }: PreparedSkill, path: string): boolean =>
  written.some((variants) => variants.includes(path));

/** Returns the paths that a skill has or its texts write. */
export function* pathsOf({ files, written }: PreparedSkill): Generator<string> {
  yield* files;
  for (const variants of written) yield* variants;
}

/**
 * Returns the place of a file of a skill. Undefined if it is not known where the skill is, or nothing says that it has the
 * file.
 */
export function placeIn(skill: PreparedSkill, file: string): TruePlace | undefined {
  const { folder, files, hasAllFiles } = skill;
  if (folder === undefined) return undefined;
  const at = join(folder, file);
  // The folder of a skill is known because its SKILL.md is there.
  if (file.toLowerCase() === 'skill.md') return { at: join(folder, 'SKILL.md'), exists: true };
  if (files.has(file)) return { at, exists: true };
  return !hasAllFiles && isWritten(skill, file) ? { at, exists: false } : undefined;
}

/** Returns the place of a skill: its SKILL.md, or else the name that it is offered with. */
export function placeOf(skill: PreparedSkill): TruePlace {
  return placeIn(skill, 'SKILL.md') ?? { at: skill.name, exists: true };
}

/** True if two files of a skill are the same path, on a drive of Windows in any letter case. */
export const isSameFile = (folder: string, a: string, b: string): boolean =>
  isSamePath(join(folder, a), join(folder, b));
