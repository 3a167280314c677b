/** What a person needs to see before a script runs, and the two answers. */
import { duration, plural } from '../model/format.ts';
import type { Payload } from '../payload.ts';
import type { SpanRow } from '../row.ts';
import * as store from '../state/store.ts';
import { Ask } from './ask.tsx';
import { Icon } from './icons.tsx';
import { Source } from './text.tsx';

const SANDBOX = {
  bubblewrap: 'bubblewrap: no network, a fresh folder',
  seatbelt: 'seatbelt: no network, a fresh folder',
  none: 'none: it runs with your rights',
} as const;

const ASKS = {
  confirmation: 'The run asks for your approval',
  credential: 'The run asks for a credential',
  guard: 'A guard asks whether to go on',
} as const;

/** How the hint of an approval begins where nothing holds a script back. */
const NO_SANDBOX = /^no sandbox\b/i;

/**
 * What is asked, and the warning above it: the first line of the hint where that is one, else our own where nothing
 * holds back what would run.
 */
function asked({ asks = 'confirmation' }: SpanRow, payload: Payload | undefined) {
  const [first = '', ...rest] = (payload?.hint ?? '').split('\n');
  const warns = NO_SANDBOX.test(first);
  const said = (warns ? rest.join('\n') : (payload?.hint ?? '')).trim();
  const bare = payload?.approval?.sandbox === 'none' || payload?.module !== undefined;
  return {
    question: payload?.approval === undefined ? said || ASKS[asks] : `Run ${payload.approval.path}?`,
    warning: warns ? first : bare ? 'No sandbox: it runs with your rights.' : undefined,
  };
}

export function Approval({ row, payload }: { readonly row: SpanRow; readonly payload: Payload | undefined }) {
  const since = row.waits?.at(-1)?.[0] ?? row.start;
  const script = payload?.approval;
  const server = payload?.server;
  const module = payload?.module;
  const { question, warning } = asked(row, payload);
  return (
    <div class="ask-box">
      {warning !== undefined && (
        <p class="warning">
          <Icon name="warning" look="warn" />
          {warning}
        </p>
      )}
      <h3>{question}</h3>
      <p class="muted">
        {row.turn === undefined ? '' : `Asked for in turn ${row.turn}. `}Waiting for {duration(store.end.value - since)}
        .
      </p>
      {script !== undefined && (
        <>
          <dl class="facts">
            <dt>Command</dt>
            <dd class="mono">{script.command}</dd>
            <dt>Sandbox</dt>
            <dd>{SANDBOX[script.sandbox]}</dd>
            <dt>Limits</dt>
            <dd>{script.timeoutSeconds > 0 ? `${script.timeoutSeconds} s` : 'no time limit'}</dd>
            <dt>Skill</dt>
            <dd>{script.skill}</dd>
          </dl>
          <Code name={script.path} source={script.source} />
        </>
      )}
      {server !== undefined && (
        <dl class="facts">
          <dt>Server</dt>
          <dd>{server.name}</dd>
          <dt>Command</dt>
          <dd class="mono">{server.command}</dd>
          <dt>Named in</dt>
          <dd class="mono">{server.file}</dd>
          <dt>Is given</dt>
          <dd>{server.given.length === 0 ? 'nothing beside its command' : server.given.join(', ')}</dd>
        </dl>
      )}
      {module !== undefined && (
        <>
          <dl class="facts">
            <dt>Module</dt>
            <dd class="mono">{module.file}</dd>
            <dt>Leads to</dt>
            <dd class="mono">{module.leadsTo.length === 0 ? 'no other file' : module.leadsTo.join(', ')}</dd>
            <dt>Sandbox</dt>
            <dd>{SANDBOX.none}</dd>
          </dl>
          <Code name={module.name} source={module.source} />
        </>
      )}
    </div>
  );
}

/** The answers, below all that is to be read first, whichever tab shows it: they stay in sight and cover nothing. */
export function Answers({ row, payload }: { readonly row: SpanRow; readonly payload: Payload | undefined }) {
  return (
    <div class="answers">
      <Ask pause={row.pause ?? ''} asks={row.asks ?? 'confirmation'} where="in-details" lasting={lastingOf(payload)} />
    </div>
  );
}

function lastingOf(payload: Payload | undefined) {
  if (payload?.server !== undefined) return 'server';
  if (payload?.module?.hash !== undefined) return 'module';
  return payload?.approval?.files === undefined ? undefined : 'skill';
}

/** Lines of a source that an approval holds at most. */
const SHOWN = 40;

/** What would run, as text. */
function Code({ name, source }: { readonly name: string; readonly source: string }) {
  const lines = source.trimEnd().split('\n');
  return (
    <div class="box">
      <div class="box-head">
        <Icon name="terminal" look="k-script" />
        <span class="name">{name}</span>
        <span class="detail">
          {lines.length >= SHOWN ? `the first ${plural(lines.length, 'line')}` : plural(lines.length, 'line')}
        </span>
      </div>
      <Source first={1} lines={lines.slice(0, 200)} />
    </div>
  );
}
