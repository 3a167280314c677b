/** How the parts of a skill are told in a list, to be read and to be heard. Knows no `vscode`. */
import type { SkillDetails } from '../../server/protocol.ts';
import type { LastRun } from '../misses/latest-misses.ts';

/** Errors and warnings of a skill. */
export interface ProblemCount {
  readonly errors: number;
  readonly warnings: number;
}

/** `1 error, 2 warnings`; empty for none. */
export function problemsOf({ errors, warnings }: ProblemCount): string {
  return [counted(errors, 'error'), counted(warnings, 'warning')].filter((one) => one !== '').join(', ');
}

/** `120 · 2.1k · 8.4k`: tokens by level, short enough for a narrow list. */
export function shortTokensOf({ catalogue, instructions, resources, more }: SkillDetails['tokens']): string {
  return `${short(catalogue)} · ${short(instructions)} · ${short(resources)}${more ? '+' : ''}`;
}

/** The same in sentences. */
export function tokensOf({ catalogue, instructions, resources, more }: SkillDetails['tokens']): string {
  const bundled = `${more ? 'more than' : 'about'} ${full(resources)} in bundled files`;
  return `Tokens: about ${full(catalogue)} in the catalogue, about ${full(instructions)} as instructions, ${bundled}`;
}

/** `1.2k`. */
export function short(tokens: number): string {
  if (tokens < 1_000) return String(tokens);
  if (tokens < 9_950) return `${(tokens / 1_000).toFixed(1)}k`;
  return tokens < 999_500 ? `${Math.round(tokens / 1_000)}k` : `${(tokens / 1_000_000).toFixed(1)}M`;
}

/** `1,204`. */
export const full = (tokens: number): string => tokens.toLocaleString('en');

/** What the last run did to a skill: `2 misses`, `loaded`, `not loaded`. */
export function lastRunOf({ loaded, misses }: Pick<LastRun, 'loaded' | 'misses'>): string {
  if (misses > 0) return counted(misses, 'miss', 'misses');
  return loaded ? 'loaded' : 'not loaded';
}

/** `3 files`; empty for none. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return count === 0 ? '' : `${full(count)} ${count === 1 ? one : several}`;
}
