/** The details of the selected row. Its payload is requested when the row is selected and when it changes. */
import { useEffect } from 'preact/hooks';
import type { Payload } from '../../payload.ts';
import type { SpanRow } from '../../row.ts';
import { openSource } from '../../state/actions.ts';
import { post } from '../../state/host.ts';
import * as store from '../../state/store.ts';
import { ToolButton } from '../parts/buttons.tsx';
import { iconColorOf, textColorOf } from '../parts/colors.ts';
import { Icon } from '../parts/icons.tsx';
import { JsonTree } from '../parts/json.tsx';
import { Messages } from './messages.tsx';
import { Request } from './request.tsx';
import { Summary } from './summary.tsx';
import { PauseAnswers } from './summary-approval.tsx';

export function Details() {
  store.slowVersion.value;
  const row = store.rowAt(store.selected.value);
  useEffect(() => {
    // The row of the run changes with every event, but its payload matters only at the start and the end.
    if (row !== undefined) post({ type: 'payload', row: row.id });
  }, [row?.id, row?.status, row?.kind === 'agent' ? 0 : row?.label, store.updates.resets]);
  if (row === undefined) {
    return (
      <aside class="details" aria-label="Details">
        <p class="nothing">Select a step to see its input and output.</p>
      </aside>
    );
  }
  const payload = store.payload.value?.row === row.id ? store.payload.value : undefined;
  const tabs = tabsOf(row, payload);
  const tab = tabs.find(([name]) => name === store.tab.value)?.[0] ?? 'summary';
  const title = titleOf(row);
  return (
    <aside class={row.pause === undefined ? 'details' : 'details asks'} aria-label="Details">
      <div class="details-head">
        <Icon
          name={row.kind === 'cause' ? 'guard' : row.icon}
          className={`k-${row.kind === 'cause' ? 'guard' : iconColorOf(row)}`}
        />
        <div class="what">
          <h2 title={title}>{title}</h2>
          <div class="sub">
            {row.code !== undefined && <span class={`code k-${textColorOf(row)}`}>{row.code}</span>}
            {[
              row.verb === row.name ? '' : row.verb,
              row.turn === undefined || row.kind === 'model' ? '' : `turn ${row.turn}`,
            ]
              .filter((part) => part !== '')
              .map((part, index) => `${index > 0 || row.code !== undefined ? ' · ' : ''}${part}`)
              .join('')}
          </div>
        </div>
        <ToolButton
          icon="copy"
          label="Copy as JSON"
          disabled={payload === undefined}
          onClick={() => post({ type: 'copy', text: JSON.stringify(payload?.raw ?? [], null, 2) })}
        />
        <ToolButton
          icon="open-editor"
          label="Open in an editor"
          disabled={payload === undefined}
          onClick={() => post({ type: 'openPayload', row: row.id })}
        />
        {canRunFrom(row) && (
          <ToolButton
            icon="fork"
            label="Run from here…"
            title="Run from here: a new run that repeats nothing before this step"
            onClick={() => post({ type: 'runFrom', row: row.id })}
          />
        )}
        {canRunFrom(row) && (
          <ToolButton
            icon="debug"
            label="Debug from here…"
            title="Debug from here: a new run that stops at this step, and repeats nothing before it"
            onClick={() => post({ type: 'debugFrom', row: row.id })}
          />
        )}
        {row.source && (
          <ToolButton
            icon="go-to"
            label="Go to source"
            title="Go to source (Enter)"
            onClick={() => openSource(row.id)}
          />
        )}
      </div>
      <Tabs tabs={tabs} current={tab} />
      <div
        class="panel"
        role="tabpanel"
        id="details-panel"
        aria-labelledby={`tab-${tab}`}
        tabIndex={0}
        key={`${row.id}${tab}`}
      >
        {tab === 'summary' && <Summary row={row} payload={payload} />}
        {tab === 'messages' && payload !== undefined && <Messages payload={payload} />}
        {tab === 'request' && payload !== undefined && (
          <Request row={row.id} request={payload.request} reported={reportedTokens(payload)} />
        )}
        {tab === 'data' && <Data payload={payload} />}
        {tab === 'state' && (
          <JsonTree value={payload?.state?.length === 1 ? payload.state[0]! : (payload?.state ?? [])} open={3} />
        )}
        {tab === 'raw' &&
          payload?.raw.map((event, index) => (
            <JsonTree key={String(index)} value={event} open={1} name={nameOf(event)} />
          ))}
        {payload?.cut && <p class="muted">Long texts are truncated here. The journal has the full text.</p>}
      </div>
      {row.pause !== undefined && <PauseAnswers row={row} payload={payload} />}
    </aside>
  );
}

