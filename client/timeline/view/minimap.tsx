/** The whole run in one strip, with the part that the rows show between two handles. */
import { useEffect, useRef } from 'preact/hooks';
import { setZoom } from '../actions.ts';
import { duration } from '../model/format.ts';
import { toTime, toUnit } from '../model/time-scale.ts';
import * as store from '../store.ts';

type Grip = 'from' | 'to' | 'window' | 'brush';

export function Minimap() {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = strip.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      store.minimapWidth.value = element.clientWidth;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const { paths, guards } = store.minimap.value;
  const width = store.minimapWidth.value;
  const scale = store.scale.value;
  const zoom = store.zoom.value;

  const drag = (grip: Grip) => (event: PointerEvent) => {
    const element = strip.current;
    if (element === null || event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    const box = element.getBoundingClientRect();
    const unit = (at: PointerEvent) => (at.clientX - box.left) / box.width;
    const start = unit(event);
    const first = store.zoom.value;
    const move = (at: PointerEvent) => {
      const here = unit(at);
      if (grip === 'from') setZoom({ from: Math.min(here, first.to - 0.002), to: first.to });
      else if (grip === 'to') setZoom({ from: first.from, to: Math.max(here, first.from + 0.002) });
      else if (grip === 'window') setZoom({ from: first.from + here - start, to: first.to + here - start });
      else if (Math.abs(here - start) > 0.005) setZoom({ from: Math.min(here, start), to: Math.max(here, start) });
    };
    const stop = () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', stop);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', stop);
  };
  const keys = (grip: 'from' | 'to') => (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -0.02 : event.key === 'ArrowRight' ? 0.02 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = { ...zoom, [grip]: Math.min(1, Math.max(0, zoom[grip] + by)) };
    if (next.to - next.from > 0.002) setZoom(next);
  };
  const zoomed = zoom.to - zoom.from < 0.999;
  return (
    <div class="minimap" ref={strip} onPointerDown={drag('brush')} onDblClick={() => setZoom({ from: 0, to: 1 })}>
      {scale.squeezed &&
        scale.gaps.map((gap) => (
          <i
            key={gap.from}
            class="gap"
            style={{
              left: `${toUnit(scale, gap.from) * 100}%`,
              width: `${(toUnit(scale, gap.to) - toUnit(scale, gap.from)) * 100}%`,
            }}
          />
        ))}
      <svg class="bars" viewBox={`0 0 ${Math.max(1, width)} 46`} preserveAspectRatio="none" aria-hidden="true">
        <pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" class="k-waiting">
          <path d="M-1 1 1-1M0 4 4 0M3 5 5 3" />
        </pattern>
        {Object.entries(paths).map(([look, path]) => (
          <path key={look} class={`bars-of k-${look}`} d={path} />
        ))}
        <path class="guard-lines" d={guards.map((x) => `M${Math.min(x, width - 1)} 0V46`).join('')} />
        <path class="guard-flags" d={guards.map((x) => `M${x - 5} 0h10l-5 6z`).join('')} />
      </svg>
      {zoomed && (
        <>
          <i class="veil" style={{ left: 0, width: `${zoom.from * 100}%` }} />
          <i class="veil" style={{ left: `${zoom.to * 100}%`, right: 0 }} />
          <i
            class="shown"
            style={{ left: `${zoom.from * 100}%`, width: `${(zoom.to - zoom.from) * 100}%` }}
            onPointerDown={drag('window')}
          />
        </>
      )}
      {(['from', 'to'] as const).map((grip) => (
        <div
          key={grip}
          class={`grip ${grip}`}
          role="slider"
          tabIndex={0}
          aria-label={grip === 'from' ? 'Start of the shown part' : 'End of the shown part'}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(zoom[grip] * 100)}
          aria-valuetext={duration(toTime(scale, zoom[grip]))}
          style={{ left: `${zoom[grip] * 100}%` }}
          onPointerDown={drag(grip)}
          onKeyDown={keys(grip)}
        />
      ))}
    </div>
  );
}
