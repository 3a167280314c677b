/** The cell with a row's bar and its label. Elements are reused and written only when they change. */
import { render } from 'preact';
import { barOf, labelSide, labelWidth, type Segment } from '../model/bars.ts';
import { duration } from '../model/format.ts';
import type { SpanRow } from '../row.ts';
import { Ask } from './ask.tsx';
import { Icon } from './icons.tsx';
import { lookOf, wordLookOf } from './look.ts';
import type { RowFacts } from './row-facts.ts';
import { statusWords } from './status.ts';
import { Written } from './written.ts';

export class Track {
  readonly cell = new Written('span', 'col-track');
  private readonly bars: Written[] = [];
  private readonly label = new Written('span', 'label');
  private away: Written | undefined;
  private ask: Written | undefined;

  constructor() {
    this.cell.attribute('role', 'gridcell');
    this.cell.element.append(this.label.element);
    this.bars.push(this.addBar());
  }

  draw(facts: RowFacts): void {
    const { row, scale, zoom, width, end, asks } = facts;
    const bar = barOf(row, scale, zoom, width, end);
    const look = lookOf(row);
    const text = bar.outside === undefined ? labelOf(facts) : '';
    const mono = row.code !== undefined && text === row.code;
    const side = text === '' || asks ? 'none' : labelSide(bar, width, labelWidth(text, mono));
    // The buttons in the cell have names of their own, which a label would hide.
    const label = side === 'none' ? spoken(facts) : `${spoken(facts)}, ${text}`;
    this.cell.attribute('aria-label', asks ? undefined : label);
    if (isMoment(row) && bar.outside === undefined) {
      this.drawBars(1, () => ({
        look: `moment k-${look} ${row.kind === 'guard' ? 'diamond' : 'dot'}`,
        left: bar.from,
      }));
    } else {
      this.drawBars(bar.segments.length, (place) => {
        const part = bar.segments[place]!;
        const failed = place === bar.segments.length - 1 && hasFailed(row, look);
        return { look: barLook(facts, part, look, failed), left: part.x, width: part.width };
      });
    }
    this.label.text(side === 'none' ? '' : text);
    // The styles of an empty label are not visible, so they stay as they are.
    if (side !== 'none') {
      this.label.look(`label ${side} ${mono ? 'mono ' : ''}k-${wordLookOf(row)}`);
      const left = side === 'right' ? Math.min(bar.to, width) : Math.max(0, bar.from);
      this.label.style('left', side === 'left' ? '' : `${left + 6}px`);
      this.label.style('right', side === 'left' ? `calc(100% - ${left - 6}px)` : '');
    }
    this.drawAway(bar.outside);
    this.drawAsk(facts, bar.outside === undefined ? bar.from : undefined);
  }

  private addBar(): Written {
    const bar = new Written('i', 'none');
    this.cell.element.insertBefore(bar.element, this.label.element);
    return bar;
  }

  private drawBars(count: number, of: (place: number) => { look: string; left: number; width?: number }): void {
    while (this.bars.length < count) this.bars.push(this.addBar());
    for (const [place, bar] of this.bars.entries()) {
      if (place >= count) {
        bar.look('none');
        continue;
      }
      const { look, left, width } = of(place);
      bar.look(look);
      bar.style('left', `${left}px`);
      bar.style('width', width === undefined ? '' : `${width}px`);
    }
  }

  /** Draws a chevron at the edge if the bar is outside the zoomed range. */
  private drawAway(side: 'left' | 'right' | undefined): void {
    if (side === undefined) {
      this.away?.look('none');
      return;
    }
    if (this.away === undefined) {
      this.away = new Written('i', 'none');
      this.cell.element.append(this.away.element);
      render(<Icon name="chevron-right" look="muted" />, this.away.element);
    }
    this.away.look(`away ${side}`);
  }

  /** Draws the buttons of a pause left of the bar if there is room, else at the right edge. */
  private drawAsk({ row, asks }: RowFacts, from: number | undefined): void {
    if (asks || this.ask !== undefined) {
      if (this.ask === undefined) {
        this.ask = new Written('span', 'ask-place');
        this.cell.element.append(this.ask.element);
      }
      this.ask.look(asks ? 'ask-place' : 'none');
      const room = row.asks === 'guard' ? 190 : 138;
      if (from === undefined) this.ask.style('right', '24px');
      else this.ask.style('right', from > room ? `calc(100% - ${from - 8}px)` : '14px');
      render(
        asks ? <Ask pause={row.pause ?? ''} asks={row.asks ?? 'confirmation'} where="at-bar" /> : null,
        this.ask.element,
      );
    }
  }
}

function isMoment({ kind }: SpanRow): boolean {
  return kind === 'guard' || kind === 'answer' || kind === 'note' || kind === 'tools';
}

function hasFailed(row: SpanRow, look: string): boolean {
  return row.status === 'error' && look !== 'error' && row.kind !== 'agent';
}

function barLook({ row, simulated }: RowFacts, part: Segment, look: string, failed: boolean): string {
  const thin = row.kind === 'agent' ? ' thin' : '';
  const invented = row.kind === 'model' && simulated ? ' simulated' : '';
  const colour = part.look === 'work' ? look : 'approval';
  return `bar ${part.look} k-${colour}${thin}${invented}${part.open ? ' open' : ''}${failed ? ' failed' : ''}`;
}

function labelOf({ row, scale, end: until, cut }: RowFacts): string {
  if (row.kind !== 'approval') return row.code ?? row.label ?? (cut && row.kind !== 'agent' ? 'interrupted' : '');
  const [from, to] = row.waits?.[0] ?? [row.start, row.end ?? null];
  const end = to ?? until;
  const gap = scale.squeezed && scale.gaps.some((one) => one.from >= from - 1 && one.to <= end + 1 && one.waiting);
  return `${duration(end - from)} waiting for ${WAITS_FOR[row.asks ?? 'confirmation']}${gap ? ', squeezed' : ''}`;
}

const WAITS_FOR = { confirmation: 'approval', credential: 'a credential', guard: 'your decision' } as const;

/** Returns the bar as text for screen readers. */
function spoken({ row, cut }: RowFacts): string {
  const ordinary = row.status === 'ok' || (row.status === 'open' && !cut && row.heldUntil !== null);
  return `${ordinary ? '' : `${statusWords(row, !cut)}, `}starts at ${duration(row.start)}`;
}
