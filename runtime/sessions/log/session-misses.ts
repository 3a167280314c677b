/** Determines which failures of a session are misses of the skills that it has loaded. */
import { basename, dirname, join, relative, resolve } from 'node:path/posix';
import { defined, isSamePath, type WrittenPath } from '../../../skill/index.ts';
import type { FileMiss } from '../../protocol/events.ts';
import type { FileUse } from '../../tool-calls/tool-uses.ts';
import type { RecordedTexts } from './miss-causes.ts';
import { searchMatcher } from './search-pattern.ts';

/** A skill that a session has loaded. */
export interface LoadedSkill {
  readonly name: string;
  /** The folder on the machine of the session, with `/`. */
  folder: string | undefined;
  /** Paths that the texts read so far name or make a model guess. */
  readonly paths: Set<string>;
  readonly texts: RecordedTexts;
  /** Files that were read or run, or that the client listed. */
  readonly files: Set<string>;
  /** Paths that its texts write, and those that they make a model guess. */
  readonly written: WrittenPath[];
  readonly guesses: Set<string>;
  /** True if its `SKILL.md` was read with the frontmatter. */
  hasFrontmatter: boolean;
  /** Estimated tokens of its texts, counted each time that one was read. */
  tokens: number;
}

/** Maximum length of a pattern that is reported as the path of a miss, in characters. */
const MAX_PATTERN = 200;

/** Returns the skill in whose folder a path is; the innermost one if there are several. */
export function skillWith(skills: readonly LoadedSkill[], path: string): LoadedSkill | undefined {
  const holders = skills.filter(({ folder }) => folder !== undefined && isInside(path, folder));
  return holders.sort((a, b) => (b.folder ?? '').length - (a.folder ?? '').length)[0];
}

/** True if a path is in a folder; on Windows and macOS in any letter case. */
function isInside(path: string, folder: string): boolean {
  return path.length > folder.length && isSamePath(path.slice(0, folder.length + 1), `${folder}/`);
}

/** Returns the path of a file relative to the folder in which it is. */
export const pathIn = (folder: string, path: string): string => path.slice(folder.length + 1);

/**
 * Returns the miss that a failed use is: inside the folder of a loaded skill, or of a path that a text it has read names or
 * makes a model guess. Undefined if it says nothing about a skill.
 * @param directory the working directory of the session; that of a command is in the use
 */
export function missOf(
  skills: readonly LoadedSkill[],
  { kind, path: start, from, pattern: given, glob }: FileUse,
  directory: string,
): FileMiss | undefined {
  const { path, pattern } = searchIn(start, glob ?? given);
  const inside = skillWith(skills, pattern === undefined ? path : `${path}/-`);
  if (pattern === undefined) {
    if (inside?.folder !== undefined) return { skill: inside.name, path: pathIn(inside.folder, path), kind };
    for (const skill of skills) {
      const file = provokedPath(skill, path, [directory, from ?? directory]);
      // If the folder is unknown, it may be inside.
      const outside = skill.folder === undefined ? {} : { outside: true as const };
      if (file !== undefined) return { skill: skill.name, path: file, kind, ...outside };
    }
    return undefined;
  }
  if (pattern === '' || pattern.length > MAX_PATTERN) return undefined;
  const below = inside?.folder === undefined ? '' : path.slice(inside.folder.length + 1);
  const isMatch = searchMatcher(pattern);
  const hasName = pattern.slice(pattern.lastIndexOf('/') + 1).replace(/\.\w+$|[*?[\]{}]/g, '').length >= 3;
  for (const skill of hasName ? (inside === undefined ? skills : [inside]) : []) {
    const file = [...skill.paths].find((one) => !one.endsWith('/') && isMatch(one) && one.startsWith(below));
    if (file !== undefined) return { skill: skill.name, path: file, kind };
  }
  return inside === undefined ? undefined : { skill: inside.name, path: join(below, pattern), kind };
}

/** Adds the folders at the beginning of a pattern to the path in which it is searched for: `/a` and `b/*.md`. */
function searchIn(path: string, pattern: string | undefined): { readonly path: string; readonly pattern?: string } {
  if (pattern === undefined || pattern.length > MAX_PATTERN) return defined({ path, pattern });
  const [folders = ''] = /^(?:[^*?[\]{}!()]*\/)?/.exec(pattern) ?? [];
  return { path: resolve(path, folders), pattern: pattern.slice(folders.length) };
}

/**
 * Returns the path in a skill that a path of the session stands for, if a text of the skill names or provokes it: below the
 * directories, next to the skill, or in a folder of the skill's name where the model takes it to be installed.
 */
function provokedPath(
  { name, paths, folder }: LoadedSkill,
  path: string,
  directories: readonly string[],
): string | undefined {
  const bases = [...directories, ...(folder === undefined ? [] : [dirname(folder)])];
  // Skills of a plugin are called `PLUGIN:SKILL`.
  for (const leaf of new Set([name.slice(name.indexOf(':') + 1), basename(folder ?? '')])) {
    const at = leaf === '' ? -1 : path.indexOf(`/${leaf}/`);
    if (at >= 0) bases.push(path.slice(0, at + 1 + leaf.length));
  }
  for (const base of bases) {
    if (!path.startsWith(base === '/' ? '/' : `${base}/`)) continue;
    const below = relative(base, path);
    if (paths.has(below) || paths.has(`${below}/`)) return below;
  }
  return undefined;
}
