import { addCounts, formatCount, type PathCounts, type PathMeaning } from '../../skill/index.ts';
import type { Severity } from '../protocol.ts';
import type { Finding } from '../rules/rule/rule.ts';
import { countPaths, isUnreported, type UnresolvedPath } from '../unresolved-path.ts';
import type { Lines } from '../workspace/lines.ts';

/** The findings in one file. */
export interface FileReport {
  /** Relative to the working directory, with `/`. */
  readonly file: string;
  /** Absolute, with `/`. */
  readonly path: string;
  /** Name of the skill that the file belongs to; empty for an instruction file. */
  readonly skill: string;
  /** The folder of that skill, relative to the working directory. */
  readonly folder: string;
  readonly lines: Lines;
  /** In document order. */
  readonly findings: readonly Finding[];
  /** The account of the paths without a file, in document order, if an explanation was requested. */
  readonly account?: readonly UnresolvedPath[];
}

/** A pattern of `paths` in a `.skillwright.json`. */
export interface PatternUse {
  /** The file, relative to the working directory. */
  readonly file: string;
  readonly pattern: string;
  readonly meaning: PathMeaning;
  /** The number of places in the checked skills whose paths it matches. */
  readonly matches: number;
}

/** The paths without a file of one skill. */
export interface SkillAccount {
  readonly skill: string;
  /** Relative to the working directory. */
  readonly folder: string;
  readonly counts: PathCounts;
}

export interface Report {
  /** Number of checked skills. */
  readonly skills: number;
  /** Files with findings: those of skills by path, then instruction files. */
  readonly files: readonly FileReport[];
  /** The patterns of the `.skillwright.json` files, in their order, if an explanation was requested. */
  readonly patterns?: readonly PatternUse[];
  /** The findings of a baseline are omitted. */
  readonly newOnly?: true;
}

/** Counts the findings of a severity. */
export function count(report: Report, severity: Severity): number {
  let total = 0;
  for (const { findings } of report.files) total += findings.filter((finding) => finding.severity === severity).length;
  return total;
}

/** Returns the paths of a file that are not reported, in document order. */
export const unreportedIn = ({ account = [] }: FileReport): readonly UnresolvedPath[] => account.filter(isUnreported);

/** Returns the number of paths without a file for each skill that has some, in the order of the report. */
export function accountsOf({ files }: Report): readonly SkillAccount[] {
  const byFolder = new Map<string, SkillAccount>();
  for (const { skill, folder, account = [] } of files) {
    if (account.length === 0) continue;
    const counts = addCounts(byFolder.get(folder)?.counts ?? {}, countPaths(account));
    byFolder.set(folder, { skill, folder, counts });
  }
  return [...byFolder.values()];
}

/** Replaces the numbers in a message, such as a count of lines, which change while the finding stays the same. */
export const withoutNumbers = (message: string): string => message.replaceAll(/\d+(?:[.,]\d+)*/g, '#');

/** Maximum number of places, or paths into a missing folder, that a report for people lists; the rest are counted. */
const SHOWN = 8;

export const joinSome = (all: readonly string[]): string =>
  all.slice(0, SHOWN).join(', ') + (all.length > SHOWN ? `, and ${all.length - SHOWN} more` : '');

/** Returns `and 2 more places: 12:3, 40:7`; undefined if a finding has only one place. */
export function otherPlaces(lines: Lines, { related = [] }: Finding): string | undefined {
  if (related.length === 0) return undefined;
  const places = related.map(({ range }) => lines.position(range.start));
  const at = places.map(({ line, character }) => `${line + 1}:${character + 1}`);
  return `and ${formatCount(related.length, 'more place')}: ${joinSome(at)}`;
}
