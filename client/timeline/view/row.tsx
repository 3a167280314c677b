/** One row: name, figures, bar. A guard's cause spans the whole line. */
import { useEffect } from 'preact/hooks';
import { fold, openSource, select } from '../actions.ts';
import { post } from '../host.ts';
import { count, duration, plural, shortCount } from '../model/format.ts';
import { ROW } from '../model/window.ts';
import type { SpanRow, Totals } from '../row.ts';
import * as store from '../store.ts';
import { Ask, asksHere } from './ask.tsx';
import { Track } from './bar.tsx';
import { type Glyph, Icon } from './icons.tsx';
import { lookOf } from './look.ts';
import { Marked } from './marked.tsx';

/** All that a row is drawn from: as long as these stay the same it is not drawn again. */
interface Props {
  readonly row: SpanRow;
  readonly index: number;
  readonly depth: number;
  readonly position: number;
  readonly siblings: number;
  readonly parent: boolean;
  readonly open: boolean;
  readonly selected: boolean;
  readonly tabStop: boolean;
  /** The guard that counted it last. */
  readonly guard: number | undefined;
}

export function Row({ row, index, depth, position, siblings, parent, open, selected, tabStop, guard }: Props) {
  return (
    <div
      class={classOf(row, selected, guard)}
      role="row"
      tabIndex={tabStop ? 0 : -1}
      aria-level={depth}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-rowindex={index + 1}
      aria-selected={selected}
      {...(parent ? { 'aria-expanded': open } : {})}
      style={{ transform: `translateY(${index * ROW}px)` }}
      onClick={() => select(row.id, { focus: true, show: false })}
      onDblClick={() => parent && fold(row.id, !open)}
      onPointerEnter={() => point(row)}
      onPointerLeave={() => point(undefined)}
    >
      {row.kind === 'cause' ? (
        <CauseLine row={row} depth={depth} />
      ) : (
        <Cells row={row} depth={depth} parent={parent} open={open} />
      )}
    </div>
  );
}

function classOf(row: SpanRow, selected: boolean, guard: number | undefined): string {
  const names = ['row', `is-${row.kind}`, `s-${row.status}`];
  if (selected) names.push('selected');
  if (row.pause !== undefined) names.push('asks');
  if (row.guard !== undefined) names.push(`v-${row.guard.verdict}`);
  // Read by every row, so that a row with the same properties is left alone.
  const pointed = store.pointed.value;
  const raised = store.raised.value;
  if (guard !== undefined) names.push('evidence');
  if (guard !== undefined && guard === pointed) names.push('pointed');
  else if (guard !== undefined && guard === raised) names.push('raised');
  return names.join(' ');
}

/** Pointing at a guard, its cause or a row that it counted raises all of its evidence. */
function point(row: SpanRow | undefined): void {
  const guard = row === undefined ? -1 : store.guardOf(row.id);
  if (store.pointed.value !== guard) store.pointed.value = guard;
}

