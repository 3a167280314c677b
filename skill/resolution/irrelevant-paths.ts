/**
 * A quick test for paths that are not findings in any context, such as `src/app.ts` and `and/or.md`. Most paths of a
 * text are of this kind, and the text around them need not be parsed. The result must agree with `resolve`, which `npm
 * run bench:skim` checks.
 */

import { MAX_DISTANCE } from '../clues/path-context.ts';
import { entryOf } from '../files/entries.ts';
import { exactKind } from '../files/exact-kind.ts';
import { basename, join, within } from '../files/paths.ts';
import type { Bundle, Skill } from '../model/model.ts';
import { BUNDLE_FOLDERS, SPEC_FOLDERS } from '../references/target.ts';
import { REACH } from '../text/lines.ts';
import { allBases, isOwnName } from './bases.ts';
import type { ResolveContext } from './resolution.ts';

/** Cached facts about the documents in one folder. */
export interface FolderFacts {
  /** The actual spellings of a name, in any letter case, in the folders that a path may be relative to. */
  readonly spellings: (name: string) => readonly string[];
  /** True if a path with a `/` is not a finding unless nearby prose names this skill. Not for links or prefixes. */
  readonly isIrrelevant: (path: string) => boolean;
}

/** @param own The folder of the documents, relative to the skill. */
export function folderFactsOf(own: string, context: ResolveContext): FolderFacts {
  const { fs, skill, skills, repositoryRoot, workspaceRoot } = context;
  const top = repositoryRoot ?? workspaceRoot ?? skill.root;
  // Computed lazily, since most documents do not need it.
  let known: readonly string[] | undefined;
  const bases = (): readonly string[] => {
    known ??= [...allBases(own, context)];
    return known;
  };
  const basesByName = new Map<string, readonly string[]>();
  const basesWith = (name: string): readonly string[] => {
    const before = basesByName.get(name) ?? bases().filter((base) => entryOf(fs.list(base), name) !== undefined);
    basesByName.set(name, before);
    return before;
  };
  const isSkill = (name: string): boolean => isOwnName(name, skill) || skills.named(name).length > 0;
  return {
    spellings: (name) => basesWith(name).map((base) => entryOf(fs.list(base), name)?.name ?? name),
    isIrrelevant(path) {
      if (path.startsWith('../') || /^[A-Za-z]:/.test(path)) return false;
      const parts = path.split('/');
      const [first = ''] = parts;
      const lower = first.toLowerCase();
      // Typical folders of skills, and any root entry of a known skill, may be meant if the prose names that skill.
      if (BUNDLE_FOLDERS.has(lower) || lower === 'skills' || skills.rootNames().has(lower)) return false;
      // It may be a typo, or a file in another folder.
      if (lastNames(skill.bundle).has(basename(path).toLowerCase())) return false;
      if (parts.some((part) => SPEC_FOLDERS.has(part) || part === 'SKILL.md')) return false;
      if (parts.slice(0, -1).some(isSkill)) return false;
      return basesWith(first).every(
        (base) => within(skill.root, base) === undefined && exactKind(fs, top, join(base, path)) === undefined,
      );
    },
  };
}

const cache = new WeakMap<Bundle, ReadonlySet<string>>();

/** Returns the last parts of all paths in a bundle, in lower case. */
export function lastNames(bundle: Bundle): ReadonlySet<string> {
  const known =
    cache.get(bundle) ?? new Set([...bundle.files, ...bundle.folders].map((path) => basename(path).toLowerCase()));
  cache.set(bundle, known);
  return known;
}

/** Maximum length of the markup around a path and a name: a word may be only a part of the path seen by a clue. */
const MAX_MARKUP = 200;

/** Returns true if prose around a position may name the skill itself, which would make any path its own. */
export function mayNameSkill(text: string, start: number, end: number, { name, root }: Skill): boolean {
  const near = text.slice(Math.max(0, start - MAX_DISTANCE.before - MAX_MARKUP), end + MAX_DISTANCE.after + MAX_MARKUP);
  return (
    near.includes(name.toLowerCase()) || near.includes(basename(root).toLowerCase()) || /skill(?:'|’)s/i.test(near)
  );
}

/** A verb that refers the reader to a path, or a list marker, before the path on its line. */
const PRESENTED = /\b(?:see|consult|refer|read|load|open|follow)\b|^\s*(?:[-*+]|\d+[.)])\s+[*_`]*$/i;

/**
 * Returns true if the line may present a path as a document to read, consistently with `own-path.ts` and `own-name.ts`.
 */
export function mayBePresented(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - REACH), start);
  return PRESENTED.test(before.slice(before.lastIndexOf('\n') + 1));
}
