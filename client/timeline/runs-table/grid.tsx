/** A grid of which only the rows in view are in the DOM. Arrow keys move from cell to cell, also to the headers. */
import { effect, type ReadonlySignal, type Signal, signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ROW_HEIGHT, type RowRange, scrollTopToShow, visibleRange } from '../model/visible-rows.ts';
import { Icon } from '../view/parts/icons.tsx';
import type { Column, GridSource } from './grid-source.ts';
import { type Cell, moveCell } from './keys.ts';
import { LinePool } from './line-pool.ts';
import type { Sorting } from './sorting.ts';

/** Height of the headers, in pixels. */
const HEAD_HEIGHT = 24;
/** Time after a jump until the rows beyond the edges are drawn, in milliseconds. */
const MARGIN_MS = 50;

interface Props {
  readonly name: string;
  readonly label: string;
  readonly source: ReadonlySignal<GridSource>;
  /** The cell that keys start from. */
  readonly active: Signal<Cell>;
  readonly sorting: Sorting<string>;
  readonly onSort: (key: string) => void;
  readonly onOpen: (cell: Cell) => void;
  /** Selects a row, or no longer. */
  readonly onSelect?: (row: number) => void;
  /** Receives a function that focuses the active cell. */
  readonly onMounted: (focus: () => void) => void;
}

