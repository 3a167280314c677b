/** In the gutter: what ties a guard to the rows that it counted. */
import { ROW } from '../model/window.ts';
import type { SpanRow } from '../protocol.ts';
import * as store from '../store.ts';

interface Tie {
  readonly guard: SpanRow;
  readonly first: number;
  readonly last: number;
  readonly dots: readonly number[];
}

/** Ties that reach into the window of rows `from` to `to`. Hidden evidence is tied to nothing. */
function tiesIn(from: number, to: number): readonly Tie[] {
  const { indexOf } = store.outline.value;
  const ties: Tie[] = [];
  for (const guard of store.guards.value) {
    const at = indexOf[guard.id] ?? -1;
    if (at < 0 || guard.guard?.verdict === 'warn') continue;
    const dots = (guard.guard?.evidence ?? [])
      .map((id) => indexOf[id] ?? -1)
      .filter((index) => index >= 0 && index !== at);
    if (dots.length === 0) continue;
    const first = Math.min(at, ...dots.slice(0, 1000));
    const last = Math.max(at, ...dots.slice(0, 1000));
    if (last < from || first >= to) continue;
    ties.push({ guard, first, last, dots: dots.filter((index) => index >= from - 1 && index <= to) });
  }
  return ties;
}

export function Brackets({ from, to }: { readonly from: number; readonly to: number }) {
  const { indexOf } = store.outline.value;
  return (
    <div class="brackets" aria-hidden="true">
      {tiesIn(from, to).map((tie, order) => {
        const x = 9 - (order % 3) * 3;
        const at = indexOf[tie.guard.id] ?? 0;
        return (
          <div key={tie.guard.id}>
            <i
              class="tie"
              style={{ left: `${x}px`, top: `${tie.first * ROW + 11}px`, height: `${(tie.last - tie.first) * ROW}px` }}
            />
            {tie.dots.map((index) => (
              <i
                key={index}
                class="arm"
                style={{ left: `${x}px`, width: `${16 - x}px`, top: `${index * ROW + 11}px` }}
              />
            ))}
            <svg class="tip" style={{ left: `${x}px`, top: `${at * ROW + 6}px` }} width={18 - x} height="11">
              <path d={`M0 5.5H${16 - x}M${12.5 - x} 2 ${16 - x} 5.5 ${12.5 - x} 9`} />
            </svg>
          </div>
        );
      })}
    </div>
  );
}
