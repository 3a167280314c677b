import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';

/** The `.gitignore` files that apply in a folder, the outermost first. */
export type IgnoreRules = readonly { readonly folder: string; readonly rules: Ignore }[];

/** Maximum length of a `.gitignore` that is read, in UTF-16 units. */
const MAX_LENGTH = 64 * 1024;

/** Adds the `.gitignore` of a folder to the rules that apply to its parent. */
export function withRulesOf(folder: string, outer: IgnoreRules): IgnoreRules {
  try {
    const text = readFileSync(join(folder, '.gitignore'), 'utf8').slice(0, MAX_LENGTH);
    return [...outer, { folder, rules: ignore().add(text) }];
  } catch {
    return outer;
  }
}

/** Returns the rules that apply to the contents of a folder in a workspace, without its own; none outside of it. */
export function rulesAbove(folder: string, workspace: string): IgnoreRules {
  if (folder === workspace || !folder.startsWith(workspace + sep)) return [];
  const parent = dirname(folder);
  return withRulesOf(parent, rulesAbove(parent, workspace));
}

/** Returns true if git would ignore a path; the innermost file that mentions it decides. */
export function isIgnored(path: string, isFolder: boolean, all: IgnoreRules): boolean {
  for (const { folder, rules } of all.toReversed()) {
    const { ignored, unignored } = rules.test(relative(folder, path).split(sep).join('/') + (isFolder ? '/' : ''));
    if (ignored || unignored) return ignored;
  }
  return false;
}
