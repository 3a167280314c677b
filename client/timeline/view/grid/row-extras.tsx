/** The parts that few rows have: totals, a guard's count, badges, buttons. */
import { render } from 'preact';
import { count, plural } from '../../model/format.ts';
import { select } from '../../state/actions.ts';
import { unfoldRepeats } from '../../state/repeats.ts';
import { PauseButtons } from '../parts/pause-buttons.tsx';
import { createSpan } from '../parts/reusable-element.ts';
import type { RowFacts } from './row-facts.ts';
import { totalsAtBar, totalsText } from './row-totals.ts';

/** An en space, between the texts of a row. */
export const SPACE = '\u2002';

/** Returns the totals that are after the name. */
function totalsInWords(facts: RowFacts): string {
  return totalsAtBar(facts) === '' ? totalsText(facts) : '';
}

/** Returns a key that is equal if the rare parts of two rows are equal; empty if there are none. */
export function extrasKeyOf(facts: RowFacts): string {
  const { row, isPayloadHit, showsPause, repeats } = facts;
  const { guard, addedTools, addedBy, parallel, change } = row;
  const totals = totalsInWords(facts);
  if (
    totals === '' &&
    !isPayloadHit &&
    !showsPause &&
    repeats === 0 &&
    (guard ?? addedTools ?? addedBy ?? parallel ?? change) === undefined
  )
    return '';
  const guardKey = guard === undefined ? '' : `${guard.rule} ${guard.count} ${guard.threshold}`;
  const pause = showsPause ? `${row.pause} ${row.pauseKind}` : '';
  const repeatsKey = repeats === 0 ? '' : `${row.id} ${repeats}`;
  return JSON.stringify([totals, isPayloadHit, pause, guardKey, addedTools, addedBy, parallel, change, repeatsKey]);
}

/** Creates the muted text after the name. */
export function createDetails(facts: RowFacts): Element[] {
  const { guard, change } = facts.row;
  const totals = totalsInWords(facts);
  const parts: Element[] = [];
  if (totals !== '')
    parts.push(
      createSpan(
        // The prompt before them is truncated first.
        'detail tally',
        `${SPACE}${totals}`,
        'A model call is wasted if all its tool calls missed, failed or were denied.',
      ),
    );
  if (change !== undefined)
    parts.push(
      createSpan(
        'detail tally',
        `${SPACE}+${count(change.added)} −${count(change.removed)}`,
        'Lines added and removed, as in the details',
      ),
    );
  if (guard !== undefined) {
    parts.push(createSpan('detail', `${SPACE}${guard.rule.replaceAll('_', ' ')}`));
    // Separate from the rule, which is truncated first: the count must be visible in a narrow editor, too.
    parts.push(createSpan('detail tally', `${SPACE}${tallyOf(guard)}`));
  }
  return parts;
}

/** `2 of 3`, or `4, threshold 3`: the miss that ends a run follows a fatal one, so its count can exceed the threshold. */
function tallyOf({ count: counted, threshold }: Readonly<Record<'count' | 'threshold', number>>): string {
  return counted > threshold
    ? `${count(counted)}, threshold ${count(threshold)}`
    : `${count(counted)} of ${count(threshold)}`;
}

/** Creates the badges and buttons after the text. */
export function createBadges({ row, isPayloadHit, showsPause, repeats }: RowFacts): Element[] {
  const parts: Element[] = [];
  if (repeats > 0) parts.push(repeatsButton(row.id, repeats));
  const { addedTools, addedBy, parallel } = row;
  if (addedTools !== undefined) parts.push(createSpan('added', `+ ${plural(addedTools, 'tool')}`));
  if (addedBy !== undefined)
    parts.push(
      createSpan('added', 'new', addedBy === '' ? 'Added by a loaded skill' : `Added by the skill ${addedBy}`),
    );
  if (parallel !== undefined)
    parts.push(createSpan('parallel', `${parallel} in parallel`, `${parallel} of its calls ran concurrently`));
  if (isPayloadHit) {
    const badge = createSpan('inside', '', 'Found in its arguments, result or reply');
    badge.append(Object.assign(document.createElement('mark'), { textContent: 'inside' }));
    parts.push(badge);
  }
  if (showsPause) {
    const container = createSpan('ask-in-name', '');
    render(
      <PauseButtons pause={row.pause ?? ''} kind={row.pauseKind ?? 'confirmation'} placement="in-name" />,
      container,
    );
    parts.push(container);
  }
  return parts;
}

/** Creates a button that is labeled with the number of rows folded into a row, and that shows them. */
function repeatsButton(id: number, repeats: number): Element {
  const label = `${plural(repeats, 'row')} that look the same. Show ${repeats === 2 ? 'the other one' : `the other ${count(repeats - 1)}`}`;
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'repeats',
    textContent: `×${count(repeats)}`,
    title: label,
    ariaLabel: label,
  });
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    unfoldRepeats(id);
    // The button is removed and would lose the keyboard focus.
    select(id, { focus: true, scrollIntoView: false });
  });
  return button;
}
