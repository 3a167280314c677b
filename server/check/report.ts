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
