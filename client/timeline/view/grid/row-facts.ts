/** The inputs of drawing a row. While they stay the same, the row is not redrawn. */
import { endOf } from '../../model/bars.ts';
import type { TimeScale, Zoom } from '../../model/time-scale.ts';
import type { SpanRow } from '../../row.ts';
import * as store from '../../state/store.ts';
import { isPauseShownHere } from '../parts/pause-buttons.tsx';

export interface RowFacts {
  readonly row: SpanRow;
  /** Index among the visible rows. */
  readonly index: number;
  readonly depth: number;
  readonly position: number;
  readonly siblings: number;
  readonly parent: boolean;
  readonly open: boolean;
  readonly selected: boolean;
  readonly tabStop: boolean;
  /** Not evidence, evidence of some guard, evidence of the selected guard, or of the guard under the pointer. */
  readonly evidence: '' | 'evidence' | 'evidence raised' | 'evidence pointed';
  readonly query: string;
  /** True if the query matches only its arguments or results. */
  readonly isPayloadHit: boolean;
  /** Number of equal rows folded into it, including itself; 0 for none. */
  readonly repeats: number;
  /** Its end, or its current end if it is open. */
  readonly end: number;
  readonly showsPause: boolean;
  readonly simulated: boolean;
  /** The tokens that its request is a share of; 0 if that is unknown, or if it has no request. */
  readonly contextBasis: number;
  /** True if it is open in a run that no process works on. */
  readonly cut: boolean;
  readonly scale: TimeScale;
  readonly zoom: Zoom;
  readonly width: number;
}

/** Reads the facts of a row; returns undefined if there is no such row. */
export function readFacts(id: number, tabStop: number): RowFacts | undefined {
  const row = store.rowAt(id);
  if (row === undefined) return undefined;
  const { tree } = store.outline.value;
  const index = tree.visibleIndex(id);
  return {
    row,
    index,
    depth: tree.depth(id),
    position: tree.position[id] ?? 1,
    siblings: tree.siblings(id),
    parent: tree.isParent(id),
    open: !store.collapsed.value.has(id),
    selected: store.selected.value === id,
    tabStop: id === tabStop,
    evidence: evidenceOf(id),
    query: store.query.value,
    isPayloadHit: store.payloadOnlyHits.value.has(id),
    repeats: store.repeats.value.counts.get(id) ?? 0,
    end: endOf(row, store.end.value),
    showsPause: isPauseShownHere(row),
    simulated: store.simulated.value,
    contextBasis: row.kind === 'model' && row.tokensIn !== undefined ? store.contextBasis.value : 0,
    cut: row.status === 'open' && !store.isGrowing.value,
    scale: store.scale.value,
    zoom: store.zoom.value,
    width: store.trackWidth.value,
  };
}

/** True if two rows look the same. */
export function areFactsEqual(one: RowFacts, other: RowFacts): boolean {
  for (const key in one) {
    const name = key as keyof RowFacts;
    if (one[name] !== other[name]) return false;
  }
  return true;
}

function evidenceOf(id: number): RowFacts['evidence'] {
  const guard = store.tally.evidence.get(id);
  if (guard === undefined) return '';
  if (guard === store.hoveredGuard.value) return 'evidence pointed';
  return guard === store.highlightedGuard.value ? 'evidence raised' : 'evidence';
}