function Cells(props: {
  readonly row: SpanRow;
  readonly depth: number;
  readonly parent: boolean;
  readonly open: boolean;
}) {
  const { row, depth, parent, open } = props;
  // These have no figures: their words take the room.
  const wide = row.kind === 'guard' || row.kind === 'answer' || row.kind === 'note' || row.kind === 'tools';
  const inside = store.insideSet.value.has(row.id);
  const { tokensIn, tokensOut, tokensAdded } = row;
  const end = row.end ?? store.end.value;
  return (
    <>
      <span
        class={wide ? 'col-step wide' : 'col-step'}
        role="gridcell"
        style={{ paddingLeft: `${22 + (depth - 1) * 10}px` }}
      >
        <Guides depth={depth} />
        {parent ? (
          <i
            class="twistie"
            onClick={(event) => {
              event.stopPropagation();
              fold(row.id, !open);
            }}
          >
            <Icon name={open ? 'chevron-down' : 'chevron-right'} />
          </i>
        ) : (
          <i class="twistie" />
        )}
        <Icon name={row.icon} look={`k-${lookOf(row)}`} />
        <span class="words">
          {row.verb !== '' && (
            <span class="verb">
              <Marked text={row.verb} />
            </span>
          )}
          <span class={row.guard !== undefined && row.guard.verdict !== 'warn' ? 'name strong' : 'name'}>
            <Marked text={row.name} />
          </span>
          {row.detail !== undefined && (
            <span class="detail">
              <Marked text={row.detail} />
            </span>
          )}
          {row.totals !== undefined && (row.kind === 'agent' || !open) && (
            <span class="detail" title="LLM calls. Wasted: all that they asked for missed, failed or was denied.">
              {totalsOf(row.totals)}
            </span>
          )}
          {row.guard !== undefined && (
            <span class="detail">
              {row.guard.rule.replaceAll('_', ' ')}, {count(row.guard.count)} of {count(row.guard.threshold)}
            </span>
          )}
        </span>
        {row.addedTools !== undefined && (
          <span class="added">+ {row.addedTools === 1 ? '1 tool' : `${row.addedTools} tools`}</span>
        )}
        {row.addedBy !== undefined && (
          <span
            class="added"
            title={row.addedBy === '' ? 'Added by a loaded skill' : `Added by the skill ${row.addedBy}`}
          >
            new
          </span>
        )}
        {row.parallel !== undefined && (
          <span class="parallel" title={`${row.parallel} of its calls ran at the same time`}>
            {row.parallel} in parallel
          </span>
        )}
        {inside && (
          <span class="inside" title="Found in its arguments, result or reply">
            <mark>inside</mark>
          </span>
        )}
        {asksHere(row) && <Ask pause={row.pause ?? ''} asks={row.asks ?? 'confirmation'} where="in-name" />}
      </span>
      {!wide && (
        <>
          {' '}
          <span class="col-tokens" role="gridcell">
            {tokensIn !== undefined || tokensOut !== undefined
              ? `${tokensIn === undefined ? '?' : shortCount(tokensIn)} → ${tokensOut === undefined ? '?' : shortCount(tokensOut)}`
              : tokensAdded !== undefined && (
                  <span
                    title={`About ${count(tokensAdded)} tokens more in each later request, estimated from its length`}
                  >
                    +{count(tokensAdded)}
                  </span>
                )}
          </span>
          <span class="col-time" role="gridcell">
            {duration(end - row.start)}
          </span>
        </>
      )}
      <Track row={row} />
    </>
  );
}

/** What an agent used, in a few words. */
function totalsOf({ llmCalls, wastedCalls }: Totals): string {
  return `${plural(llmCalls, 'call')}${wastedCalls > 0 ? `, ${count(wastedCalls)} wasted` : ''}`;
}

/** Indent guides: one element, however deep the row. */
function Guides({ depth }: { readonly depth: number }) {
  return <i class="guides" aria-hidden="true" style={{ width: `${(Math.min(depth, 24) - 1) * 10}px` }} />;
}

function CauseLine({ row, depth }: { readonly row: SpanRow; readonly depth: number }) {
  const fixes = store.fixes.value.get(row.id);
  useEffect(() => {
    if (!store.fixes.value.has(row.id)) post({ type: 'fixes', row: row.id });
  }, [row.id]);
  const best = fixes?.[0];
  return (
    <span class="cause-line" role="gridcell" style={{ paddingLeft: `${22 + (depth - 1) * 10 + 28}px` }}>
      <span class="verb">Cause</span>
      <button
        type="button"
        class="link"
        tabIndex={-1}
        onClick={(event) => {
          event.stopPropagation();
          openSource(row.id);
        }}
      >
        {row.cause?.place}
      </button>
      <span class="quote">
        “<Marked text={row.cause?.text ?? ''} />”
      </span>
      {best !== undefined && (
        <>
          <Icon name={'arrow' satisfies Glyph} look="muted" />
          <button
            type="button"
            class="fix"
            tabIndex={-1}
            title={best.title}
            aria-label={best.title}
            onClick={(event) => {
              event.stopPropagation();
              post({ type: 'applyFix', row: row.id, index: 0 });
            }}
          >
            <Icon name="bulb" look="warn" />
            <span class="words">{best.title}</span>
          </button>
        </>
      )}
    </span>
  );
}
