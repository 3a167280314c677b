/** The splitter between rows and details, moved by dragging or with the arrow keys. */
import { effect, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

/**
 * Size of the details in pixels, next to the rows or, in the narrow layout, below them. 0: the style sheet's default.
 */
const detailsSize = signal({ width: 0, height: 0 });

export function Splitter() {
  const line = useRef<HTMLDivElement>(null);
  const narrow = () => {
    const body = line.current?.parentElement;
    return body !== null && body !== undefined && getComputedStyle(body).flexDirection === 'column';
  };
  const size = () => {
    const details = line.current?.nextElementSibling?.getBoundingClientRect();
    return (narrow() ? details?.height : details?.width) ?? 0;
  };
  const set = (pixels: number) => {
    const body = line.current?.parentElement?.getBoundingClientRect();
    const room = narrow() ? (body?.height ?? 0) : (body?.width ?? 0);
    const clamped = Math.max(narrow() ? 80 : 220, Math.min(room - (narrow() ? 120 : 420), pixels));
    detailsSize.value = { ...detailsSize.value, [narrow() ? 'height' : 'width']: Math.round(clamped) };
  };
  useEffect(
    () =>
      effect(() => {
        const style = line.current?.parentElement?.style;
        const { width, height } = detailsSize.value;
        if (width > 0) style?.setProperty('--details-width', `${width}px`);
        if (height > 0) style?.setProperty('--details-height', `${height}px`);
      }),
    [],
  );
  const drag = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const first = size();
    const at = narrow() ? event.clientY : event.clientX;
    const move = (now: PointerEvent) => set(first + at - (narrow() ? now.clientY : now.clientX));
    const stop = () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', stop);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', stop);
  };
  const keys = (event: KeyboardEvent) => {
    const more = event.key === 'ArrowLeft' || event.key === 'ArrowUp';
    const less = event.key === 'ArrowRight' || event.key === 'ArrowDown';
    if (!more && !less) return;
    event.preventDefault();
    set(size() + (more ? 20 : -20));
  };
  const { width } = detailsSize.value;
  return (
    <div
      class="splitter"
      role="separator"
      tabIndex={0}
      aria-label="Size of the details"
      aria-valuenow={width || 392}
      aria-valuemin={220}
      aria-valuemax={1200}
      ref={line}
      onPointerDown={drag}
      onKeyDown={keys}
    />
  );
}
