/** What a person needs to see before a script runs, and the two answers. */
import { duration, plural } from '../model/format.ts';
import type { Payload } from '../payload.ts';
import type { SpanRow } from '../row.ts';
import * as store from '../store.ts';
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

export function Approval({ row, payload }: { readonly row: SpanRow; readonly payload: Payload | undefined }) {
  const asks = row.asks ?? 'confirmation';
  const since = row.waits?.at(-1)?.[0] ?? row.start;
  const script = payload?.approval;
  const server = payload?.server;
  const module = payload?.module;
  return (
    <div class="ask-box">
      <h3>{script === undefined ? (payload?.hint ?? ASKS[asks]) : `Run ${script.path}?`}</h3>
      <p class="muted">
        {row.turn === undefined ? '' : `Asked for in turn ${row.turn}. `}Waiting for {duration(store.end.value - since)}
        .
      </p>
      {script !== undefined && (
        <>
          <Code name={script.path} source={script.source} />
          <dl class="facts">
            <dt>Skill</dt>
            <dd>{script.skill}</dd>
            <dt>Command</dt>
            <dd class="mono">{script.command}</dd>
            <dt>Sandbox</dt>
            <dd>{SANDBOX[script.sandbox]}</dd>
            <dt>Limits</dt>
            <dd>{script.timeoutSeconds > 0 ? `${script.timeoutSeconds} s` : 'no time limit'}</dd>
          </dl>
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
          <Code name={module.name} source={module.source} />
          <dl class="facts">
            <dt>Module</dt>
            <dd class="mono">{module.file}</dd>
            <dt>Leads to</dt>
            <dd class="mono">{module.leadsTo.length === 0 ? 'no other file' : module.leadsTo.join(', ')}</dd>
            <dt>Sandbox</dt>
            <dd>{SANDBOX.none}</dd>
          </dl>
        </>
      )}
      <div class="answers">
        <Ask pause={row.pause ?? ''} asks={asks} where="in-details" lasting={lastingOf(payload)} />
      </div>
    </div>
  );
}

function lastingOf(payload: Payload | undefined) {
  if (payload?.server !== undefined) return 'server';
  if (payload?.module?.hash !== undefined) return 'module';
  return payload?.approval?.files === undefined ? undefined : 'skill';
}

/** What would run, as text. */
function Code({ name, source }: { readonly name: string; readonly source: string }) {
  const lines = source.trimEnd().split('\n');
  return (
    <div class="box">
      <div class="box-head">
        <Icon name="terminal" look="k-script" />
        <span class="name">{name}</span>
        <span class="detail">{plural(lines.length, 'line')}</span>
      </div>
      <Source first={1} lines={lines.slice(0, 200)} />
    </div>
  );
}
