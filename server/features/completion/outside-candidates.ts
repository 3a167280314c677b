/** Finds the files and folders outside of a skill that may be meant at a path. */
import { dirname, join, leftBehindLookup, type Skill, within } from '../../../skill/index.ts';
import { levelOf } from '../../rules/run.ts';
import type { Candidate, EditedDocument } from './candidate.ts';

/** Folders that are never part of a skill. */
const EXCLUDED: ReadonlySet<string> = new Set(['.git', 'node_modules', '.skillwright']);

/**
 * Yields files and folders outside of the skill, including those of nested skills, whose path starts as typed; closest
 * first, up to `room`, without those that are left behind. After a dot, or if nothing is typed, yields those next to the base folder.
 */
export function* outside(
  base: string,
  typed: string,
  room: number,
  { context, document }: EditedDocument,
  isLeftBehind: (path: string) => boolean,
): Iterable<Candidate> {
  const { fs, skill, repositoryRoot, workspaceRoot, pluginRoot } = context;
  const { folder, name } = outsideOf(typed);
  if (typed === '' && base !== dirname(document.path)) return;
  const boundary = repositoryRoot ?? workspaceRoot ?? pluginRoot ?? skill.root;
  const seen = new Set<string>();
  let left = room;
  /** The number of files and folders that may be passed over. */
  let passed = room;
  const realBoundary = fs.realPath(boundary);
  // After `../`, another `../` may follow.
  for (let up = folder; within(boundary, join(base, up)) !== undefined; up += '../') {
    const start = join(base, up);
    // A linked folder can be anywhere on the disk.
    const real = fs.realPath(start);
    const isInside = real !== undefined && realBoundary !== undefined && within(realBoundary, real) !== undefined;
    const queue = isInside ? [{ path: start, text: up, isLeft: up.startsWith('../') && isLeftBehind(start) }] : [];
    for (let next = queue.shift(); next; next = queue.shift()) {
      seen.add(next.path);
      for (const entry of fs.list(next.path)) {
        if (
          EXCLUDED.has(entry.name) ||
          (up === folder && next.text === up && !entry.name.toLowerCase().startsWith(name))
        )
          continue;
        const path = join(next.path, entry.name);
        const text = next.text + entry.name;
        const isFolder = entry.kind === 'folder';
        // What is below something that is installed with the skill is so, too.
        const isLeft = next.isLeft && (!isFolder || isLeftBehind(path));
        if (isFolder && !entry.link && !seen.has(path)) queue.push({ path, text: `${text}/`, isLeft });
        if (isBundled(path, skill)) continue;
        if (isLeft) {
          if (passed-- <= 0) return;
          continue;
        }
        if (left-- <= 0) return;
        yield { text: isFolder ? `${text}/` : text, path, target: entry.kind, where: 'outside' };
      }
    }
    if (!/^(?:\.\.\/)+$/.test(up)) return;
  }
}

/** Returns a predicate that is true for a path that is not installed with the skill, if `reference.outside-skill` reports it. */
export const leftBehind = ({ context, settings }: EditedDocument): ((path: string) => boolean) =>
  settings && levelOf('reference.outside-skill', settings) !== 'off' ? leftBehindLookup(context) : () => false;

/** Yields the files and folders of another skill relative to its folder. */
export function* itemsBelow(
  root: string,
  { context: { fs, skill } }: EditedDocument,
  room: number,
): Iterable<Candidate> {
  const queue = [''];
  let left = room;
  for (let inner = queue.shift(); inner !== undefined; inner = queue.shift()) {
    for (const entry of fs.list(join(root, inner))) {
      if (EXCLUDED.has(entry.name)) continue;
      const text = inner + entry.name;
      const path = join(root, text);
      if (entry.kind === 'folder' && !entry.link) queue.push(`${text}/`);
      if (isBundled(path, skill)) continue;
      if (left-- <= 0) return;
      yield { text: entry.kind === 'folder' ? `${text}/` : text, path, target: entry.kind, where: 'outside' };
    }
  }
}

function isBundled(path: string, { root, bundle }: Skill): boolean {
  const inner = within(root, path);
  return inner !== undefined && (inner === '' || bundle.files.has(inner) || bundle.folders.has(inner));
}

/** Splits typed text into the folder to search, with a trailing `/`, and the prefix of a name in it. */
function outsideOf(typed: string): { readonly folder: string; readonly name: string } {
  const slash = typed.lastIndexOf('/');
  const [folder, last] = [typed.slice(0, slash + 1), typed.slice(slash + 1)];
  const climbs = last === '.' || last === '..' || typed === '';
  return climbs ? { folder: `${folder}../`, name: '' } : { folder, name: last.toLowerCase() };
}
