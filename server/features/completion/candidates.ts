/** The files and folders that may be meant where a path is written, each with the text that leads to it from there. */
import {
  basesOf,
  dirname,
  filesReferencedBy,
  join,
  type Reference,
  type ResolveContext,
  relative,
  type Skill,
  type SkillDocument,
  within,
} from '../../../skill/index.ts';
import type { SkillEntry } from '../../workspace/entry.ts';
import type { PathPlace } from './place.ts';

export interface Candidate {
  /** What to write, from the first sign of the path on; a folder's ends in `/`. */
  readonly text: string;
  /** Absolute. */
  readonly path: string;
  readonly target: 'file' | 'folder';
  /** `outside`: not in the skill's folder. */
  readonly where: 'unreferenced' | 'referenced' | 'itself' | 'outside';
}

/** A document of a skill that somebody writes, with all that paths in it are resolved against. */
export interface Writing {
  readonly entry: SkillEntry;
  readonly document: SkillDocument;
  readonly context: ResolveContext;
}

/** So many files and folders outside of the skill are looked at for one list. */
const MOST_OUTSIDE = 1_000;
/** And so many where nothing is typed yet, which is most likely something of the skill. */
const MOST_UNTYPED = 200;
/** Of so many first folders it is told whether a path may begin with them. */
const MOST_FIRST = 60;
/** Never part of what a skill brings along. */
const NEVER: ReadonlySet<string> = new Set(['.git', 'node_modules', '.skillwright']);

/** A reference as it would be if what is typed were all of it: enough to tell what it is relative to. */
export const asReference = ({ form, base, range }: PathPlace, path: string): Reference => ({
  kind: 'reference',
  form,
  range,
  target: path,
  path,
  base,
});

/** All candidates, each path once; those of the skill first. `typed` is plain: `/`, decoded, without `./` before its end. */
export function candidatesFor(place: PathPlace, typed: string, writing: Writing): readonly Candidate[] {
  const { context, document } = writing;
  const { skill } = context;
  const found = new Map<string, Candidate>();
  /** Those that have what is typed within: a file is known by its name. They come behind all that begin so. */
  const named = new Map<string, Candidate>();
  const begins = beginningOf(typed);
  const byName = place.mayBeSkill || isLinkForm(place);
  const add = (candidate: Candidate, isMeant = (_one: Candidate): boolean => true): void => {
    const text = candidate.text.toLowerCase();
    if (found.has(candidate.path)) return;
    if (text.startsWith(begins)) {
      if (isMeant(candidate)) found.set(candidate.path, candidate);
    } else if (byName && candidate.target === 'file' && !begins.includes('/') && text.includes(`/${begins}`)) {
      if (!named.has(candidate.path) && isMeant(candidate)) named.set(candidate.path, candidate);
    }
  };
  const kept = new Map<string, readonly string[]>();
  /** The first folder of a path decides, and whether it has one. */
  const basesFor = (path: string): readonly string[] => {
    const key = path.slice(0, path.indexOf('/') + 1);
    const known = key === '' ? undefined : kept.get(key);
    if (known) return known;
    const bases = basesOf(asReference(place, place.under + path), document, context).map((base) =>
      join(base, place.under),
    );
    kept.set(key, bases);
    return bases;
  };
  const bases = basesFor(typed || '.');
  const referenced = referencedFiles(place, writing);
  for (const base of ordered(place, bases, document, skill))
    for (const one of inSkill(base, place, typed, writing, referenced)) add(one);
  if (place.base.kind === 'other-skill')
    for (const { root } of context.skills.named(place.base.name)) for (const one of below(root, writing)) add(one);
  let room = typed === '' ? MOST_UNTYPED : MOST_OUTSIDE;
  const walk = (base: string, isMeant?: (one: Candidate) => boolean): void => {
    for (const one of outside(base, typed, room, writing)) {
      room--;
      add(one, isMeant);
    }
  };
  for (const base of bases) walk(base);
  // By its first folder, once that is whole, a path may be meant from some folder above.
  if ((place.base.kind === 'document' || place.base.kind === 'other-skill') && typed !== '' && !typed.startsWith('.')) {
    for (const base of foldersAbove(writing)) {
      if (bases.includes(base)) continue;
      // To tell takes a look at each first folder: among thousands the rest is told once more is typed.
      const isMeant = ({ text }: Candidate): boolean => kept.size < MOST_FIRST && basesFor(text).includes(base);
      for (const one of inSkill(base, place, typed, writing, referenced)) add(one, isMeant);
      walk(base, isMeant);
    }
  }
  return [...found.values(), ...[...named.values()].filter(({ path }) => !found.has(path))];
}

