/** Finds the files and folders that may be meant at a path, with the text to write there. */
import {
  basesOf,
  dirname,
  filesReferencedBy,
  join,
  type Reference,
  relative,
  type Skill,
  type SkillDocument,
  within,
} from '../../../skill/index.ts';
import type { Candidate, EditedDocument } from './candidate.ts';
import { itemsBelow, leftBehind, outside } from './outside-candidates.ts';
import type { PathPlace } from './place.ts';

/** Maximum number of files and folders outside of the skill for one list. */
const MAX_OUTSIDE = 1_000;
/** The same if nothing is typed yet, when a file of the skill is most likely meant. */
const MAX_UNTYPED = 200;
/** Maximum number of first folders for which to check if a path may start with them. */
const MAX_FIRST_FOLDERS = 60;
/** Returns the reference as if the typed text were complete, which is enough to determine its base. */
export const asReference = ({ form, base, range }: PathPlace, path: string): Reference => ({
  kind: 'reference',
  form,
  range,
  target: path,
  path,
  base,
});

/**
 * Returns all candidates without duplicates, those of the skill first.
 * @param typed normalized: separated by `/`, percent-decoded, and without `./` except at its end
 */
export function candidatesFor(place: PathPlace, typed: string, edited: EditedDocument): readonly Candidate[] {
  const { context, document } = edited;
  const { skill } = context;
  const found = new Map<string, Candidate>();
  /** Candidates that contain the typed text, since a file is known by its name. They follow those that start with it. */
  const named = new Map<string, Candidate>();
  const prefix = prefixFor(typed);
  const byName = place.mayBeSkill || isLinkForm(place);
  const add = (candidate: Candidate, isMeant = (_one: Candidate): boolean => true): void => {
    const text = candidate.text.toLowerCase();
    if (found.has(candidate.path)) return;
    if (text.startsWith(prefix)) {
      if (isMeant(candidate)) found.set(candidate.path, candidate);
    } else if (byName && candidate.target === 'file' && !prefix.includes('/') && text.includes(`/${prefix}`)) {
      if (!named.has(candidate.path) && isMeant(candidate)) named.set(candidate.path, candidate);
    }
  };
  const basesByFolder = new Map<string, readonly string[]>();
  /** Cached by the path's first folder, which determines the bases. */
  const basesFor = (path: string): readonly string[] => {
    const key = path.slice(0, path.indexOf('/') + 1);
    const known = key === '' ? undefined : basesByFolder.get(key);
    if (known) return known;
    const bases = basesOf(asReference(place, place.under + path), document, context).map((base) =>
      join(base, place.under),
    );
    basesByFolder.set(key, bases);
    return bases;
  };
  const bases = basesFor(typed || '.');
  const referenced = referencedFiles(place, edited);
  for (const base of orderBases(place, bases, document, skill))
    for (const one of inSkill(base, place, typed, edited, referenced)) add(one);
  if (place.base.kind === 'other-skill')
    for (const { root } of context.skills.named(place.base.name))
      for (const one of itemsBelow(root, edited, MAX_OUTSIDE)) add(one);
  const isLeftBehind = leftBehind(edited);
  let room = typed === '' ? MAX_UNTYPED : MAX_OUTSIDE;
  const walk = (base: string, isMeant?: (one: Candidate) => boolean): void => {
    for (const one of outside(base, typed, room, edited, isLeftBehind)) {
      room--;
      add(one, isMeant);
    }
  };
  for (const base of bases) walk(base);
  // Once its first folder is complete, a path may be relative to any parent folder.
  if ((place.base.kind === 'document' || place.base.kind === 'other-skill') && typed !== '' && !typed.startsWith('.')) {
    for (const base of foldersAbove(edited)) {
      if (bases.includes(base)) continue;
      // Each first folder needs a lookup. With thousands, the rest are checked when more has been typed.
      const isMeant = ({ text }: Candidate): boolean =>
        basesByFolder.size < MAX_FIRST_FOLDERS && basesFor(text).includes(base);
      for (const one of inSkill(base, place, typed, edited, referenced)) add(one, isMeant);
      walk(base, isMeant);
    }
  }
  return [...found.values(), ...[...named.values()].filter(({ path }) => !found.has(path))];
}

/** Returns the lowercase prefix that a path must have; a single dot may become `./` or `../`. */
const prefixFor = (typed: string): string => typed.replace(/(^|\/)\.$/, '$1').toLowerCase();