export function Grid({ name, label, source, active, sorting, onSort, onOpen, onSelect, onMounted }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const scrollTop = useSignal(0);
  const height = useSignal(600);
  const { columns, length } = source.value;
  const latest = useRef({ onOpen, onSelect });
  latest.current = { onOpen, onSelect };

  /** Focuses the active cell once it is drawn. */
  const focus = (): void => {
    const element = scroller.current;
    if (element === null) return;
    const { row } = active.value;
    const top = row < 0 ? element.scrollTop : scrollTopToShow(row, element.scrollTop, height.value);
    if (top !== element.scrollTop) {
      element.scrollTop = top;
      scrollTop.value = top;
    }
    setTimeout(() => {
      const cell = element.querySelector<HTMLElement>('[tabindex="0"]');
      cell?.focus({ preventScroll: true });
      cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
  };

  useLayoutEffect(() => {
    const [element, container] = [scroller.current, sheet.current];
    if (element === null || container === null) return;
    const pool = new LinePool(container);
    let drawn: GridSource | undefined;
    let range: RowRange = { from: 0, to: 0 };
    /** Incremented to draw the rows beyond the edges. */
    const margin = signal(0);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let key: string | number | undefined;
    const stop = effect(() => {
      const now = source.value;
      // The active row stays the same one when rows are sorted, added and removed.
      if (drawn !== undefined && drawn !== now && active.peek().row >= 0) {
        const row = rowOf(now, key, active.peek().row);
        if (row !== active.peek().row) active.value = { ...active.peek(), row };
      }
      drawn = now;
      const cell = clamp(active.value, now);
      key = cell.row < 0 ? undefined : now.keyAt(cell.row);
      margin.value;
      // After a jump every row is new: rows beyond the edges are drawn after those in view have been painted.
      const seen = visibleRange(now.length, scrollTop.value, height.value, 0);
      const isNear = seen.from < range.to && seen.to > range.from;
      range = isNear ? visibleRange(now.length, scrollTop.value, height.value) : seen;
      clearTimeout(timer);
      if (!isNear && seen.to > seen.from) timer = setTimeout(() => margin.value++, MARGIN_MS);
      draw(pool, container, now, cell, range);
    });
    const measure = (): void => {
      height.value = Math.max(ROW_HEIGHT, element.clientHeight - HEAD_HEIGHT);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    container.addEventListener('click', ({ target }) => {
      const cell = pool.cellAt(target);
      if (cell === undefined) return;
      active.value = cell;
      focus();
      if (source.value.columns[cell.column]?.key === 'select') latest.current.onSelect?.(cell.row);
      // Only the words of a link, so that a row can also be focused by a click.
      else if (target instanceof Element && target.closest('.link > .words') !== null) latest.current.onOpen(cell);
    });
    container.addEventListener('dblclick', ({ target }) => {
      const cell = pool.cellAt(target);
      if (cell !== undefined && latest.current.onSelect !== undefined) latest.current.onOpen({ ...cell, column: 1 });
    });
    onMounted(focus);
    return () => {
      stop();
      clearTimeout(timer);
      pool.stop();
      observer.disconnect();
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.metaKey || event.altKey || event.shiftKey) return;
    const cell = clamp(active.value, source.value);
    if (event.key === 'Enter' || event.key === ' ') {
      if (event.ctrlKey) return;
      const column = source.value.columns[cell.column];
      if (cell.row < 0) {
        if (column?.isSortable === true) onSort(column.key);
      } else if (event.key === ' ' || column?.key === 'select') onSelect?.(cell.row);
      else onOpen(cell);
    } else {
      const page = Math.max(1, Math.floor(height.value / ROW_HEIGHT) - 1);
      const to = moveCell(event, cell, source.value.length, columns.length, page);
      if (to === undefined) return;
      active.value = to;
      focus();
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const tabStop = clamp(active.value, source.value);
  return (
    <div
      class={`run-grid is-${name}`}
      role="grid"
      aria-label={label}
      aria-rowcount={length + 1}
      aria-colcount={columns.length}
      aria-multiselectable={onSelect === undefined ? undefined : true}
      onKeyDown={onKeyDown}
    >
      <div
        class="scroller"
        role="presentation"
        ref={scroller}
        onScroll={(event) => {
          scrollTop.value = event.currentTarget.scrollTop;
        }}
      >
        <div class="columns" role="row" aria-rowindex={1}>
          {columns.map((column, index) => (
            <Header
              key={column.key}
              column={column}
              sorting={sorting}
              isTabStop={tabStop.row < 0 && tabStop.column === index}
              onSort={() => {
                active.value = { row: -1, column: index };
                onSort(column.key);
              }}
            />
          ))}
        </div>
        <div class="sheet" role="rowgroup" ref={sheet} />
      </div>
    </div>
  );
}

/** Returns the cell of the keys: an existing one. */
function clamp({ row, column }: Cell, { length, columns }: GridSource): Cell {
  return { row: Math.min(row, length - 1), column: Math.min(column, columns.length - 1) };
}

/** Returns the row with a key; the given row if it is still there, or if there is none any more. */
function rowOf(source: GridSource, key: string | number | undefined, row: number): number {
  if (key === undefined || (row < source.length && source.keyAt(row) === key)) return row;
  for (let at = 0; at < source.length; at++) if (source.keyAt(at) === key) return at;
  return row;
}

/** Draws the rows in view, and the active one, so that the keyboard focus is not lost. */
function draw(pool: LinePool, sheet: HTMLElement, source: GridSource, cell: Cell, { from, to }: RowRange): void {
  const rows = Array.from({ length: to - from }, (_, index) => from + index);
  if (cell.row >= to) rows.push(cell.row);
  else if (cell.row >= 0 && cell.row < from) rows.unshift(cell.row);
  const total = `${source.length * ROW_HEIGHT}px`;
  if (sheet.style.height !== total) sheet.style.height = total;
  pool.draw(source, rows, cell);
}

interface HeaderProps {
  readonly column: Column;
  readonly sorting: Sorting<string>;
  readonly isTabStop: boolean;
  readonly onSort: () => void;
}

function Header({ column: { key, title, label, isFigure, isSortable }, sorting, isTabStop, onSort }: HeaderProps) {
  const tabIndex = isTabStop ? 0 : -1;
  if (!isSortable)
    return (
      <span class={`cell cell-${key}`} role="columnheader" tabIndex={tabIndex} title={title}>
        <span class="unseen">{title}</span>
      </span>
    );
  const order = sorting.key !== key ? 'none' : sorting.descending ? 'descending' : 'ascending';
  return (
    <span class={`cell cell-${key}${isFigure ? ' n' : ''}`} role="columnheader" aria-sort={order}>
      <button
        type="button"
        class={order === 'none' ? 'sort' : 'sort on'}
        tabIndex={tabIndex}
        title={label}
        onClick={onSort}
      >
        {order !== 'none' && <Icon name={sorting.descending ? 'down' : 'up'} />}
        {title}
      </button>
    </span>
  );
}
