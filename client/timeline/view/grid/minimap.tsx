/** The entire run in one strip, with two handles around the visible range. */
import { useEffect, useRef } from 'preact/hooks';
import { duration } from '../../model/format.ts';
import { FULL_ZOOM, type TimeScale, toTime, toUnit } from '../../model/time-scale.ts';
import { type DragTarget, zoomAfterDrag, zoomAfterKey } from '../../model/zoom-drag.ts';
import { setZoom } from '../../state/actions.ts';
import * as store from '../../state/store.ts';
import { handleWheel } from './wheel.ts';

export function Minimap() {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = strip.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      store.minimapWidth.value = element.clientWidth;
    });
    observer.observe(element);
    // The strip shows the entire run: the wheel zooms around the time below the pointer.
    const onWheel = (event: WheelEvent) => {
      const box = element.getBoundingClientRect();
      handleWheel(event, (event.clientX - box.left) / box.width);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', onWheel);
    };
  }, []);
  const { paths, guards } = store.minimap.value;
  const width = store.minimapWidth.value;
  const scale = store.scale.value;
  const zoom = store.zoom.value;

  const drag = (target: DragTarget) => (event: PointerEvent) => {
    const element = strip.current;
    if (element === null || event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    const box = element.getBoundingClientRect();
    const unit = (at: PointerEvent) => (at.clientX - box.left) / box.width;
    const start = unit(event);
    const first = store.zoom.value;
    const move = (at: PointerEvent) => {
      const next = zoomAfterDrag(target, first, start, unit(at));
      if (next !== undefined) setZoom(next);
    };
    const stop = () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', stop);
      window.removeEventListener('pointercancel', stop);
      window.removeEventListener('keydown', cancel, true);
    };
    const cancel = (key: KeyboardEvent) => {
      if (key.key !== 'Escape') return;
      key.stopPropagation();
      stop();
      setZoom(first);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', stop);
    window.addEventListener('pointercancel', stop);
    window.addEventListener('keydown', cancel, true);
  };
  const keys = (target: 'from' | 'to') => (event: KeyboardEvent) => {
    const next = zoomAfterKey(target, zoom, event.key);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setZoom(next);
  };
  const zoomed = zoom.to - zoom.from < 0.999;
  return (
    <div class="minimap" ref={strip} onPointerDown={drag('brush')} onDblClick={() => setZoom(FULL_ZOOM)}>
      <svg class="bars" viewBox={`0 0 ${Math.max(1, width)} 46`} preserveAspectRatio="none" aria-hidden="true">
        <pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" class="k-waiting">
          <path d="M-1 1 1-1M0 4 4 0M3 5 5 3" />
        </pattern>
        <path class="gaps" d={gapsOf(scale, width)} />
        {Object.entries(paths).map(([className, path]) => (
          <path key={className} class={`bars-of k-${className}`} d={path} />
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
      {(['from', 'to'] as const).map((target) => (
        <div
          key={target}
          class={`handle ${target}`}
          role="slider"
          tabIndex={0}
          aria-label={target === 'from' ? 'Start of the visible range' : 'End of the visible range'}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(zoom[target] * 100)}
          aria-valuetext={duration(toTime(scale, zoom[target]))}
          style={{ left: `${zoom[target] * 100}%` }}
          onPointerDown={drag(target)}
          onKeyDown={keys(target)}
        />
      ))}
    </div>
  );
}

/** Returns all squeezed gaps as one shape, because a long run has hundreds of them. */
function gapsOf(scale: TimeScale, width: number): string {
  if (!scale.squeezed) return '';
  return scale.gaps
    .map((gap) => {
      const from = toUnit(scale, gap.from) * width;
      const wide = toUnit(scale, gap.to) * width - from;
      return `M${from} 0h${wide}v46h${-wide}z`;
    })
    .join('');
}
