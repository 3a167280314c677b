/** Brackets in the gutter that connect a guard to the rows that it counted. */
import { computed } from '@preact/signals';
import { ROW_HEIGHT, visibleRange } from '../../model/visible-rows.ts';
import type { SpanRow } from '../../row.ts';
import * as store from '../../state/store.ts';

interface Bracket {
  readonly guard: SpanRow;
  readonly first: number;
  readonly last: number;
  readonly dots: readonly number[];
}

/** Returns the brackets that overlap rows `from` to `to`. Hidden evidence is left out. */
function bracketsIn(from: number, to: number): readonly Bracket[] {
  const { tree } = store.outline.value;
  const found: Bracket[] = [];
  if (tree.isFlat) return found;
  for (const id of guardsNear(from, to)) {
    const guard = store.rowAt(id);
    const at = tree.visibleIndex(id);
    if (guard?.guard === undefined || at < 0 || guard.guard.verdict === 'warn') continue;
    const dots = guard.guard.evidence
      .map((one) => tree.visibleIndex(one))
      .filter((index) => index >= 0 && index !== at);
    if (dots.length === 0) continue;
    const first = Math.min(at, ...dots.slice(0, 1000));
    const last = Math.max(at, ...dots.slice(0, 1000));
    if (last < from || first >= to) continue;
    found.push({ guard, first, last, dots: dots.filter((index) => index >= from - 1 && index <= to) });
  }
  return found;
}

/** Up to this number, all guards are checked. With more, brackets that only pass through the view are left out. */
const MAX_CHECKED_GUARDS = 200;

/** Returns the guards of the rows in view: those drawn there and those that counted a row there. */
function guardsNear(from: number, to: number): ReadonlySet<number> {
  const { tree } = store.outline.value;
  if (store.tally.guards.length <= MAX_CHECKED_GUARDS) return new Set(store.tally.guards);
  const near = new Set<number>();
  for (let index = from; index < to; index++) {
    const guard = store.guardOf(tree.at(index));
    if (guard >= 0) near.add(guard);
  }
  return near;
}

const NO_BRACKETS: readonly Bracket[] = [];

/** The brackets in view. The same value while there are none, so that nothing is redrawn. */
const brackets = computed(() => {
  const { from, to } = visibleRange(store.outline.value.length, store.scrollTop.value, store.viewHeight.value);
  const found = bracketsIn(from, to);
  return found.length === 0 ? NO_BRACKETS : found;
});

export function Brackets() {
  return (
    <div class="brackets" aria-hidden="true">
      {brackets.value.map((tie, order) => {
        const x = 9 - (order % 3) * 3;
        const at = store.outline.peek().tree.visibleIndex(tie.guard.id);
        return (
          <div key={tie.guard.id}>
            <i
              class="tie"
              style={{
                left: `${x}px`,
                top: `${tie.first * ROW_HEIGHT + 11}px`,
                height: `${(tie.last - tie.first) * ROW_HEIGHT}px`,
              }}
            />
            {tie.dots.map((index) => (
              <i
                key={index}
                class="arm"
                style={{ left: `${x}px`, width: `${16 - x}px`, top: `${index * ROW_HEIGHT + 11}px` }}
              />
            ))}
            <svg class="tip" style={{ left: `${x}px`, top: `${at * ROW_HEIGHT + 6}px` }} width={18 - x} height="11">
              <path d={`M0 5.5H${16 - x}M${12.5 - x} 2 ${16 - x} 5.5 ${12.5 - x} 9`} />
            </svg>
          </div>
        );
      })}
    </div>
  );
}
