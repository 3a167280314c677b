/** The state of the page of a comparison, and what changes it. */
import { batch, computed, effect, signal } from '@preact/signals';
import { ROW_HEIGHT, scrollTopToShow } from '../model/visible-rows.ts';
import { withGrown } from './grown.ts';
import { type Cell, sideToOpen } from './keys.ts';
import { layOut, nextDifference, sameLine } from './lines.ts';
import type { Layout, SavedComparison, ShownComparison, Side, ToCompareHost, ToComparePage } from './protocol.ts';

interface VsCodeApi {
  postMessage(message: ToCompareHost): void;
  getState(): SavedComparison | undefined;
  setState(state: SavedComparison): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** Width below which two columns have no room for their steps, in pixels. */
const NARROW = '(max-width: 720px)';

const api = acquireVsCodeApi();

export const comparison = signal<ShownComparison | undefined>(undefined);
export const failure = signal('');
export const locale = signal('en');
export const wantedLayout = signal<Layout>(api.getState()?.layout === 'list' ? 'list' : 'sides');
export const isNarrow = signal(false);
/** A narrow window always shows one list. */
export const layout = computed<Layout>(() => (isNarrow.value ? 'list' : wantedLayout.value));
export const laidOut = computed(() =>
  comparison.value === undefined ? { lines: [], starts: [] } : layOut(comparison.value, layout.value),
);
/** The cell that keys start from; line -1 before the first one. */
export const active = signal<Cell>({ line: -1, side: 'a' });
export const scrollTop = signal(0);
export const viewHeight = signal(600);
/** The latest announcement to screen readers. */
export const announcement = signal('');

/** Set by the grid: scrolls the lines, and focuses the active cell once it is drawn. */
export const view = { scroll: (_top: number): void => {}, focus: (): unknown => undefined };

export function post(message: ToCompareHost): void {
  api.postMessage(message);
}

/** Follows the host's messages, the width of the page, and stores what survives a restart. */
export function connect(): void {
  window.addEventListener('message', ({ data, origin }: MessageEvent<ToComparePage>) => {
    // VS Code's own frame delivers the host's messages; its origin is that of this page.
    if (origin === window.origin) receive(data);
  });
  const query = window.matchMedia(NARROW);
  isNarrow.value = query.matches;
  query.addEventListener('change', () => keepLine(() => (isNarrow.value = query.matches)));
  effect(() => {
    const journals = comparison.value?.journals;
    if (journals !== undefined) api.setState({ journals, layout: wantedLayout.value });
  });
  post({ type: 'ready' });
}

function receive(message: ToComparePage): void {
  if (message.type === 'failed') {
    failure.value = message.message;
    return;
  }
  if (message.type === 'grown') {
    if (comparison.value !== undefined) comparison.value = withGrown(comparison.value, message.side);
    return;
  }
  batch(() => {
    comparison.value = message.comparison;
    failure.value = '';
    active.value = { ...active.value, line: -1 };
  });
  const [first] = laidOut.value.starts;
  if (first === undefined) return;
  // Only if nothing else has the focus: neither another part of the page, nor another part of the window.
  const focus = document.hasFocus() && document.activeElement === document.body;
  requestAnimationFrame(() => show({ line: first, side: 'a' }, { focus }));
}

/** Changes the layout, and keeps the active line and its position in the window. */
export function chooseLayout(to: Layout): void {
  keepLine(() => (wantedLayout.value = to));
}

function keepLine(change: () => void): void {
  const { line, side } = active.value;
  const before = laidOut.value.lines[line];
  change();
  show({ line: sameLine(before, laidOut.value.lines), side });
}

/** Makes a cell the active one and scrolls it into view. */
export function show(cell: Cell, { focus = false }: { readonly focus?: boolean } = {}): void {
  active.value = cell;
  const top = scrollTopToShow(Math.max(0, cell.line), scrollTop.value, viewHeight.value);
  if (top !== scrollTop.value) view.scroll(top);
  if (focus) view.focus();
}

/** The position of the active line among the differences, from 1; 0 if it is in none. */
export const currentDifference = computed(() => (laidOut.value.lines[active.value.line]?.difference ?? -1) + 1);

/** Goes to the next or the previous difference, wrapping around, with some of the lines before it in view. */
export function goToDifference(step: 1 | -1, focus = true): void {
  const { starts } = laidOut.value;
  const line = nextDifference(laidOut.value, active.value.line, step);
  if (line === undefined) {
    announcement.value = 'There are no differences';
    return;
  }
  const context = Math.floor(viewHeight.value / 3 / ROW_HEIGHT) * ROW_HEIGHT;
  const isInView =
    line * ROW_HEIGHT >= scrollTop.value && (line + 1) * ROW_HEIGHT <= scrollTop.value + viewHeight.value;
  active.value = { ...active.value, line };
  if (!isInView) view.scroll(Math.max(0, line * ROW_HEIGHT - context));
  if (focus) view.focus();
  announcement.value = `Difference ${starts.indexOf(line) + 1} of ${starts.length}`;
}

/** Opens what a cell shows: the timeline of its run at its step, or the texts behind the first difference. */
export function openCell({ line: index, side }: Cell): void {
  const line = laidOut.value.lines[index];
  if (line === undefined) return;
  if (line.kind === 'reason') {
    if (comparison.value?.first?.hasTexts === true) post({ type: 'openTexts' });
    return;
  }
  const from = sideToOpen(line, side);
  const step = line.kind === 'step' ? line.step : from && line.pair[from];
  if (from !== undefined && step !== undefined) post({ type: 'openStep', side: from, seq: step.seq });
}

/** The names of the sides in texts. */
export const SIDE_NAMES: { readonly [side in Side]: string } = { a: 'A', b: 'B' };
