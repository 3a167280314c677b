import { type ClientMiss, MISSES_SOURCE } from './client-miss.ts';

/** The ways in which models went wrong in Claude Code. */
export const CLAUDE_CODE_MISSES: readonly ClientMiss[] = [
  { basis: 'requests', what: 'bundled', missed: 3, of: 291, source: MISSES_SOURCE.unchosen },
  { basis: 'requests', what: 'skill-name', missed: 16, of: 122, source: MISSES_SOURCE.unchosen },
  { basis: 'collected', what: 'skill-file', kind: 'root.elsewhere', missed: 1, source: MISSES_SOURCE.collected },
  { basis: 'collected', what: 'skill-file', kind: 'root.scope', missed: 1, source: MISSES_SOURCE.collected },
  { basis: 'collected', what: 'bundled', kind: 'base.workspace', missed: 5, source: MISSES_SOURCE.collected },
  { basis: 'collected', what: 'bundled', kind: 'absent', missed: 2, source: MISSES_SOURCE.collected },
  { basis: 'collected', what: 'bundled', kind: 'guessed', missed: 1, source: MISSES_SOURCE.collected },
  { basis: 'collected', what: 'bundled', kind: 'near-name', missed: 1, source: MISSES_SOURCE.collected },
  { basis: 'collected', what: 'bundled', kind: 'root.elsewhere', missed: 1, source: MISSES_SOURCE.collected },
  { basis: 'collected', what: 'bundled', kind: 'root.scope', missed: 1, source: MISSES_SOURCE.collected },
  { basis: 'collected', what: 'skill-name', kind: 'name.unknown', missed: 5, source: MISSES_SOURCE.collected },
  { basis: 'collected', what: 'skill-name', kind: 'name.prefix', missed: 3, source: MISSES_SOURCE.collected },
];