/** What a path has to begin with, in lower case; a lone dot may become `./` or `../`. */
const beginningOf = (typed: string): string => typed.replace(/(^|\/)\.$/, '$1').toLowerCase();

/** The folders that the skill lies in, the nearest first, up to the repository's or the workspace's. */
function foldersAbove({ context: { skill, repositoryRoot, workspaceRoot } }: Writing): readonly string[] {
  const top = repositoryRoot ?? workspaceRoot;
  const above: string[] = [];
  for (let folder = skill.root; top !== undefined && folder !== top && above.length < 12; ) {
    folder = dirname(folder);
    if (within(top, folder) === undefined) break;
    above.push(folder);
  }
  return above;
}

/** Whether a path stands as the destination of a link. */
export const isLinkForm = ({ form }: Pick<PathPlace, 'form'>): boolean =>
  form === 'link' || form === 'image' || form === 'definition';

/** Links are read from the document; what a model is to open or to run is named from the skill's folder, as it asks for it. */
function ordered(
  place: PathPlace,
  bases: readonly string[],
  document: SkillDocument,
  { root }: Skill,
): readonly string[] {
  const first = isLinkForm(place) ? dirname(document.path) : root;
  return bases.includes(first) ? [first, ...bases.filter((base) => base !== first)] : bases;
}

/** The skill's own files and folders as seen from a folder; those above it only for a link, or where `../` is typed. */
function* inSkill(
  base: string,
  place: PathPlace,
  typed: string,
  writing: Writing,
  referenced: ReadonlySet<string>,
): Iterable<Candidate> {
  const { skill } = writing.context;
  const { root, bundle } = skill;
  const inner = within(root, base);
  const begins = beginningOf(typed);
  const climbs = typed.startsWith('.') || isLinkForm(place);
  const climbed = /^(?:\.\.\/)+(?:.*\/)?/.exec(typed)?.[0];
  const above = climbed === undefined || inner === undefined ? undefined : within(root, join(base, climbed));
  const detour =
    climbed === undefined || above === undefined
      ? undefined
      : { text: climbed, folder: above === '' ? '' : `${above}/` };
  const textOf = (file: string): string | undefined => {
    if (inner === undefined) return within(base, `${root}/${file}`);
    // A detour is followed as it is typed: `../../scaffold/x.md` in `scaffold/references/`.
    if (detour !== undefined && file.startsWith(detour.folder)) return detour.text + file.slice(detour.folder.length);
    if (inner === '') return file;
    if (file.startsWith(`${inner}/`)) return file.slice(inner.length + 1);
    return climbs ? relative(inner, file) : undefined;
  };
  // A bundle may have thousands of files, which are looked at for each key.
  const isNamed = (text: string): boolean => {
    const plain = text.toLowerCase();
    return plain.startsWith(begins) || plain.includes(`/${begins}`);
  };
  const shadows = place.base.kind !== 'skill' && place.under === '' && base !== dirname(writing.document.path);
  for (const file of bundle.files) {
    const text = textOf(file);
    if (text === undefined || text === '' || !isNamed(text)) continue;
    const path = `${root}/${file}`;
    if (shadows && isShadowed(text, path, writing)) continue;
    const where = path === writing.document.path ? 'itself' : referenced.has(file) ? 'referenced' : 'unreferenced';
    yield { text, path, target: 'file', where };
  }
  for (const folder of bundle.folders) {
    const text = textOf(folder);
    if (text !== undefined && text !== '' && !text.endsWith('..') && `${text}/` !== typed)
      yield { text: `${text}/`, path: `${root}/${folder}`, target: 'folder', where: 'referenced' };
  }
}

