import type { Severity } from '../protocol.ts';
import type { Finding } from '../rules/rule.ts';
import type { Lines } from '../workspace/lines.ts';
import type { Unreported } from './unreported.ts';

/** What `check` found in one file. */
export interface FileReport {
  /** Relative to the working folder, with `/`. */
  readonly file: string;
  /** Absolute, with `/`. */
  readonly path: string;
  /** Name of the skill that the file belongs to. */
  readonly skill: string;
  readonly lines: Lines;
  /** By their place in the file. */
  readonly findings: readonly Finding[];
  /** Where it is to be explained: the paths that are silenced, by their place. */
  readonly unreported?: readonly Unreported[];
}

export interface Report {
  /** How many skills were looked at. */
  readonly skills: number;
  /** Files with findings, by path. */
  readonly files: readonly FileReport[];
}

/** `1 error`, `2 errors`. */
export const plural = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** How many findings of a severity there are. */
export function count(report: Report, severity: Severity): number {
  let total = 0;
  for (const { findings } of report.files) total += findings.filter((finding) => finding.severity === severity).length;
  return total;
}

/** Places, and paths into a missing folder, that a report for people names; of a long list the rest is counted. */
const SHOWN = 8;

export const listed = (all: readonly string[]): string =>
  all.slice(0, SHOWN).join(', ') + (all.length > SHOWN ? `, and ${all.length - SHOWN} more` : '');

/** `and 2 more places: 12:3, 40:7`; undefined where a finding has one place. */
export function otherPlaces(lines: Lines, { related = [] }: Finding): string | undefined {
  if (related.length === 0) return undefined;
  const places = related.map(({ range }) => lines.position(range.start));
  const at = places.map(({ line, character }) => `${line + 1}:${character + 1}`);
  return `and ${plural(related.length, 'more place')}: ${listed(at)}`;
}
