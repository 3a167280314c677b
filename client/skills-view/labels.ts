/** Labels for the rows of a skill, visible and for screen readers. Independent of `vscode`. */
import { formatCount, formatNumber } from '../../runtime/text/count.ts';
import type { SkillDetails } from '../../server/protocol.ts';
import { countsInWords, type PathCounts } from '../../skill/index.ts';
import type { LastRun } from '../misses/latest-misses.ts';

/** The number of errors and warnings of a skill. */
export interface ProblemCount {
  readonly errors: number;
  readonly warnings: number;
}

/** Formats problem counts: `1 error, 2 warnings`; empty if there are none. */
export function formatProblems({ errors, warnings }: ProblemCount): string {
  return [countIfAny(errors, 'error'), countIfAny(warnings, 'warning')].filter((one) => one !== '').join(', ');
}

/** Maximum number of kinds in the row of a skill, which is narrow; the others are in its tooltip. */
const SHOWN_KINDS = 3;

/** Describes paths without a file: `3 broken, 2 uncertain, 5 made at run time`; empty if there are none. */
export const describePaths = (paths: PathCounts = {}): string => countsInWords(paths).join(', ');

/** Describes the kinds of paths without a file that matter most, for the row of a skill. */
export const describePathsShort = (paths: PathCounts = {}): string =>
  countsInWords(paths).slice(0, SHOWN_KINDS).join(', ');

/** Formats tokens by level for a narrow list: `120 · 2.1k · 8.4k`. */
export function formatTokensShort({ catalogue, instructions, resources, more }: SkillDetails['tokens']): string {
  return `${formatNumberShort(catalogue)} · ${formatNumberShort(instructions)} · ${formatNumberShort(resources)}${more ? '+' : ''}`;
}

/** Describes tokens by level in words. */
export function describeTokens({ catalogue, instructions, resources, more }: SkillDetails['tokens']): string {
  const bundled = `${more ? 'more than' : 'about'} ${formatNumber(resources)} in bundled files`;
  return `Tokens: about ${formatNumber(catalogue)} in the catalogue, about ${formatNumber(instructions)} as instructions, ${bundled}`;
}

/** Formats a number briefly: `1.2k`. */
export function formatNumberShort(tokens: number): string {
  if (tokens < 1_000) return String(tokens);
  if (tokens < 9_950) return `${(tokens / 1_000).toFixed(1)}k`;
  return tokens < 999_500 ? `${Math.round(tokens / 1_000)}k` : `${(tokens / 1_000_000).toFixed(1)}M`;
}

/** Describes a skill's last run: the misses that were not fixed since, as `2 misses`, else `loaded` or `not loaded`. */
export function describeLastRun({ loaded, misses, fixed = 0 }: Pick<LastRun, 'loaded' | 'misses' | 'fixed'>): string {
  if (misses > fixed) return countIfAny(misses - fixed, 'miss', 'misses');
  if (misses > 0) return 'misses fixed since';
  return loaded ? 'loaded' : 'not loaded';
}

/** Describes the number of needs of a skill, and of those that are not there. */
export const describeNeeds = (count: number, missing: number): string =>
  missing === 0 ? formatNumber(count) : `${formatNumber(count)} · ${formatNumber(missing)} not found`;

/** Formats a count with its noun: `3 files`; empty for 0. */
export function countIfAny(count: number, singular: string, plural?: string): string {
  return count === 0 ? '' : formatCount(count, singular, plural);
}
