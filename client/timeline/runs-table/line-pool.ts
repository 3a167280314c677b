/**
 * The rows of a grid in the DOM. Elements are reused for rows that scroll in and written only where they change, because a frame
 * of scrolling draws up to fifty of them, and keep their DOM position until scrolling stops.
 */
import { findUnmoved } from '../model/reorder.ts';
import { ROW_HEIGHT } from '../model/visible-rows.ts';
import { ReusableElement } from '../view/parts/reusable-element.ts';
import type { CellText, GridSource } from './grid-source.ts';
import type { Cell } from './keys.ts';

/** Milliseconds without a change after which the elements are put in order, for screen readers. */
const REST_MS = 200;

export class LinePool {
  private readonly container: Element;
  private lines = new Map<string | number, Line>();
  private spare: Line[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(container: Element) {
    this.container = container;
  }

  /** Draws exactly these rows, in order. @param active the cell that the Tab key reaches */
  draw(source: GridSource, rows: readonly number[], active: Cell): void {
    const keys = rows.map((row) => source.keyAt(row));
    const needed = new Set(keys);
    const next = new Map<string | number, Line>();
    for (const [key, line] of this.lines) if (!needed.has(key)) this.spare.push(line);
    for (const [index, row] of rows.entries()) {
      const key = keys[index] ?? '';
      const line = this.lines.get(key) ?? this.spare.pop() ?? this.create(source.columns.length);
      line.draw(source, row, row === active.row ? active.column : -1);
      next.set(key, line);
    }
    for (const line of this.spare) line.hide();
    this.lines = next;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.reorder(), REST_MS);
  }

  /** Returns the cell that an event came from. */
  cellAt(target: EventTarget | null): Cell | undefined {
    const cell = target instanceof Element ? target.closest('[role=gridcell], [role=rowheader]') : null;
    const line = [...this.lines.values()].find(({ root }) => root.element === cell?.parentElement);
    const column = line?.columnOf(cell) ?? -1;
    return line === undefined || column < 0 ? undefined : { row: line.row, column };
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private create(columns: number): Line {
    const line = new Line(columns);
    this.container.append(line.root.element);
    return line;
  }

  /** Puts the elements in order with the fewest moves, without moving the one with the focus. */
  private reorder(): void {
    const lines = [...this.lines.values()].sort((a, b) => a.row - b.row);
    const elements = lines.map(({ root }) => root.element);
    const positions = new Map([...this.container.children].map((element, index) => [element, index]));
    const focus = elements.findIndex((element) => element.contains(document.activeElement));
    const stay = findUnmoved(
      elements.map((element) => positions.get(element) ?? -1),
      focus,
    );
    for (let at = elements.length - 1; at >= 0; at--)
      if (!stay.has(at)) this.container.insertBefore(elements[at]!, elements[at + 1] ?? null);
  }
}

/** A row. */
class Line {
  readonly root = new ReusableElement('div', 'line');
  row = -1;
  private readonly cells: readonly LineCell[];

  constructor(columns: number) {
    this.root.setAttribute('role', 'row');
    this.cells = Array.from({ length: columns }, () => new LineCell());
    this.root.element.append(...this.cells.map(({ root }) => root.element));
  }

  columnOf(element: Element | null): number {
    return this.cells.findIndex(({ root }) => root.element === element);
  }

  /** @param active the column that the Tab key reaches, -1 for none */
  draw(source: GridSource, row: number, active: number): void {
    this.row = row;
    const isHeading = source.isHeading(row);
    const isSelected = source.isSelected(row);
    const { root } = this;
    root.setClass(
      `line${isHeading ? ' heading' : ''}${isSelected === true ? ' selected' : ''}${active < 0 ? '' : ' active'}`,
    );
    root.setStyle('top', `${row * ROW_HEIGHT}px`);
    root.setAttribute('aria-rowindex', String(row + 2));
    root.setAttribute('aria-selected', isSelected === undefined ? undefined : String(isSelected));
    for (const [column, cell] of this.cells.entries()) {
      const { key = '', isFigure = false } = source.columns[column] ?? {};
      cell.setRole(
        isHeading && column > 0
          ? 'none'
          : key === 'prompt' || (key === 'skill' && column === 0)
            ? 'rowheader'
            : 'gridcell',
      );
      const classes = `cell cell-${key}${isFigure ? ' n' : ''}`;
      if (key === 'select') cell.drawCheckbox(classes, isSelected === true, column === active);
      else cell.draw(classes, source.cellAt(row, column), column === active);
    }
  }

  hide(): void {
    this.row = -1;
    this.root.setClass('line spare');
  }
}

/** A cell: a sign, the text, and muted words. */
class LineCell {
  readonly root = new ReusableElement('div', 'cell');
  private readonly sign = new ReusableElement('i', 'sign');
  private readonly words = new ReusableElement('span', 'words');
  private readonly detail = new ReusableElement('span', 'detail');

  constructor() {
    this.sign.setAttribute('aria-hidden', 'true');
    this.root.element.append(this.sign.element, this.words.element, this.detail.element);
  }

  setRole(role: string): void {
    this.root.setAttribute('role', role);
  }

  draw(classes: string, { text, title, sign = '', className = '', detail = '' }: CellText, isTabStop: boolean): void {
    this.root.setClass(className === '' ? classes : `${classes} ${className}`);
    this.root.setAttribute('title', title);
    this.root.setAttribute('tabindex', isTabStop ? '0' : '-1');
    this.root.setAttribute('aria-label', undefined);
    // Not by `:empty`, for which every change of a text would be checked.
    this.sign.setClass(sign === '' ? 'none' : 'sign');
    this.sign.setText(sign);
    this.words.setText(text);
    this.detail.setClass(detail === '' ? 'none' : 'detail');
    this.detail.setText(detail);
  }

  drawCheckbox(classes: string, isChecked: boolean, isTabStop: boolean): void {
    this.draw(isChecked ? `${classes} checked` : classes, { text: '' }, isTabStop);
    this.root.setAttribute('aria-label', isChecked ? 'selected to compare' : 'not selected');
  }
}
