/** The grid of steps: only the lines in view are in the DOM. */
import { useEffect, useRef } from 'preact/hooks';
import { ROW_HEIGHT, visibleRange } from '../model/visible-rows.ts';
import { moveCell } from './keys.ts';
import { LineRow } from './line-row.tsx';
import type { ShownComparison } from './protocol.ts';
import * as state from './state.ts';

export function Grid({ comparison: { runs } }: { readonly comparison: ShownComparison }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { lines } = state.laidOut.value;
  const active = state.active.value;
  const { from, to } = visibleRange(lines.length, state.scrollTop.value, state.viewHeight.value);
  // The active line stays in the DOM when it is scrolled out of view, so that the keyboard focus is not lost.
  const isOutside = active.line >= 0 && (active.line < from || active.line >= to);
  const shown = [
    ...Array.from({ length: to - from }, (_, index) => from + index),
    ...(isOutside && active.line < lines.length ? [active.line] : []),
  ];
  const tabStop = active.line >= 0 && active.line < lines.length ? active.line : 0;

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    state.view.scroll = (top) => {
      element.scrollTop = top;
      state.scrollTop.value = top;
    };
    // Later: the cell that becomes active is drawn in a microtask.
    state.view.focus = () => setTimeout(() => element.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
    const measure = () => (state.viewHeight.value = element.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const start = { ...state.active.value, line: tabStop };
    if (event.key === 'Enter' || event.key === ' ') state.openCell(start);
    else {
      const page = Math.max(1, Math.floor(state.viewHeight.value / ROW_HEIGHT) - 1);
      const cell = moveCell(event.key, start, lines, page);
      if (cell === undefined) return;
      state.show(cell, { focus: true });
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const isSideBySide = state.layout.value === 'sides';
  return (
    <div
      class={isSideBySide ? 'steps is-sides' : 'steps is-list'}
      role="grid"
      aria-label="Steps of both runs"
      aria-rowcount={lines.length + 1}
      aria-colcount={isSideBySide ? 2 : 1}
      onKeyDown={onKeyDown}
    >
      <div class="columns" role="row" aria-rowindex={1}>
        {isSideBySide ? (
          (['a', 'b'] as const).map((side) => (
            <span key={side} role="columnheader">
              {state.SIDE_NAMES[side]} · {runs[side].title}
            </span>
          ))
        ) : (
          <span role="columnheader">Steps: − only in A, + only in B</span>
        )}
      </div>
      <div
        class="scroller"
        role="presentation"
        ref={scroller}
        onScroll={(event) => (state.scrollTop.value = event.currentTarget.scrollTop)}
      >
        <div class="sheet" role="presentation" style={{ height: `${lines.length * ROW_HEIGHT}px` }}>
          {shown.map((index) => {
            const line = lines[index];
            return line === undefined ? undefined : (
              <LineRow
                key={index}
                line={line}
                index={index}
                active={index === active.line ? active.side : undefined}
                tabStop={index === tabStop ? active.side : undefined}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