/** Whether the same words mean another file, since the document's folder is looked at before the skill's. */
function isShadowed(text: string, path: string, { document, context }: Writing): boolean {
  const { root, bundle } = context.skill;
  const first = join(dirname(document.path), text);
  return first !== path && bundle.files.has(within(root, first) ?? '');
}

/**
 * Files and folders that are not the skill's own, those of skills inside it among them, whose path begins as typed; the
 * nearest first, as many as there is room for. Behind a dot, and where nothing is typed, those beside its folder.
 */
function* outside(base: string, typed: string, room: number, { context, document }: Writing): Iterable<Candidate> {
  const { fs, skill, repositoryRoot, workspaceRoot, pluginRoot } = context;
  const { folder, name } = outsideOf(typed);
  if (typed === '' && base !== dirname(document.path)) return;
  const boundary = repositoryRoot ?? workspaceRoot ?? pluginRoot ?? skill.root;
  const seen = new Set<string>();
  let left = room;
  // Who climbs may climb on.
  for (let up = folder; within(boundary, join(base, up)) !== undefined; up += '../') {
    const waiting = [{ path: join(base, up), text: up }];
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      seen.add(next.path);
      for (const entry of fs.list(next.path)) {
        if (NEVER.has(entry.name) || (up === folder && next.text === up && !entry.name.toLowerCase().startsWith(name)))
          continue;
        const path = join(next.path, entry.name);
        const text = next.text + entry.name;
        const isFolder = entry.kind === 'folder';
        if (isFolder && !entry.link && !seen.has(path)) waiting.push({ path, text: `${text}/` });
        if (isBundled(path, skill)) continue;
        if (left-- <= 0) return;
        yield { text: isFolder ? `${text}/` : text, path, target: entry.kind, where: 'outside' };
      }
    }
    if (!/^(?:\.\.\/)+$/.test(up)) return;
  }
}

/** The files and folders of another skill, as seen from its folder. */
function* below(root: string, { context: { fs, skill } }: Writing): Iterable<Candidate> {
  const waiting = [''];
  let left = MOST_OUTSIDE;
  for (let inner = waiting.shift(); inner !== undefined; inner = waiting.shift()) {
    for (const entry of fs.list(join(root, inner))) {
      if (NEVER.has(entry.name)) continue;
      const text = inner + entry.name;
      const path = join(root, text);
      if (entry.kind === 'folder' && !entry.link) waiting.push(`${text}/`);
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

/** The folder to look in, with a `/` at its end, and how a name in it begins. */
function outsideOf(typed: string): { readonly folder: string; readonly name: string } {
  const slash = typed.lastIndexOf('/');
  const [folder, last] = [typed.slice(0, slash + 1), typed.slice(slash + 1)];
  const climbs = last === '.' || last === '..' || typed === '';
  return climbs ? { folder: `${folder}../`, name: '' } : { folder, name: last.toLowerCase() };
}

/**
 * The bundled files, from the skill's folder on, that some document of the skill names by path. What is being written does
 * not count: half a path may be a folder, which would lead to all that is in it.
 */
function referencedFiles({ range: written }: PathPlace, { entry, document, context }: Writing): ReadonlySet<string> {
  const { root, bundle } = context.skill;
  const all = new Set<string>();
  for (const path of entry.documents()) {
    const other = path === document.path ? undefined : entry.document(path);
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
