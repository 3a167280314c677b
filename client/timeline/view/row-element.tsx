/**
 * A row in the DOM: name, figures and bar. It is written without components and reused for rows that scroll in, because
 * a frame of scrolling draws up to forty of them. Only the parts that few rows have are components.
 */
import { render } from 'preact';
import { count, duration, shortCount } from '../model/format.ts';
import { ROW } from '../model/window.ts';
import type { SpanRow } from '../row.ts';
import { CauseLine } from './cause-line.tsx';
import { iconLookOf } from './look.ts';
import { type RowFacts, sameFacts } from './row-facts.ts';
import { badgesOf, detailsOf, moreKeyOf, SPACE } from './row-more.tsx';
import { Sign } from './sign.tsx';
import { Track } from './track.tsx';
import { Written } from './written.ts';

export class RowElement {
  readonly root = new Written('div', 'row');
  /** The facts it currently shows. */
  shown: RowFacts | undefined;
  private cells: Cells | undefined;

  constructor() {
    this.root.attribute('role', 'row');
  }

  draw(facts: RowFacts): void {
    if (this.shown !== undefined && sameFacts(facts, this.shown)) return;
    this.shown = facts;
    const { root } = this;
    const { row, parent, open, selected } = facts;
    root.look(classOf(facts));
    root.style('top', topOf(facts));
    root.style('opacity', '');
    root.attribute('tabindex', facts.tabStop ? '0' : '-1');
    root.attribute('aria-level', String(facts.depth));
    root.attribute('aria-posinset', String(facts.position));
    root.attribute('aria-setsize', String(facts.siblings));
    root.attribute('aria-rowindex', String(facts.index + 1));
    root.attribute('aria-selected', String(selected));
    root.attribute('aria-expanded', parent ? String(open) : undefined);
    if (row.kind === 'cause') {
      render(<CauseLine row={row} depth={facts.depth} />, root.element);
      return;
    }
    this.cells ??= new Cells(root.element);
    this.cells.draw(facts);
  }

  /** Moves to its position, but shows nothing until drawn. Opacity is the cheapest way to hide the cells. */
  empty(facts: RowFacts): void {
    this.root.style('top', topOf(facts));
    this.root.style('opacity', '0');
    this.shown = undefined;
  }

  /** Unmounts components and removes the element. */
  drop(): void {
    if (this.cells === undefined) render(null, this.root.element);
    this.root.element.remove();
  }
}

/** Rows are positioned absolutely, because the order of the elements would have to change with every scroll step. */
function topOf({ index }: RowFacts): string {
  return `${index * ROW}px`;
}

function classOf({ row, selected, evidence }: RowFacts): string {
  const asks = row.pause === undefined ? '' : ' asks';
  const verdict = row.guard === undefined ? '' : ` v-${row.guard.verdict}`;
  return `row is-${row.kind} s-${row.status}${selected ? ' selected' : ''}${asks}${verdict}${evidence === '' ? '' : ` ${evidence}`}`;
}

/** The cells of all rows except causes. */
class Cells {
  private readonly step = new Written('span', 'col-step');
  private readonly guides = new Written('i', 'guides');
  private readonly sign = new Sign();
  private readonly verb = new Written('span', 'verb');
  private readonly name = new Written('span', 'name');
  private readonly detail = new Written('span', 'detail');
  private readonly words = new Written('span', 'words');
  private readonly tokens = new Written('span', 'col-tokens');
  private readonly time = new Written('span', 'col-time');
  private readonly track = new Track();
  private more: readonly Element[] = [];
  private moreKey = '';

  constructor(row: Element) {
    for (const cell of [this.step, this.tokens, this.time]) cell.attribute('role', 'gridcell');
    this.guides.attribute('aria-hidden', 'true');
    this.words.element.append(this.verb.element, this.name.element, this.detail.element);
    this.step.element.append(this.guides.element, this.sign.svg, this.words.element);
    row.append(this.step.element, this.tokens.element, this.time.element, this.track.cell.element);
  }

  draw(facts: RowFacts): void {
    const { row, depth, query } = facts;
    // These rows have no figures, so their text uses that space.
    const wide = row.kind === 'guard' || row.kind === 'answer' || row.kind === 'note' || row.kind === 'tools';
    const tokens = wide ? '' : tokensOf(row);
    this.step.look(wide ? 'col-step wide' : tokens === '' ? 'col-step roomy' : 'col-step');
    this.step.style('paddingLeft', `${22 + (depth - 1) * 10}px`);
    this.guides.style('width', `${(Math.min(depth, 24) - 1) * 10}px`);
    this.sign.draw(row.icon, `k-${iconLookOf(row)}`, facts.parent ? (facts.open ? 'open' : 'shut') : 'none');
    // The space is part of the text: a separate element that comes and goes would be more expensive.
    this.verb.text(row.verb === '' ? '' : `${row.verb}${SPACE}`, query);
    this.name.look(row.guard !== undefined && row.guard.verdict !== 'warn' ? 'name strong' : 'name');
    this.name.text(row.name, query);
    this.detail.text(row.detail === undefined ? '' : `${SPACE}${row.detail}`, query);
    this.drawMore(facts);
    // An empty cell gives its space to the text before it.
    this.tokens.look(tokens === '' ? 'none' : 'col-tokens');
    this.tokens.text(tokens);
    this.tokens.attribute('title', titleOf(row));
    this.time.look(wide ? 'none' : 'col-time');
    this.time.text(wide ? '' : duration(facts.end - row.start));
    this.track.draw(facts);
  }

  /** Draws the parts that few rows have: totals, a guard's count, badges, buttons. */
  private drawMore(facts: RowFacts): void {
    const key = moreKeyOf(facts);
    if (key === this.moreKey) return;
    this.moreKey = key;
    for (const one of this.more) {
      render(null, one);
      one.remove();
    }
    const details = detailsOf(facts);
    const badges = badgesOf(facts);
    this.words.element.append(...details);
    this.step.element.append(...badges);
    this.more = [...details, ...badges];
  }
}

function tokensOf({ tokensIn, tokensOut, tokensAdded }: SpanRow): string {
  const some = (tokens: number | undefined) => (tokens === undefined ? '?' : shortCount(tokens));
  if (tokensIn !== undefined || tokensOut !== undefined) return `${some(tokensIn)} → ${some(tokensOut)}`;
  return tokensAdded === undefined ? '' : `+${count(tokensAdded)}`;
}

function titleOf({ tokensIn, tokensOut, tokensAdded }: SpanRow): string | undefined {
  if (tokensAdded === undefined || tokensIn !== undefined || tokensOut !== undefined) return undefined;
  return `Adds about ${count(tokensAdded)} tokens to each later request, estimated from its length`;
}
