/** Column headers and the time ruler, with a pill for each squeezed gap. */
import { duration, formatTick, plural } from '../../model/format.ts';
import { toX } from '../../model/time-scale.ts';
import * as store from '../../state/store.ts';
import { Icon } from '../parts/icons.tsx';
import { SortHeader } from './sort-header.tsx';

export function Ruler() {
  const ticks = store.ticks.value;
  const step = ticks.length > 1 ? ticks[1]!.time - ticks[0]!.time : 1000;
  const pills = pillsOf();
  return (
    <div role="rowgroup">
      <div class="ruler" role="row">
        <SortHeader by="time" className="col-step" title="Sort all steps by time">
          Step
        </SortHeader>
        <SortHeader by="tokens" className="col-tokens" title="Sort by tokens">
          Tokens in → out
        </SortHeader>
        {store.contextBasis.value > 0 && (
          <SortHeader by="context" className="col-context" title={contextTitle()}>
            Context
          </SortHeader>
        )}
        {store.hasCosts.value && (
          <SortHeader by="cost" className="col-cost" title="Sort by cost">
            Cost{store.areCostsEstimated.value ? ' (est.)' : ''}
          </SortHeader>
        )}
        <SortHeader by="duration" className="col-time" title="Sort by duration">
          Time
        </SortHeader>
        <div class="col-track" role="columnheader">
          <span class="unseen">Waterfall</span>
          {ticks
            .filter((one) => one.x < store.trackWidth.value - 16)
            .filter((one) => pills.every((pill) => one.x + 26 < pill.x - 32 || one.x > pill.x + 34))
            .map((one) => (
              <span key={one.time} class="tick" aria-hidden="true" style={{ left: `${one.x}px` }}>
                {formatTick(one.time, step)}
              </span>
            ))}
          {pills.map((pill) => (
            <button
              type="button"
              key={pill.from}
              class="pill"
              style={{ left: `${pill.x}px` }}
              title={`Idle for ${duration(pill.length)}. Click to show idle time to scale.`}
              onClick={() => {
                store.squeeze.value = false;
              }}
            >
              <Icon name="squeeze" />
              {duration(pill.length)}
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Explains the shares of the context, which are of one of two sizes. */
function contextTitle(): string {
  const tokens = plural(store.contextBasis.value, 'token');
  return store.isContextKnown.value
    ? `Share of the model's context window of ${tokens}. Click to sort.`
    : `Share of the largest request (${tokens}): the model's context window is unknown. Click to sort.`;
}

/** Minimum width of a track that has room for a pill. */
const MIN_PILL_TRACK = 96;

/** Space to the right of the last bar that keeps its end visible. */
export const RIGHT_MARGIN = 8;

interface Pill {
  readonly from: number;
  readonly x: number;
  readonly length: number;
}

/** Returns pills centered on the squeezed gaps in view. Of gaps too close together, the longer one gets the pill. */
function pillsOf(): readonly Pill[] {
  const scale = store.scale.value;
  const zoom = store.zoom.value;
  const width = store.trackWidth.value;
  if (!scale.squeezed || width < MIN_PILL_TRACK) return [];
  const pills: Pill[] = [];
  for (const gap of scale.gaps) {
    const x = (toX(scale, zoom, width, gap.from) + toX(scale, zoom, width, gap.to)) / 2;
    if (x < 0 || x > width) continue;
    const pill = { from: gap.from, x: Math.max(32, Math.min(width - 28, x)), length: gap.to - gap.from };
    const last = pills.at(-1);
    if (last === undefined || pill.x - last.x > 70) pills.push(pill);
    else if (pill.length > last.length) pills[pills.length - 1] = pill;
  }
  return pills;
}
