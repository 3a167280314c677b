/** The most expensive model calls, in the details of a run that has ended. */
import { shortCount, shortDollars } from '../../model/format.ts';
import { mostExpensive } from '../../model/most-expensive.ts';
import { select } from '../../state/actions.ts';
import * as store from '../../state/store.ts';
import { Icon } from '../parts/icons.tsx';

/** Returns what a model call said or did; '' while that is unknown. */
function wordsOf(id: number): string {
  const row = store.rowAt(id);
  return row === undefined || row.name === `turn ${row.turn}` ? '' : row.name;
}

export function Expensive() {
  store.slowVersion.value;
  // While a run continues, searching all its rows again and again would cost more the longer it is.
  if (store.live.value || !store.complete.value) return null;
  const hasCosts = store.hasCosts.value;
  const calls = mostExpensive(store.table, hasCosts ? 'cost' : 'tokens');
  if (calls.length < 2) return null;
  const title = hasCosts ? 'Most expensive model calls' : 'Model calls with the most tokens';
  const estimated = hasCosts ? store.areCostsEstimated.value : store.header.value?.tokensEstimated === true;
  return (
    <section>
      <h3>
        {title}
        {estimated && ' (est.)'}
      </h3>
      <ul class="evidence-list">
        {calls.map(({ id, value, share }) => (
          <li key={id}>
            <button type="button" onClick={() => select(id)}>
              <Icon name="model" className="k-model" />
              <span class="name">
                turn {store.rowAt(id)?.turn}
                <span class="detail"> {wordsOf(id)}</span>
              </span>
              <span class="detail n">{Math.round(share * 100)}%</span>
              <span class="detail n">{hasCosts ? shortDollars(value) : shortCount(value)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