const STEPS: ReadonlySet<SpanRow['kind']> = new Set(['model', 'tool', 'skill', 'script']);

/** True for a model call or a tool call of a run that the runtime can fork. */
function canRunFrom({ kind, parent }: SpanRow): boolean {
  const head = store.header.value;
  return parent !== -1 && STEPS.has(kind) && head !== undefined && head.imported === undefined;
}

function nameOf(event: unknown): string {
  const { type, seq } = (typeof event === 'object' && event !== null ? event : {}) as { type?: unknown; seq?: unknown };
  return `${String(seq ?? '')} ${String(type ?? '')}`.trim();
}

function titleOf(row: SpanRow): string {
  if (row.kind === 'guard') return row.name.replace(/^Guard: ./, (start) => start.slice(-1).toUpperCase());
  if (row.kind === 'cause') return 'Cause';
  if (row.status === 'waiting') {
    if (row.pauseKind === 'credential') return 'Waiting for a credential';
    return row.pauseKind === 'guard' ? 'Waiting for your decision' : 'Waiting for your approval';
  }
  return row.name;
}

/** Returns the input tokens that the provider counted; undefined if they are unknown or estimated. */
function reportedTokens({ usage = {} }: Payload): number | undefined {
  return usage.estimated ? undefined : usage.inputTokens;
}

type TabEntry = readonly [name: store.Tab, label: string];

/** Returns the tabs that have content. */
function tabsOf(row: SpanRow, payload: Payload | undefined): readonly TabEntry[] {
  const call = row.kind === 'tool' || row.kind === 'skill' || row.kind === 'script';
  return [
    ['summary', 'Summary'] as const,
    ...((payload?.messages?.length ?? 0) > 0 ? [['messages', 'Messages'] as const] : []),
    ...(row.kind === 'model' && payload !== undefined ? [['request', 'Request'] as const] : []),
    ...(call ? [['data', 'Arguments / Result'] as const] : []),
    ...((payload?.state?.length ?? 0) > 0 ? [['state', 'State'] as const] : []),
    ['raw', 'Raw'] as const,
  ];
}

function Tabs({ tabs, current }: { readonly tabs: readonly TabEntry[]; readonly current: store.Tab }) {
  const go = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = tabs.findIndex(([name]) => name === current);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    store.tab.value = next[0];
    document.getElementById(`tab-${next[0]}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Details" onKeyDown={go}>
      {tabs.map(([name, label]) => (
        <button
          type="button"
          key={name}
          id={`tab-${name}`}
          role="tab"
          aria-selected={name === current}
          aria-controls="details-panel"
          tabIndex={name === current ? 0 : -1}
          onClick={() => {
            store.tab.value = name;
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function Data({ payload }: { readonly payload: Payload | undefined }) {
  if (payload === undefined) return <p class="muted">Loading…</p>;
  return (
    <>
      <section>
        <h3>Arguments</h3>
        {payload.args === undefined ? <p class="muted">none</p> : <JsonTree value={payload.args} open={3} />}
      </section>
      <section>
        <h3>Result</h3>
        {payload.result === undefined ? <p class="muted">none yet</p> : <JsonTree value={payload.result} open={3} />}
      </section>
    </>
  );
}
