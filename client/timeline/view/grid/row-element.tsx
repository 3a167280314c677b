/**
 * A row in the DOM: name, figures and bar. It is written without components and reused for rows that scroll in, because
 * a frame of scrolling draws up to forty of them. Only the parts that few rows have are components.
 */
import { render } from 'preact';
import { count, duration, plural, shortCount, shortDollars } from '../../model/format.ts';
import { percent } from '../../model/shares.ts';
import { ROW_HEIGHT } from '../../model/visible-rows.ts';
import type { SpanRow } from '../../row.ts';
import { CauseLine } from '../parts/cause-line.tsx';
import { iconColorOf } from '../parts/colors.ts';
import { ReusableElement } from '../parts/reusable-element.ts';
import { createBadges, createDetails, extrasKeyOf, SPACE } from './row-extras.tsx';
import { areFactsEqual, type RowFacts } from './row-facts.ts';
import { RowIcon } from './row-icon.tsx';
import { isChapter } from './row-totals.ts';
import { Track } from './track.tsx';

export class RowElement {
  readonly root = new ReusableElement('div', 'row');
  /** The facts it currently shows. */
  facts: RowFacts | undefined;
  private cells: Cells | undefined;

  constructor() {
    this.root.setAttribute('role', 'row');
  }

  draw(facts: RowFacts): void {
    if (this.facts !== undefined && areFactsEqual(facts, this.facts)) return;
    this.facts = facts;
    const { root } = this;
    const { row, parent, open, selected } = facts;
    root.setClass(classOf(facts));
    root.setStyle('top', topOf(facts));
    root.setStyle('opacity', '');
    root.setAttribute('tabindex', facts.tabStop ? '0' : '-1');
    root.setAttribute('aria-level', String(facts.depth));
    root.setAttribute('aria-posinset', String(facts.position));
    root.setAttribute('aria-setsize', String(facts.siblings));
    root.setAttribute('aria-rowindex', String(facts.index + 1));
    root.setAttribute('aria-selected', String(selected));
    const isFolded = facts.repeats > 0 || (parent && !open);
    root.setAttribute('aria-expanded', parent || isFolded ? String(!isFolded) : undefined);
    if (row.kind === 'cause') {
      render(<CauseLine row={row} depth={facts.depth} />, root.element);
      return;
    }
    this.cells ??= new Cells(root.element);
    this.cells.draw(facts);
  }

  /** Moves to its position, but shows nothing until drawn. Opacity is the cheapest way to hide the cells. */
  hide(facts: RowFacts): void {
    this.root.setStyle('top', topOf(facts));
    this.root.setStyle('opacity', '0');
    this.facts = undefined;
  }

  /** Unmounts components and removes the element. */
  dispose(): void {
    if (this.cells === undefined) render(null, this.root.element);
    this.root.element.remove();
  }
}

/** Rows are positioned absolutely, because the order of the elements would have to change with every scroll step. */
function topOf({ index }: RowFacts): string {
  return `${index * ROW_HEIGHT}px`;
}

function classOf(facts: RowFacts): string {
  const { row, selected, evidence } = facts;
  const chapter = isChapter(facts) ? ' chapter' : '';
  const pause = row.pause === undefined ? '' : ' asks';
  const verdict = row.guard === undefined ? '' : ` v-${row.guard.verdict}`;
  return `row is-${row.kind}${chapter} s-${row.status}${selected ? ' selected' : ''}${pause}${verdict}${evidence === '' ? '' : ` ${evidence}`}`;
}

/** Kinds of rows that take no time, except for stops in the debugger. */
const NO_FIGURES: ReadonlySet<SpanRow['kind']> = new Set(['guard', 'answer', 'note', 'tools']);

/** Number of characters of what a failed call was about that its error does not displace. */
const KEPT_OF_FAILED = 24;

/** The cells of all rows except causes. */
class Cells {
  private readonly step = new ReusableElement('span', 'col-step');
  private readonly guides = new ReusableElement('i', 'guides');
  private readonly icon = new RowIcon();
  private readonly verb = new ReusableElement('span', 'verb');
  private readonly name = new ReusableElement('span', 'name');
  private readonly detail = new ReusableElement('span', 'detail');
  private readonly words = new ReusableElement('span', 'words');
  private readonly tokens = new ReusableElement('span', 'col-tokens');
  private readonly context = new ReusableElement('span', 'none');
  private readonly cost = new ReusableElement('span', 'none');
  private readonly time = new ReusableElement('span', 'col-time');
  private readonly track = new Track();
  private extras: readonly Element[] = [];
  private extrasKey = '';

