/** Finds the paths in a text, without parsing it, and checks whether the skill has them. */
import { dirname, extension, join, within } from '../files/paths.ts';
import type { Bundle, Skill, SkillDocument } from '../model/model.ts';
import { previousVersionOf } from '../text/edit.ts';
import { mapPartsUntil, PartAnswers } from '../text/parts.ts';
import { writtenPaths } from './written-paths.ts';

/** A distinct path in a text. */
export interface NamedPath {
  /** The path as written, without `./` and without an anchor. */
  readonly path: string;
  /** Its folder as written; empty for a bare name. */
  readonly folder: string;
  readonly extension: string;
  /** True if the bundle has it, relative to the folder of the text or of the skill. */
  readonly exists: boolean;
}

/** All paths in a document. */
export interface NamedPaths {
  readonly all: readonly NamedPath[];
  /** Number of `all` that exist. */
  readonly existing: number;
  readonly byPath: ReadonlyMap<string, NamedPath>;
  readonly byFolder: ReadonlyMap<string, readonly NamedPath[]>;
  /** Extensions of the paths that exist. */
  readonly existingKinds: ReadonlySet<string>;
}

/** Maximum length of a text that is searched, in UTF-16 units, and maximum number of paths. */
const MAX_TEXT_LENGTH = 60_000;
const MAX_PATHS = 400;

/** The paths of each section, in order. */
const sectionPaths = new PartAnswers<readonly string[]>();
const known = new WeakMap<
  SkillDocument,
  { readonly bundle: Bundle; readonly paths: NamedPaths; readonly written: SectionPaths }
>();

/** The paths of each section, or of the entire text if it was not parsed by sections. */
type SectionPaths = readonly (readonly string[])[];

/**
 * Returns the paths of a document. Cached while the bundle is the same; an edited document with the same paths shares the
 * cached result.
 */
export function pathsIn(document: SkillDocument, skill: Skill): NamedPaths {
  const { root, bundle } = skill;
  const cached = known.get(document);
  if (cached?.bundle === bundle) return cached.paths;
  const written = mapPartsUntil(document, MAX_TEXT_LENGTH, sectionPaths, relativePathsIn);
  const before = known.get(previousVersionOf(document)?.document ?? document);
  const isSame = before?.bundle === bundle && hasSamePaths(before.written, written);
  const paths = isSame ? before.paths : namedPaths(written, dirname(document.path), root, bundle);
  known.set(document, { bundle, paths, written });
  return paths;
}

function namedPaths(written: SectionPaths, own: string, root: string, bundle: Bundle): NamedPaths {
  const has = (path: string): boolean => bundle.files.has(path) || bundle.folders.has(path);
  const all = distinctPaths(written).map((path): NamedPath => {
    const exists = has(path) || has(within(root, join(own, path)) ?? '');
    return { path, folder: dirname(path), extension: extension(path), exists };
  });
  const existing = all.filter(({ exists }) => exists);
  const byFolder = new Map<string, NamedPath[]>();
  for (const one of all) {
    const same = byFolder.get(one.folder);
    if (same) same.push(one);
    else byFolder.set(one.folder, [one]);
  }
  return {
    all,
    existing: existing.length,
    byPath: new Map(all.map((one) => [one.path, one])),
    byFolder,
    existingKinds: new Set(existing.map((one) => one.extension)),
  };
}

/** Returns the distinct paths, up to the limit. */
function distinctPaths(written: SectionPaths): readonly string[] {
  const seen = new Set<string>();
  for (const path of written.flat()) {
    seen.add(path);
    if (seen.size >= MAX_PATHS) break;
  }
  return [...seen];
}

function relativePathsIn(text: string): readonly string[] {
  const paths: string[] = [];
  for (const one of writtenPaths(text)) {
    const path = one.replace(/^\.\//, '');
    if (path !== '' && !path.includes(':') && !path.startsWith('/')) paths.push(path);
  }
  return paths;
}

/** Returns true if both have the same paths in the same order. Unchanged sections share the same list. */
function hasSamePaths(one: SectionPaths, other: SectionPaths): boolean {
  if (one.length === other.length && one.every((list, at) => list === other[at] || isSameList(list, other[at] ?? [])))
    return true;
  return isSameList(one.flat(), other.flat());
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((path, at) => path === other[at]);
