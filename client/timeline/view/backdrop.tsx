/** Behind the rows: lines at the ticks, bands at the squeezed gaps, and where the run is now. It does not scroll. */
import { toX } from '../model/time-scale.ts';
import * as store from '../store.ts';

export function Backdrop() {
  const scale = store.scale.value;
  const zoom = store.zoom.value;
  const width = store.trackWidth.value;
  const x = (time: number) => Math.max(0, Math.min(width, toX(scale, zoom, width, time)));
  return (
    <div class="backdrop" aria-hidden="true">
      {store.tickLines.value.map((tick) => (
        <i key={tick.time} class="tickline" style={{ left: `${tick.x}px` }} />
      ))}
      {scale.squeezed &&
        scale.gaps
          .filter((gap) => x(gap.to) > x(gap.from))
          .map((gap) => (
            <i
              key={`b${gap.from}`}
              class={`band ${x(gap.to) - x(gap.from) < 8 ? 'thin' : ''}`}
              style={{ left: `${x(gap.from)}px`, width: `${x(gap.to) - x(gap.from)}px` }}
            />
          ))}
      <Now />
    </div>
  );
}

/** Where the run is now. */
function Now() {
  if (!store.live.value) return null;
  const width = store.trackWidth.value;
  const x = toX(store.scale.value, store.zoom.value, width, store.end.value);
  return x < 0 || x > width + 1 ? null : <i class="now" style={{ left: `${x}px` }} />;
}
