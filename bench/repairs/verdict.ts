/** Compares what an agent made of a broken skill with what its author made of it. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { frontmatterOf, PATH, type Repair, withoutPrefix } from './find-repairs.ts';

/** `as-author`: leads to the same file, or has the same name and description. `else`: was changed to something else. */
export type Verdict = 'as-author' | 'else' | 'unchanged';

/**
 * Compares a repaired file.
 *
 * @param texts the file when it was broken, after the agent, and after the author
 */
export function verdictOf(
  repair: Repair,
  root: string,
  texts: Readonly<Record<'broken' | 'agent' | 'author', string>>,
): Verdict {
  const { broken, agent, author } = texts;
  if (repair.kind === 'frontmatter') {
    const [was, now] = [frontmatterOf(author), frontmatterOf(agent)];
    if (now === undefined || typeof now !== 'object' || typeof was !== 'object')
      return agent === broken ? 'unchanged' : 'else';
    return sameWords(was.name, now.name) && sameWords(was.description, now.description) ? 'as-author' : 'else';
  }
  const places = placesOf(repair, root, repair.new);
  const lines = agent.split('\n');
  const written = broken.split('\n').flatMap((line, at) => {
    const index = pathsIn(line).indexOf(repair.old);
    return index < 0 || lines[at] === line ? [] : [pathsIn(lines[at] ?? '')[index] ?? ''];
  });
  if (written.length === 0) return 'unchanged';
  return written.every((path) => placesOf(repair, root, path).some((place) => places.includes(place)))
    ? 'as-author'
    : 'else';
}

const sameWords = (a: unknown, b: unknown): boolean =>
  String(a ?? '')
    .replace(/\s+/g, ' ')
    .trim() ===
  String(b ?? '')
    .replace(/\s+/g, ' ')
    .trim();

const pathsIn = (line: string): readonly string[] => line.match(PATH) ?? [];

/** Returns the existing files to which a path leads, from its file and from its skill. */
function placesOf({ file, skill }: Repair, root: string, path: string): readonly string[] {
  const bare = withoutPrefix(path);
  const bases = [dirname(join(root, file)), join(root, skill), root];
  return bases.map((base) => resolve(base, bare)).filter((place) => existsSync(place));
}

/**
 * Returns the paths in a text that led to a file of the skill before the agent and do not any more, in lines that it changed.
 */
export function brokenBy(repair: Repair, root: string, before: string, after: string): readonly string[] {
  const now = new Set(after.split('\n'));
  const written = new Set(pathsIn(after));
  return before
    .split('\n')
    .filter((line) => !now.has(line))
    .flatMap((line) => pathsIn(line))
    .filter((path) => placesOf(repair, root, path).length > 0 && !written.has(path));
}

export const readText = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
