/** Leads to the last row, where that is out of sight. Not inside the treegrid, which holds rows alone. */
import { toEnd } from '../state/actions.ts';
import * as store from '../state/store.ts';
import { Icon } from './icons.tsx';

export function ToEnd() {
  if (store.endInSight.value) return null;
  return (
    <div class="to-end">
      <button type="button" class="button secondary row-size" onClick={toEnd}>
        <Icon name="down" />
        {store.live.value ? 'Newest step' : 'End of the run'}
      </button>
    </div>
  );
}
