/** The information a user needs before approving a call, and the buttons to answer. */
import type { ModuleApproval, ScriptApproval } from '../../../../runtime/protocol/events.ts';
import { duration, plural } from '../../model/format.ts';
import type { Payload } from '../../payload.ts';
import type { SpanRow } from '../../row.ts';
import * as store from '../../state/store.ts';
import { Icon } from '../parts/icons.tsx';
import { PauseButtons } from '../parts/pause-buttons.tsx';
import { Source } from '../parts/text.tsx';

const SANDBOX = {
  bubblewrap: 'bubblewrap: no network, temporary folder',
  seatbelt: 'seatbelt: no network, temporary folder',
  none: 'none',
} as const;

const QUESTIONS = {
  confirmation: 'The run needs your approval',
  credential: 'The run needs a credential',
  guard: 'A guard asks whether to continue',
} as const;

/** Returns the limits of a script that waits for approval. Without a sandbox it has no others. */
function limitsOf({ timeoutSeconds, unlimitedProcesses = false }: ScriptApproval): string {
  const time = timeoutSeconds > 0 ? `${timeoutSeconds} s` : 'no time limit';
  return unlimitedProcesses ? `${time}, no limit of processes` : time;
}

/** Matches the hint of an approval that runs without a sandbox. */
const NO_SANDBOX = /^no sandbox\b/i;

/**
 * Returns the question and the warning above it. The warning is the first line of the hint if that is one, else a
 * default if the code would run without a sandbox.
 */
function questionOf({ pauseKind = 'confirmation' }: SpanRow, payload: Payload | undefined) {
  const [first = '', ...rest] = (payload?.hint ?? '').split('\n');
  const hasWarning = NO_SANDBOX.test(first);
  const hint = (hasWarning ? rest.join('\n') : (payload?.hint ?? '')).trim();
  const isUnsandboxed = payload?.approval?.sandbox === 'none' || payload?.module !== undefined;
  return {
    question: payload?.approval === undefined ? hint || QUESTIONS[pauseKind] : `Run ${payload.approval.path}?`,
    warning: hasWarning ? first : isUnsandboxed ? 'No sandbox: it runs with your permissions.' : undefined,
  };
}

export function Approval({ row, payload }: { readonly row: SpanRow; readonly payload: Payload | undefined }) {
  const since = row.waits?.at(-1)?.[0] ?? row.start;
  const script = payload?.approval;
  const server = payload?.server;
  const module = payload?.module;
  const { question, warning } = questionOf(row, payload);
  return (
    <div class="ask-box">
      {warning !== undefined && (
        <p class="warning">
          <Icon name="warning" className="warn" />
          {warning}
        </p>
      )}
      <h3>{question}</h3>
      <p class="muted">
        {row.turn === undefined ? '' : `Requested in turn ${row.turn}. `}Waiting for {duration(store.end.value - since)}
        .
      </p>
      {payload?.command !== undefined && (
        <dl class="facts">
          <dt>Command</dt>
          <dd class="mono">{payload.command}</dd>
        </dl>
      )}
      {script !== undefined && (
        <>
          <dl class="facts">
            <dt>Command</dt>
            <dd class="mono">{script.command}</dd>
            <dt>Sandbox</dt>
            <dd>{SANDBOX[script.sandbox]}</dd>
            <dt>Limits</dt>
            <dd>{limitsOf(script)}</dd>
            <dt>Skill</dt>
            <dd>{script.skill}</dd>
          </dl>
          <Code {...script} name={script.path} />
        </>
      )}
      {server !== undefined && (
        <dl class="facts">
          <dt>Server</dt>
          <dd>{server.name}</dd>
          <dt>Command</dt>
          <dd class="mono">{server.command}</dd>
          <dt>Configured in</dt>
          <dd class="mono">{server.file}</dd>
          <dt>Receives</dt>
          <dd>{server.given.length === 0 ? 'nothing except its command' : server.given.join(', ')}</dd>
        </dl>
      )}
      {module !== undefined && (
        <>
          <dl class="facts">
            <dt>Module</dt>
            <dd class="mono">{module.file}</dd>
            <dt>Imports</dt>
            <dd class="mono">{module.leadsTo.length === 0 ? 'no other files' : module.leadsTo.join(', ')}</dd>
          </dl>
          <Code {...module} />
        </>
      )}
    </div>
  );
}

/** The buttons below the details, on every tab. They stay in view and cover nothing. */
export function PauseAnswers({ row, payload }: { readonly row: SpanRow; readonly payload: Payload | undefined }) {
  return (
    <div class="answers">
      <PauseButtons
        pause={row.pause ?? ''}
        kind={row.pauseKind ?? 'confirmation'}
        placement="in-details"
        permanent={permanentSubjectOf(payload)}
      />
    </div>
  );
}

function permanentSubjectOf(payload: Payload | undefined) {
  if (payload?.server !== undefined) return 'server';
  if (payload?.module?.hash !== undefined) return 'module';
  return payload?.approval?.files === undefined ? undefined : 'skill';
}

/** The source that would run, as text, and what of it is missing. */
function Code({ name, source, notShown }: Pick<ModuleApproval, 'name' | 'source' | 'notShown'>) {
  const lines = source.trimEnd().split('\n');
  return (
    <div class="box">
      <div class="box-head">
        <Icon name="terminal" className="k-script" />
        <span class="name">{name}</span>
        <span class="detail">{notShown ?? plural(lines.length, 'line')}</span>
      </div>
      <Source first={1} lines={lines} />
    </div>
  );
}
