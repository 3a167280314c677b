/** The cell with a row's bar and its label. Elements are reused and written only when they change. */
import { render } from 'preact';
import { barOf, labelSide, labelWidth, type Segment } from '../../model/bars.ts';
import { duration } from '../../model/format.ts';
import type { SpanRow } from '../../row.ts';
import { colorOf, textColorOf } from '../parts/colors.ts';
import { Icon } from '../parts/icons.tsx';
import { PauseButtons } from '../parts/pause-buttons.tsx';
import { ReusableElement } from '../parts/reusable-element.ts';
import { describeStatus } from '../parts/status.ts';
import type { RowFacts } from './row-facts.ts';
import { totalsAtBar } from './row-totals.ts';

/** In pixels. */
interface DrawnBar {
  readonly className: string;
  readonly left: number;
  readonly width?: number;
}

export class Track {
  readonly cell = new ReusableElement('span', 'col-track');
  private readonly bars: ReusableElement[] = [];
  private readonly label = new ReusableElement('span', 'label');
  private chevron: ReusableElement | undefined;
  private pauseButtons: ReusableElement | undefined;

  constructor() {
    this.cell.setAttribute('role', 'gridcell');
    this.cell.element.append(this.label.element);
    this.bars.push(this.addBar());
  }

  draw(facts: RowFacts): void {
    const { row, scale, zoom, width, end, showsPause } = facts;
    const bar = barOf(row, scale, zoom, width, end);
    const color = colorOf(row);
    const text = bar.outside === undefined ? labelOf(facts) : '';
    const mono = row.code !== undefined && text === row.code;
    const side = text === '' || showsPause ? 'none' : labelSide(bar, width, labelWidth(text, mono));
    // The buttons in the cell have names of their own, which a label would hide.
    const label = side === 'none' ? ariaLabelOf(facts) : `${ariaLabelOf(facts)}, ${text}`;
    this.cell.setAttribute('aria-label', showsPause ? undefined : label);
    if (isInstant(row) && bar.outside === undefined) {
      this.drawBars(
        1,
        (): DrawnBar => ({
          className: `moment k-${color} ${row.kind === 'guard' ? 'diamond' : 'dot'}`,
          left: bar.from,
        }),
      );
    } else {
      this.drawBars(bar.segments.length, (index): DrawnBar => {
        const part = bar.segments[index]!;
        const failed = index === bar.segments.length - 1 && hasFailed(row, color);
        return { className: barClass(facts, part, color, failed), left: part.x, width: part.width };
      });
    }
    this.label.setText(side === 'none' ? '' : text);
    // The styles of an empty label are not visible, so they stay as they are.
    if (side !== 'none') {
      this.label.setClass(`label ${side} ${mono ? 'mono ' : ''}k-${textColorOf(row)}`);
      const left = side === 'right' ? Math.min(bar.to, width) : Math.max(0, bar.from);
      this.label.setStyle('left', side === 'left' ? '' : `${left + 6}px`);
      this.label.setStyle('right', side === 'left' ? `calc(100% - ${left - 6}px)` : '');
    }
    this.drawChevron(bar.outside);
    this.drawPauseButtons(facts, bar.outside === undefined ? bar.from : undefined);
  }

  private addBar(): ReusableElement {
    const bar = new ReusableElement('i', 'none');
    this.cell.element.insertBefore(bar.element, this.label.element);
    return bar;
  }

  private drawBars(count: number, barAt: (index: number) => DrawnBar): void {
    while (this.bars.length < count) this.bars.push(this.addBar());
    for (const [index, bar] of this.bars.entries()) {
      if (index >= count) {
        bar.setClass('none');
        continue;
      }
      const { className, left, width } = barAt(index);
      bar.setClass(className);
      bar.setStyle('left', `${left}px`);
      bar.setStyle('width', width === undefined ? '' : `${width}px`);
    }
  }

  /** Draws a chevron at the edge if the bar is outside the zoomed range. */
  private drawChevron(side: 'left' | 'right' | undefined): void {
    if (side === undefined) {
      this.chevron?.setClass('none');
      return;
    }
    if (this.chevron === undefined) {
      this.chevron = new ReusableElement('i', 'none');
      this.cell.element.append(this.chevron.element);
      render(<Icon name="chevron-right" className="muted" />, this.chevron.element);
    }
    this.chevron.setClass(`away ${side}`);
  }

  /** Draws the buttons of a pause left of the bar if there is room, else at the right edge. */
  private drawPauseButtons({ row, showsPause }: RowFacts, from: number | undefined): void {
    if (showsPause || this.pauseButtons !== undefined) {
      if (this.pauseButtons === undefined) {
        this.pauseButtons = new ReusableElement('span', 'ask-place');
        this.cell.element.append(this.pauseButtons.element);
      }
      this.pauseButtons.setClass(showsPause ? 'ask-place' : 'none');
      const room = row.pauseKind === 'guard' ? 190 : 138;
      if (from === undefined) this.pauseButtons.setStyle('right', '24px');
      else this.pauseButtons.setStyle('right', from > room ? `calc(100% - ${from - 8}px)` : '14px');
      render(
        showsPause ? (
          <PauseButtons pause={row.pause ?? ''} kind={row.pauseKind ?? 'confirmation'} placement="at-bar" />
        ) : null,
        this.pauseButtons.element,
      );
    }
  }
}

function isInstant({ kind, waits }: SpanRow): boolean {
  return kind === 'guard' || kind === 'answer' || (kind === 'note' && waits === undefined) || kind === 'tools';
}

function hasFailed(row: SpanRow, color: string): boolean {
  return row.status === 'error' && color !== 'error' && row.kind !== 'agent';
}

function barClass({ row, simulated }: RowFacts, part: Segment, color: string, failed: boolean): string {
  const thin = row.kind === 'agent' ? ' thin' : '';
  const simulatedClass = row.kind === 'model' && simulated ? ' simulated' : '';
  const segmentColor = part.kind === 'work' ? color : 'approval';
  return `bar ${part.kind} k-${segmentColor}${thin}${simulatedClass}${part.open ? ' open' : ''}${failed ? ' failed' : ''}`;
}

function labelOf(facts: RowFacts): string {
  const { row, scale, end: runEnd, cut } = facts;
  const isStop = row.kind === 'note' && row.waits !== undefined;
  if (row.kind !== 'approval' && !isStop)
    return row.code ?? row.label ?? (row.kind === 'agent' ? totalsAtBar(facts) : cut ? 'interrupted' : '');
  const [from, to] = row.waits?.[0] ?? [row.start, row.end ?? null];
  const end = to ?? runEnd;
  const gap = scale.squeezed && scale.gaps.some((one) => one.from >= from - 1 && one.to <= end + 1 && one.waiting);
  const what = isStop ? 'stopped' : `waiting for ${WAITS_FOR[row.pauseKind ?? 'confirmation']}`;
  return `${duration(end - from)} ${what}${gap ? ', squeezed' : ''}`;
}

const WAITS_FOR = { confirmation: 'approval', credential: 'a credential', guard: 'your decision' } as const;

/** Returns the bar as text for screen readers. */
function ariaLabelOf({ row, cut }: RowFacts): string {
  const ordinary = row.status === 'ok' || (row.status === 'open' && !cut && row.heldUntil !== null);
  return `${ordinary ? '' : `${describeStatus(row, !cut)}, `}starts at ${duration(row.start)}`;
}
