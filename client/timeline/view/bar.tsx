/** A row's bar, to scale, with its one label. */
import { barOf, labelSide, labelWidth } from '../model/bars.ts';
import { duration } from '../model/format.ts';
import type { SpanRow } from '../row.ts';
import * as store from '../store.ts';
import { Ask, asksHere } from './ask.tsx';
import { Icon } from './icons.tsx';
import { lookOf, wordLookOf } from './look.ts';

export function Track({ row }: { readonly row: SpanRow }) {
  const scale = store.scale.value;
  const width = store.trackWidth.value;
  const bar = barOf(row, scale, store.zoom.value, width, row.end ?? store.end.value);
  const ask = asksHere(row);
  if (bar.outside !== undefined) {
    return (
      <span class="col-track" role="gridcell">
        <span class="unseen">{spoken(row)}</span>
        <i class={`away ${bar.outside}`}>
          <Icon name="chevron-right" look="muted" />
        </i>
        {ask && (
          <span class="ask-place" style={{ right: '24px' }}>
            <Ask pause={row.pause ?? ''} asks={row.asks ?? 'confirmation'} where="at-bar" />
          </span>
        )}
      </span>
    );
  }
  const look = lookOf(row);
  const instant = row.kind === 'guard' || row.kind === 'answer' || row.kind === 'note' || row.kind === 'tools';
  const label = labelOf(row);
  const mono = row.code !== undefined && label === row.code;
  const side = label === '' || ask ? 'none' : labelSide(bar, width, labelWidth(label, mono));
  const failed = row.status === 'error' && look !== 'error' && !instant && row.kind !== 'agent';
  const simulated = row.kind === 'model' && store.simulated.value;
  return (
    <span class="col-track" role="gridcell">
      <span class="unseen">{spoken(row)}</span>
      {instant ? (
        <i class={`moment k-${look} ${row.kind === 'guard' ? 'diamond' : 'dot'}`} style={{ left: `${bar.from}px` }} />
      ) : (
        bar.segments.map((part) => (
          <i
            key={part.x}
            class={`bar ${part.look} k-${part.look === 'wait' ? 'approval' : look} ${row.kind === 'agent' ? 'thin' : ''} ${simulated ? 'simulated' : ''} ${part.open ? 'open' : ''} ${failed && part === bar.segments.at(-1) ? 'failed' : ''}`}
            style={{ left: `${part.x}px`, width: `${part.width}px` }}
          />
        ))
      )}
      {side !== 'none' && (
        <span
          class={`label ${side} ${mono ? 'mono' : ''} k-${wordLookOf(row)}`}
          style={labelPlace(side, bar.from, bar.to, width)}
        >
          {label}
        </span>
      )}
      {ask && (
        <span
          class="ask-place"
          style={
            bar.from > (row.asks === 'guard' ? 190 : 150)
              ? { right: `calc(100% - ${bar.from - 8}px)` }
              : { right: '14px' }
          }
        >
          <Ask pause={row.pause ?? ''} asks={row.asks ?? 'confirmation'} where="at-bar" />
        </span>
      )}
    </span>
  );
}

function labelOf(row: SpanRow): string {
  if (row.kind === 'approval') {
    const [from, to] = row.waits?.[0] ?? [row.start, row.end ?? null];
    const end = to ?? store.end.value;
    const scale = store.scale.value;
    const gap = scale.squeezed && scale.gaps.some((one) => one.from >= from - 1 && one.to <= end + 1 && one.waiting);
    return `${duration(end - from)} waiting for ${WAITS_FOR[row.asks ?? 'confirmation']}${gap ? ', squeezed' : ''}`;
  }
  return row.code ?? row.label ?? '';
}

const WAITS_FOR = { confirmation: 'approval', credential: 'a credential', guard: 'your decision' } as const;

function labelPlace(side: string, from: number, to: number, width: number) {
  if (side === 'right') return { left: `${Math.min(to, width) + 6}px` };
  if (side === 'left') return { right: `calc(100% - ${Math.max(0, from) - 6}px)` };
  return { left: `${Math.max(0, from) + 6}px` };
}

/** The bar in words, for those who do not see it. Its code or label stands beside it. */
function spoken(row: SpanRow): string {
  return row.status === 'ok' || row.status === 'open'
    ? `starts at ${duration(row.start)}`
    : `${row.status}, starts at ${duration(row.start)}`;
}
