/** The parts that few rows have: totals, a guard's count, badges, buttons. */
import { render } from 'preact';
import { count, plural } from '../model/format.ts';
import type { Totals } from '../row.ts';
import { Ask } from './ask.tsx';
import type { RowFacts } from './row-facts.ts';
import { made } from './written.ts';

/** An en space, between the texts of a row. */
export const SPACE = '\u2002';

function showsTotals({ row, open }: RowFacts): boolean {
  return row.totals !== undefined && (row.kind === 'agent' || !open);
}

/** Returns a key that is equal if the rare parts of two rows are equal; empty if there are none. */
export function moreKeyOf(facts: RowFacts): string {
  const { row, inside, asks } = facts;
  const { guard, addedTools, addedBy, parallel } = row;
  const totals = showsTotals(facts);
  if (!totals && !inside && !asks && (guard ?? addedTools ?? addedBy ?? parallel) === undefined) return '';
  const guarded = guard === undefined ? '' : `${guard.rule} ${guard.count} ${guard.threshold}`;
  const asked = asks ? `${row.pause} ${row.asks}` : '';
  return JSON.stringify([totals ? row.totals : '', inside, asked, guarded, addedTools, addedBy, parallel]);
}

/** Creates the muted text after the name. */
export function detailsOf(facts: RowFacts): Element[] {
  const { totals, guard } = facts.row;
  const parts: Element[] = [];
  if (totals !== undefined && showsTotals(facts))
    parts.push(
      made(
        'detail',
        `${SPACE}${totalsOf(totals)}`,
        'Model calls. A call is wasted if all its tool calls missed, failed or were denied.',
      ),
    );
  if (guard !== undefined) {
    parts.push(made('detail', `${SPACE}${guard.rule.replaceAll('_', ' ')}`));
    // Separate from the rule, which is truncated first: the count must be visible in a narrow editor, too.
    parts.push(made('detail tally', `${SPACE}${count(guard.count)} of ${count(guard.threshold)}`));
  }
  return parts;
}

/** Creates the badges and buttons after the text. */
export function badgesOf({ row, inside, asks }: RowFacts): Element[] {
  const parts: Element[] = [];
  const { addedTools, addedBy, parallel } = row;
  if (addedTools !== undefined) parts.push(made('added', `+ ${plural(addedTools, 'tool')}`));
  if (addedBy !== undefined)
    parts.push(made('added', 'new', addedBy === '' ? 'Added by a loaded skill' : `Added by the skill ${addedBy}`));
  if (parallel !== undefined)
    parts.push(made('parallel', `${parallel} in parallel`, `${parallel} of its calls ran concurrently`));
  if (inside) {
    const badge = made('inside', '', 'Found in its arguments, result or reply');
    badge.append(Object.assign(document.createElement('mark'), { textContent: 'inside' }));
    parts.push(badge);
  }
  if (asks) {
    const place = made('ask-in-name', '');
    render(<Ask pause={row.pause ?? ''} asks={row.asks ?? 'confirmation'} where="in-name" />, place);
    parts.push(place);
  }
  return parts;
}

/** Summarizes the totals of an agent. */
function totalsOf({ llmCalls, wastedCalls }: Totals): string {
  return `${plural(llmCalls, 'call')}${wastedCalls > 0 ? `, ${count(wastedCalls)} wasted` : ''}`;
}