/** Returns the parent folders of the skill, closest first, up to the repository or the workspace folder. */
function foldersAbove({ context: { skill, repositoryRoot, workspaceRoot } }: EditedDocument): readonly string[] {
  const top = repositoryRoot ?? workspaceRoot;
  const above: string[] = [];
  for (let folder = skill.root; top !== undefined && folder !== top && above.length < 12; ) {
    folder = dirname(folder);
    if (within(top, folder) === undefined) break;
    above.push(folder);
  }
  return above;
}

/** Returns true if a path is the destination of a link. */
export const isLinkForm = ({ form }: Pick<PathPlace, 'form'>): boolean =>
  form === 'link' || form === 'image' || form === 'definition';

/** Orders the bases: a link is relative to the document; a path to open or run is relative to the skill's folder. */
function orderBases(
  place: PathPlace,
  bases: readonly string[],
  document: SkillDocument,
  { root }: Skill,
): readonly string[] {
  const first = isLinkForm(place) ? dirname(document.path) : root;
  return bases.includes(first) ? [first, ...bases.filter((base) => base !== first)] : bases;
}

/** Yields the skill's own files and folders relative to a base; those above it only for a link, or after `../`. */
function* inSkill(
  base: string,
  place: PathPlace,
  typed: string,
  edited: EditedDocument,
  referenced: ReadonlySet<string>,
): Iterable<Candidate> {
  const { skill } = edited.context;
  const { root, bundle } = skill;
  const inner = within(root, base);
  const prefix = prefixFor(typed);
  const climbs = typed.startsWith('.') || isLinkForm(place);
  const climbed = /^(?:\.\.\/)+(?:.*\/)?/.exec(typed)?.[0];
  const above = climbed === undefined || inner === undefined ? undefined : within(root, join(base, climbed));
  const detour =
    climbed === undefined || above === undefined
      ? undefined
      : { text: climbed, folder: above === '' ? '' : `${above}/` };
  const textOf = (file: string): string | undefined => {
    if (inner === undefined) return within(base, `${root}/${file}`);
    // Keep a detour as typed: `../../scaffold/x.md` in `scaffold/references/`.
    if (detour !== undefined && file.startsWith(detour.folder)) return detour.text + file.slice(detour.folder.length);
    if (inner === '') return file;
    if (file.startsWith(`${inner}/`)) return file.slice(inner.length + 1);
    return climbs ? relative(inner, file) : undefined;
  };
  // A bundle may have thousands of files, which are checked on each keystroke.
  const isNamed = (text: string): boolean => {
    const plain = text.toLowerCase();
    return plain.startsWith(prefix) || plain.includes(`/${prefix}`);
  };
  const shadows = place.base.kind !== 'skill' && place.under === '' && base !== dirname(edited.document.path);
  for (const file of bundle.files) {
    const text = textOf(file);
    if (text === undefined || text === '' || !isNamed(text)) continue;
    const path = `${root}/${file}`;
    if (shadows && isShadowed(text, path, edited)) continue;
    const where = path === edited.document.path ? 'itself' : referenced.has(file) ? 'referenced' : 'unreferenced';
    yield { text, path, target: 'file', where };
  }
  for (const folder of bundle.folders) {
    const text = textOf(folder);
    if (text !== undefined && text !== '' && !text.endsWith('..') && `${text}/` !== typed)
      yield { text: `${text}/`, path: `${root}/${folder}`, target: 'folder', where: 'referenced' };
  }
}

/** Returns true if the same text means another file, since the document's folder takes precedence over the skill's. */
function isShadowed(text: string, path: string, { document, context }: EditedDocument): boolean {
  const { root, bundle } = context.skill;
  const first = join(dirname(document.path), text);
  return first !== path && bundle.files.has(within(root, first) ?? '');
}

/**
 * Returns the bundled files, relative to the skill's folder, that any document of the skill references by path. The path
 * being typed does not count: an incomplete path may be a folder, which would include all its files.
 */
function referencedFiles(
  { range: written }: PathPlace,
  { entry, document, context }: EditedDocument,
): ReadonlySet<string> {
  const { root, bundle } = context.skill;
  const all = new Set<string>();
  for (const path of entry?.documents() ?? []) {
    const other = path === document.path ? undefined : entry?.document(path);
    if (other && !('unreadable' in other)) for (const file of filesReferencedBy(other, root, bundle)) all.add(file);
  }
  const folder = dirname(document.path);
  for (const { path, range } of document.references) {
    if (range.start <= written.end && range.end >= written.start) continue;
    for (const place of new Set([join(folder, path), join(root, path)])) {
      const inner = within(root, place) ?? '';
      if (bundle.files.has(inner)) all.add(inner);
      else if (inner !== '' && bundle.folders.has(inner))
        for (const file of bundle.files) if (file.startsWith(`${inner}/`)) all.add(file);
    }
  }
  return all;
}
