/** The totals of an agent as text, and whether they are next to its bar or after its name. */
import { barOf, labelSide, labelWidth } from '../../model/bars.ts';
import { count, plural } from '../../model/format.ts';
import type { Totals } from '../../row.ts';
import type { RowFacts } from './row-facts.ts';

/** In pixels. The narrow pages that show no labels have narrower tracks. */
const MIN_TRACK = 200;

/** True for one of several prompts. */
export function isChapter({ row, siblings }: Pick<RowFacts, 'row' | 'siblings'>): boolean {
  return row.kind === 'agent' && row.parent < 0 && siblings > 1;
}

/** Returns the totals that a row shows; empty if it shows none. */
export function totalsText({ row, open }: RowFacts): string {
  return row.totals !== undefined && (row.kind === 'agent' || !open) ? totalsOf(row.totals) : '';
}

/** Returns the totals of one of several prompts if its bar has room for them, so that the prompt has more; else nothing. */
export function totalsAtBar(facts: RowFacts): string {
  const { row, scale, zoom, width, end } = facts;
  if (!isChapter(facts) || width < MIN_TRACK || (row.code ?? row.label) !== undefined) return '';
  const text = totalsText(facts);
  if (text === '') return '';
  const side = labelSide(barOf(row, scale, zoom, width, end), width, labelWidth(text, false));
  return side === 'right' || side === 'left' ? text : '';
}

function totalsOf({ llmCalls, wastedCalls }: Totals): string {
  return `${plural(llmCalls, 'model call')}${wastedCalls > 0 ? `, ${count(wastedCalls)} wasted` : ''}`;
}
