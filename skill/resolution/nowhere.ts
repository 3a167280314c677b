/**
 * Paths that lead nowhere and that nobody takes for the skill's own, whatever stands around them: `src/app.ts`, `and/or.md`.
 * Most paths of a text are of this sort, and no text need be read for them. What is said here must follow from `resolve`;
 * `npm run bench:skim` compares both.
 */

import { FARTHEST } from '../clues/place.ts';
import { entryOf } from '../files/entries.ts';
import { exactKind } from '../files/exact-kind.ts';
import { basename, join, within } from '../files/paths.ts';
import type { Bundle, Skill } from '../model/model.ts';
import { BUNDLE_FOLDERS, SPEC_FOLDERS } from '../references/target.ts';
import { REACH } from '../text/lines.ts';
import { anyBases, isOwnName } from './bases.ts';
import type { ResolveContext } from './resolution.ts';

/** What is known of the documents of one folder. */
export interface Surroundings {
  /** How a name is written in the folders that a path may be relative to, as far as they have it in any letter case. */
  readonly writings: (name: string) => readonly string[];
  /** Whether a path with a `/` is no finding unless prose names the very skill near it. Not for links, nor for prefixes. */
  readonly leadsNowhere: (path: string) => boolean;
}

/** `own`: the folder, from the skill's. */
export function surroundingsOf(own: string, context: ResolveContext): Surroundings {
  const { fs, skill, skills, repositoryRoot, workspaceRoot } = context;
  const top = repositoryRoot ?? workspaceRoot ?? skill.root;
  // Most documents have no path that asks for them.
  let known: readonly string[] | undefined;
  const bases = (): readonly string[] => {
    known ??= [...anyBases(own, context)];
    return known;
  };
  const having = new Map<string, readonly string[]>();
  const basesWith = (name: string): readonly string[] => {
    const before = having.get(name) ?? bases().filter((base) => entryOf(fs.list(base), name) !== undefined);
    having.set(name, before);
    return before;
  };
  const isSkill = (name: string): boolean => isOwnName(name, skill) || skills.named(name).length > 0;
  return {
    writings: (name) => basesWith(name).map((base) => entryOf(fs.list(base), name)?.name ?? name),
    leadsNowhere(path) {
      if (path.startsWith('../') || /^[A-Za-z]:/.test(path)) return false;
      const parts = path.split('/');
      const [first = ''] = parts;
      const lower = first.toLowerCase();
      // Where skills keep things, and what any skill has: one that the prose names may be meant.
      if (BUNDLE_FOLDERS.has(lower) || lower === 'skills' || skills.rootNames().has(lower)) return false;
      // A slip of the pen, a file in another folder, or by that name.
      if (lastNames(skill.bundle).has(basename(path).toLowerCase())) return false;
      if (parts.some((part) => SPEC_FOLDERS.has(part) || part === 'SKILL.md')) return false;
      if (parts.slice(0, -1).some(isSkill)) return false;
      return basesWith(first).every(
        (base) => within(skill.root, base) === undefined && exactKind(fs, top, join(base, path)) === undefined,
      );
    },
  };
}

const kept = new WeakMap<Bundle, ReadonlySet<string>>();

/** The last parts of all paths of a bundle, in lower case. */
export function lastNames(bundle: Bundle): ReadonlySet<string> {
  const known =
    kept.get(bundle) ?? new Set([...bundle.files, ...bundle.folders].map((path) => basename(path).toLowerCase()));
  kept.set(bundle, known);
  return known;
}

/** Longer than the mark-up around a path and a name: a word here may be only a part of the path that a clue looks from. */
const MARKS = 200;

/** Whether prose around a place may name the skill itself, and so make any path its own. */
export function mayNameSkill(text: string, start: number, end: number, { name, root }: Skill): boolean {
  const near = text.slice(Math.max(0, start - FARTHEST.before - MARKS), end + FARTHEST.behind + MARKS);
  return (
    near.includes(name.toLowerCase()) || near.includes(basename(root).toLowerCase()) || /skill(?:'|’)s/i.test(near)
  );
}

/** A word that sends a reader on, or the mark of an item of a list, before a path in its line. */
const PRESENTED = /\b(?:see|consult|refer|read|load|open|follow)\b|^\s*(?:[-*+]|\d+[.)])\s+[*_`]*$/i;

/** Whether the line of a place may present what stands there as a document to read. As `own-path.ts` and `own-name.ts` have it. */
export function mayBePresented(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - REACH), start);
  return PRESENTED.test(before.slice(before.lastIndexOf('\n') + 1));
}
