/** The names, order and changes of estimated token shares, for display. */
import type { SentShare, ShareKind, TokenShare } from '../../../runtime/protocol/request-tokens.ts';
import { count } from './format.ts';

const NAMES: Readonly<Record<ShareKind, string>> = {
  instructions: 'Instructions',
  tools: 'Tool descriptions',
  catalogue: 'List of skills',
  skill: 'Skill',
  resource: 'File',
  conversation: 'Conversation',
  results: 'Other results',
};

/** Returns the name of a share: its category, with the skill or file. */
export function nameOfShare({ kind, name }: TokenShare): string {
  return name === undefined ? NAMES[kind] : `${NAMES[kind]} ${name}`;
}

/** Returns the sum of the tokens of shares. */
export function sumOfShares(shares: readonly TokenShare[]): number {
  return shares.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** Returns the difference of a share's tokens from the previous call, signed: `+120`, `−3`, `new`; empty if equal. */
export function changeOf(share: TokenShare, before: readonly TokenShare[]): string {
  const old = before.find(({ kind, name }) => kind === share.kind && name === share.name);
  if (old === undefined) return 'new';
  const change = share.tokens - old.tokens;
  if (change === 0) return '';
  return change > 0 ? `+${count(change)}` : `−${count(-change)}`;
}

/** Formats a fraction as a percentage: `12%`, `<1%`. */
export function percent(part: number, whole: number): string {
  const value = whole > 0 ? (100 * part) / whole : 0;
  return value > 0 && value < 0.5 ? '<1%' : `${Math.round(value)}%`;
}

/** Returns what a run sent, starting with the largest. */
export function largestFirst(sent: readonly SentShare[]): readonly SentShare[] {
  return [...sent].sort((a, b) => (b.costUsd ?? 0) - (a.costUsd ?? 0) || b.tokens - a.tokens);
}
