/** A button that scrolls to the last row when it is out of view. Outside the treegrid, which may contain only rows. */
import { scrollToEnd } from '../../state/actions.ts';
import * as store from '../../state/store.ts';
import { Icon } from '../parts/icons.tsx';

export function EndButton() {
  if (store.isEndInView.value) return null;
  return (
    <div class="to-end">
      <button type="button" class="button secondary row-size" onClick={scrollToEnd}>
        <Icon name="down" />
        {store.live.value ? 'Newest step' : 'End of the run'}
      </button>
    </div>
  );
}
