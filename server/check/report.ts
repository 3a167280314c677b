import { formatCount } from '../../skill/index.ts';
import type { Severity } from '../protocol.ts';
import type { Finding } from '../rules/rule/rule.ts';
import type { Lines } from '../workspace/lines.ts';
import type { Unreported } from './unreported.ts';

/** The findings in one file. */
export interface FileReport {
  /** Relative to the working directory, with `/`. */
  readonly file: string;
  /** Absolute, with `/`. */
  readonly path: string;
  /** Name of the skill that the file belongs to; empty for an instruction file. */
  readonly skill: string;
  readonly lines: Lines;
  /** In document order. */
  readonly findings: readonly Finding[];
  /** The paths that are not reported, in document order, if an explanation was requested. */
  readonly unreported?: readonly Unreported[];
}

export interface Report {
  /** Number of checked skills. */
  readonly skills: number;
  /** Files with findings: those of skills by path, then instruction files. */
  readonly files: readonly FileReport[];
  /** The findings of a baseline are omitted. */
  readonly newOnly?: true;
}

/** Counts the findings of a severity. */
export function count(report: Report, severity: Severity): number {
  let total = 0;
  for (const { findings } of report.files) total += findings.filter((finding) => finding.severity === severity).length;
  return total;
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
