/** The files that `.gitignore` excludes. */
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { RE2JS } from 're2js';
import type { ConfinedFiles, VisitedFolder } from '../confined/confined-files.ts';
import type { ReadFailure } from '../confined/read-file.ts';
import { isTurnSpent, linearRegex, matchesPath, matchesPathNatively } from './linear-regex.ts';

/** The `.gitignore` files that apply in a folder, the outermost first. */
export type IgnoreRules = readonly { readonly folder: string; readonly rules: Ignore; readonly count: number }[];

/** Maximum size of a `.gitignore` file that is read, in bytes. */
const MAX_SIZE = 64 * 1024;
/** Maximum number of rules that apply in a folder; those that are read later are skipped. Each is compared with each path. */
const MAX_RULES = 1000;
/** Maximum length of a line, in UTF-16 units. Longer lines are skipped. */
const MAX_LINE = 1000;

/** Adds the `.gitignore` of a folder to the rules that apply to its parent. */
export function withRulesOf(visited: VisitedFolder, folder: string, outer: IgnoreRules): IgnoreRules {
  const isThere = visited.has('.gitignore');
  return isThere ? withRules(visited.read('.gitignore', MAX_SIZE), folder, outer) : outer;
}

function withRules(bytes: Buffer | ReadFailure, folder: string, outer: IgnoreRules): IgnoreRules {
  if (!Buffer.isBuffer(bytes)) return outer;
  const { rules, count } = rulesIn(bytes.toString('utf8'), MAX_RULES - outer.reduce((sum, one) => sum + one.count, 0));
  return count === 0 ? outer : [...outer, { folder, rules, count }];
}

/** Returns the first rules of a `.gitignore`, without its malformed lines. */
function rulesIn(text: string, max: number): { readonly rules: Ignore; readonly count: number } {
  const rules = ignore();
  let count = 0;
  for (const line of text.split(/\r?\n/)) {
    if (line.length > MAX_LINE || /^#|^\s*$/.test(line)) continue;
    if (count >= max) break;
    count++;
    try {
      rules.add(line);
    } catch {
      // Its regular expression is invalid.
    }
  }
  makeBounded(rules);
  return { rules, count };
}

/** The part of the package that its types leave out. */
interface Rule {
  readonly pattern: string;
  regex: { test(path: string): boolean };
}

/**
 * Replaces the regular expressions of lines, because workspaces are not trusted: those with several wildcards, whose time is
 * not linear in the length of a path, by linear ones, and the others by ones that count their work. The package has no option
 * for it.
 */
function makeBounded(rules: Ignore): void {
  const { _rules } = rules as unknown as { readonly _rules: readonly Rule[] };
  for (const rule of _rules) {
    const native = rule.regex;
    if (!(native instanceof RegExp)) continue;
    if (rule.pattern.split(/[*?]+/).length <= 2) {
      rule.regex = { test: (path) => matchesPathNatively(native, path) === true };
      continue;
    }
    // At the end of an expression, a lookahead is the same as the text itself.
    const source = native.source.replace(/\(\?=\$\|\\\/\$\)$/, '(?:$|\\/$)');
    const regex = linearRegex(source, RE2JS.CASE_INSENSITIVE);
    rule.regex = { test: (path) => regex !== undefined && matchesPath(regex, path) === true };
  }
}

/** Returns the rules that apply to the contents of a folder in a workspace, without the folder's own rules; none if it is outside the workspace. */
export function rulesAbove(files: ConfinedFiles, folder: string, workspace: string): IgnoreRules {
  if (folder === workspace || !folder.startsWith(workspace + sep)) return [];
  const parent = dirname(folder);
  return withRules(files.readEntry(join(parent, '.gitignore'), MAX_SIZE), parent, rulesAbove(files, parent, workspace));
}

/**
 * Returns true if git would ignore a path; the innermost file that mentions it decides. Undefined if the comparisons would take
 * too long, also because of earlier ones until the event loop has had a turn.
 */
export function isIgnored(path: string, isFolder: boolean, all: IgnoreRules): boolean | undefined {
  for (const { folder, rules } of all.toReversed()) {
    const { ignored, unignored } = rules.test(relative(folder, path).split(sep).join('/') + (isFolder ? '/' : ''));
    if (isTurnSpent()) return undefined;
    if (ignored || unignored) return ignored;
  }
  return false;
}
