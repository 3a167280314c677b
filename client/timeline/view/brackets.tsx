/** Brackets in the gutter that connect a guard to the rows that it counted. */
import { computed } from '@preact/signals';
import { ROW, windowOf } from '../model/window.ts';
import type { SpanRow } from '../row.ts';
import * as store from '../state/store.ts';

interface Tie {
  readonly guard: SpanRow;
  readonly first: number;
  readonly last: number;
  readonly dots: readonly number[];
}

/** Returns the brackets that overlap rows `from` to `to`. Hidden evidence is left out. */
function tiesIn(from: number, to: number): readonly Tie[] {
  const { tree } = store.outline.value;
  const ties: Tie[] = [];
  for (const id of guardsNear(from, to)) {
    const guard = store.rowAt(id);
    const at = tree.place(id);
    if (guard?.guard === undefined || at < 0 || guard.guard.verdict === 'warn') continue;
    const dots = guard.guard.evidence.map((one) => tree.place(one)).filter((index) => index >= 0 && index !== at);
    if (dots.length === 0) continue;
    const first = Math.min(at, ...dots.slice(0, 1000));
    const last = Math.max(at, ...dots.slice(0, 1000));
    if (last < from || first >= to) continue;
    ties.push({ guard, first, last, dots: dots.filter((index) => index >= from - 1 && index <= to) });
  }
  return ties;
}

/** Up to this number, all guards are checked. With more, brackets that only pass through the view are left out. */
const FEW = 200;

/** Returns the guards of the rows in view: those drawn there and those that counted a row there. */
function guardsNear(from: number, to: number): ReadonlySet<number> {
  const { tree } = store.outline.value;
  if (store.tally.guards.length <= FEW) return new Set(store.tally.guards);
  const near = new Set<number>();
  for (let index = from; index < to; index++) {
    const guard = store.guardOf(tree.at(index));
    if (guard >= 0) near.add(guard);
  }
  return near;
}

const NO_TIES: readonly Tie[] = [];

/** The brackets in view. The same value while there are none, so that nothing is redrawn. */
const ties = computed(() => {
  const { from, to } = windowOf(store.outline.value.length, store.scrollTop.value, store.viewHeight.value);
  const found = tiesIn(from, to);
  return found.length === 0 ? NO_TIES : found;
});

export function Brackets() {
  return (
    <div class="brackets" aria-hidden="true">
      {ties.value.map((tie, order) => {
        const x = 9 - (order % 3) * 3;
        const at = store.outline.peek().tree.place(tie.guard.id);
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
