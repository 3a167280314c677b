/** The background of the rows: tick lines, bands at squeezed gaps, and the current time. It does not scroll. */
import { toX } from '../../model/time-scale.ts';
import * as store from '../../state/store.ts';

/** Bands narrower than this have no edges and are drawn as one shape, because a long run has hundreds of them. */
const THIN_WIDTH = 8;
/** Taller than any panel. */
const BAND_HEIGHT = 10_000;

export function Backdrop() {
  const scale = store.scale.value;
  const zoom = store.zoom.value;
  const width = store.trackWidth.value;
  const x = (time: number) => Math.max(0, Math.min(width, toX(scale, zoom, width, time)));
  const bands = (scale.squeezed ? scale.gaps : [])
    .map((gap) => ({ key: gap.from, left: x(gap.from), width: x(gap.to) - x(gap.from) }))
    .filter((band) => band.width > 0);
  const thin = bands.filter((band) => band.width < THIN_WIDTH);
  return (
    <div class="backdrop" aria-hidden="true">
      {store.tickLines.value.map((tick) => (
        <i key={tick.time} class="tickline" style={{ left: `${tick.x}px` }} />
      ))}
      {bands
        .filter((band) => band.width >= THIN_WIDTH)
        .map((band) => (
          <i key={`b${band.key}`} class="band" style={{ left: `${band.left}px`, width: `${band.width}px` }} />
        ))}
      {thin.length > 0 && (
        <svg class="thin-bands" width="100%" height="100%">
          <path d={thin.map((band) => `M${band.left} 0h${band.width}v${BAND_HEIGHT}h${-band.width}z`).join('')} />
        </svg>
      )}
      <CurrentTime />
    </div>
  );
}

/** The line at the current time of a live run. */
function CurrentTime() {
  if (!store.live.value) return null;
  const width = store.trackWidth.value;
  const x = toX(store.scale.value, store.zoom.value, width, store.end.value);
  return x < 0 || x > width + 1 ? null : <i class="now" style={{ left: `${x}px` }} />;
}
