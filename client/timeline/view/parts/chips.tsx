/** Toggle buttons for the kinds of rows to show. If none is pressed, all are shown. */

import type { Chip } from '../../model/filter.ts';
import { count } from '../../model/format.ts';
import { toggleChip } from '../../state/actions.ts';
import * as store from '../../state/store.ts';

const CHIPS: readonly (readonly [Chip, string, string])[] = [
  ['llm', 'Model', 'model'],
  ['skills', 'Skills', 'skill'],
  ['tools', 'Tools', 'tool'],
  ['scripts', 'Scripts', 'script'],
  ['guards', 'Guards', 'guard'],
];

export function Chips() {
  store.slowVersion.value;
  return (
    <div class="chips" role="group" aria-label="Show only">
      {CHIPS.map(([chip, label, kind]) => (
        <button
          type="button"
          class="chip"
          key={chip}
          aria-pressed={store.filter.value.kinds.has(chip)}
          onClick={() => toggleChip(chip)}
        >
          <i class={`dot k-${kind}`} aria-hidden="true" />
          {label} <span class="n">{count(store.tally.chips[chip])}</span>
        </button>
      ))}
    </div>
  );
}