  constructor(row: Element) {
    for (const cell of [this.step, this.tokens, this.context, this.cost, this.time])
      cell.setAttribute('role', 'gridcell');
    this.guides.setAttribute('aria-hidden', 'true');
    this.words.element.append(this.verb.element, this.name.element, this.detail.element);
    this.step.element.append(this.guides.element, this.icon.svg, this.words.element);
    const { step, tokens, context, cost, time, track } = this;
    row.append(...[step, tokens, context, cost, time, track.cell].map(({ element }) => element));
  }

  draw(facts: RowFacts): void {
    const { row, depth, query } = facts;
    // Rows without figures use their space for text.
    const hasNoFigures = NO_FIGURES.has(row.kind) && row.waits === undefined;
    const tokens = hasNoFigures ? '' : tokensOf(row);
    // A row without tokens has no context and no cost either.
    const isRoomy = tokens === '' && row.costUsd === undefined;
    // An agent has no context of its own: its tokens take that place, and its text theirs.
    const sum = row.kind === 'agent' ? ' sum' : '';
    this.step.setClass(hasNoFigures ? 'col-step wide' : isRoomy ? 'col-step roomy' : `col-step${sum}`);
    this.step.setStyle('paddingLeft', `${22 + (depth - 1) * 10}px`);
    this.guides.setStyle('width', `${(Math.min(depth, 24) - 1) * 10}px`);
    this.icon.draw(row.icon, `k-${iconColorOf(row)}`, facts.parent ? (facts.open ? 'open' : 'shut') : 'none');
    // The space is part of the text: a separate element that comes and goes would be more expensive.
    this.verb.setText(row.verb === '' ? '' : `${row.verb}${SPACE}`, query);
    const hasFailed = row.status === 'error' && row.guard === undefined;
    this.verb.setClass(row.kind === 'skill' && !hasFailed ? 'verb' : 'verb kept');
    const isStrong = (row.guard !== undefined && row.guard.verdict !== 'warn') || isChapter(facts);
    const share = !hasFailed ? '' : row.name.length <= KEPT_OF_FAILED ? ' whole' : ' long';
    this.name.setClass(`name${isStrong ? ' strong' : ''}${share}`);
    this.name.setText(row.name, query);
    this.detail.setClass(hasFailed ? 'detail failed' : 'detail');
    this.detail.setText(row.detail === undefined ? '' : `${SPACE}${row.detail}`, query);
    this.drawExtras(facts);
    // An empty cell gives its space to the text before it.
    this.tokens.setClass(tokens === '' ? 'none' : `col-tokens${sum}`);
    this.tokens.setText(tokens);
    this.tokens.setAttribute('title', titleOf(row));
    const context = facts.contextBasis === 0 ? '' : percent(row.tokensIn ?? 0, facts.contextBasis);
    this.context.setClass(context === '' ? 'none' : 'col-context');
    this.context.setText(context);
    const cost = hasNoFigures || row.costUsd === undefined ? '' : shortDollars(row.costUsd);
    this.cost.setClass(cost === '' ? 'none' : 'col-cost');
    this.cost.setText(cost);
    this.time.setClass(hasNoFigures ? 'none' : 'col-time');
    this.time.setText(hasNoFigures ? '' : duration(facts.end - row.start));
    this.track.draw(facts);
  }

  /** Draws the parts that few rows have: totals, a guard's count, badges, buttons. */
  private drawExtras(facts: RowFacts): void {
    const key = extrasKeyOf(facts);
    if (key === this.extrasKey) return;
    this.extrasKey = key;
    for (const one of this.extras) {
      render(null, one);
      one.remove();
    }
    const details = createDetails(facts);
    const badges = createBadges(facts);
    this.words.element.append(...details);
    this.step.element.append(...badges);
    this.extras = [...details, ...badges];
  }
}

function tokensOf({ tokensIn, tokensOut, tokensAdded }: SpanRow): string {
  const some = (tokens: number | undefined) => (tokens === undefined ? '?' : shortCount(tokens));
  if (tokensIn !== undefined || tokensOut !== undefined) return `${some(tokensIn)} → ${some(tokensOut)}`;
  return tokensAdded === undefined ? '' : `+${count(tokensAdded)}`;
}

function titleOf({ tokensIn, tokensOut, tokensAdded }: SpanRow): string | undefined {
  if (tokensAdded === undefined || tokensIn !== undefined || tokensOut !== undefined) return undefined;
  return `Adds about ${plural(tokensAdded, 'token')} to each later request, estimated from its length`;
}
