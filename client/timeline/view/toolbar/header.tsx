/** Title, state and totals of the run. */

import { SIMULATED_PARTS } from '../../../../runtime/protocol/simulated-client.ts';
import { formatTime } from '../../model/date-format.ts';
import { count, dollars, duration, plural } from '../../model/format.ts';
import type { Interruption, RunHeader, RunState } from '../../row.ts';
import { resume } from '../../state/actions.ts';
import { post } from '../../state/host.ts';
import * as store from '../../state/store.ts';
import { ActionButton } from '../parts/buttons.tsx';
import { type Glyph, Icon } from '../parts/icons.tsx';
import { Family } from './family.tsx';

interface StateDisplay {
  readonly icon: Glyph;
  readonly className: string;
  readonly text: string;
}

/** The icon, style and text of each state of a run. */
export const STATES: { readonly [state in RunState]: StateDisplay } = {
  empty: { icon: 'info', className: 'quiet', text: 'no events' },
  reading: { icon: 'list', className: 'quiet', text: 'reading the journal' },
  unread: { icon: 'warning', className: 'warn', text: 'not read to its end' },
  running: { icon: 'model', className: 'live', text: 'running' },
  waiting: { icon: 'person', className: 'live', text: 'waiting for you' },
  interrupted: { icon: 'warning', className: 'warn', text: 'interrupted: its process ended unexpectedly' },
  final: { icon: 'check', className: 'good', text: 'finished' },
  guard: { icon: 'guard', className: 'bad', text: 'stopped by a guard' },
  max_llm_calls: { icon: 'warning', className: 'bad', text: 'stopped at the limit of model calls' },
  model_error: { icon: 'error', className: 'bad', text: 'the model failed' },
  paused: { icon: 'pause', className: 'live', text: 'paused' },
  cancelled: { icon: 'stop-square', className: 'quiet', text: 'stopped by you' },
};

const INTERRUPTIONS: { readonly [by in Interruption]: string } = {
  window: 'interrupted: the window was closed or reloaded',
  signal: 'interrupted: its process was terminated',
};

/** Returns a short description of the run's state. */
export function describeState({ state, interrupted, imported, reading }: RunHeader): string {
  if (reading !== undefined)
    return reading.isStopped
      ? `Only ${reading.percent} % of ${reading.file} was read`
      : `Reading ${reading.file}… ${reading.percent} %`;
  if (imported !== undefined && state === 'cancelled') return 'ended without an answer';
  return state === 'interrupted' && interrupted !== undefined ? INTERRUPTIONS[interrupted] : STATES[state].text;
}

function subtitle(head: RunHeader, text: string): string {
  const time = formatTime(new Date(head.finishedAt ?? ''), store.locale.value, true);
  // While a session is read, that comes first: narrow windows cut the end.
  const parts = head.reading === undefined ? [head.agent] : [text, head.agent];
  if (head.debugStop !== undefined) parts.push(`stopped in the debugger: ${head.debugStop}`);
  else if (head.pausedAt !== undefined) parts.push(`paused: ${head.pausedAt}`);
  if (head.state !== 'running' && head.reading === undefined)
    parts.push(head.live || time === '' ? text : `${text} ${time}`);
  parts.push(head.model);
  if (head.client !== undefined) parts.push(`simulates ${head.client.version}`);
  if (head.live && head.imported !== undefined) parts.push('its file is growing');
  else if (head.live) parts.push(`running for ${duration(store.end.value)}`);
  else if (head.state === 'final' && head.guardRow !== undefined) parts.push('a guard stopped a retry loop');
  if (head.error !== undefined) parts.push(head.error);
  if (head.problem !== undefined) parts.push(head.problem);
  return parts.filter((part) => part !== '').join(' · ');
}

/** Returns `, 12 Nov 2026`: sessions may be old. */
function sessionDate({ startedAt }: RunHeader): string {
  if (startedAt === undefined) return '';
  const format = new Intl.DateTimeFormat(store.locale.value, { dateStyle: 'medium' });
  return `, ${format.format(new Date(startedAt))}`;
}

export function Header({ head }: { readonly head: RunHeader }) {
  const display = STATES[head.debugStop === undefined ? head.state : 'paused'];
  const sub = subtitle(head, describeState(head));
  return (
    <header class="head">
      <div class={`state ${display.className}`}>
        <Icon name={display.icon} />
      </div>
      <div class="who">
        <div class="title">
          <h1 title={head.title}>{head.title}</h1>
          <Badges head={head} />
        </div>
        <div class="sub" title={sub}>
          {sub}
        </div>
      </div>
      <Totals head={head} />
      <ReadProgress head={head} />
      <div class="acts">
        <LiveActions head={head} />
        <EndedActions head={head} />
      </div>
    </header>
  );
}

/** The badges next to the title: live, simulated, the client, the source of a session, guards that are off. */
function Badges({ head }: { readonly head: RunHeader }) {
  return (
    <>
      {head.live && (
        <span class="badge live">
          <i class="pulse" aria-hidden="true" />
          live
        </span>
      )}
      {head.simulated && (
        <span class="badge" title={`${head.model}: a simulated model, not a real one`}>
          <Icon name="flask" />
          simulated
        </span>
      )}
      {head.client !== undefined && (
        <span class="badge" title={`Simulates ${head.client.version}: ${SIMULATED_PARTS}`}>
          <Icon name="terminal" />
          as {head.client.name}
        </span>
      )}
      {head.imported !== undefined && (
        <span class="badge" title={`A session of ${head.imported.client}, read from ${head.imported.file}`}>
          <Icon name="page" />
          {head.imported.client} session{sessionDate(head)}
        </span>
      )}
      <Family head={head} />
      {head.guards === 'off' && head.imported === undefined && (
        <span class="badge warn" title="Guards are off: only the limits of the run can stop it">
          <Icon name="guard" />
          guards: off
        </span>
      )}
    </>
  );
}

/** The progress of reading a session. */
function ReadProgress({ head: { reading } }: { readonly head: RunHeader }) {
  if (reading?.isStopped !== false) return null;
  return (
    <div
      class="read-progress"
      role="progressbar"
      aria-label={`Reading ${reading.file}`}
      aria-valuenow={reading.percent}
    >
      <i style={{ width: `${reading.percent}%` }} />
    </div>
  );
}

/** The buttons of a run that continues: changed files, a missing key, pause and stop, reading. */
function LiveActions({ head }: { readonly head: RunHeader }) {
  return (
    <>
      {head.changedFiles !== undefined && (
        <ActionButton
          icon="page"
          label={`${plural(head.changedFiles, 'file')} changed`}
          title="Show the changes in the copy of the workspace"
          secondary
          onClick={() => post({ type: 'openChanges' })}
        />
      )}
      {head.needsKey === true && (
        <ActionButton
          icon="key"
          label="Set API Key"
          title="Set the API key that this run needs"
          onClick={() => post({ type: 'setKey' })}
        />
      )}
      {head.owned && (
        <ActionButton
          icon={head.pausedAt === undefined ? 'pause' : 'play'}
          label={head.pausedAt === undefined ? 'Pause' : 'Continue'}
          title={
            head.pausedAt === undefined
              ? 'Pause before the next model call or tool call, to look at it and change it'
              : 'Continue with the saved changes'
          }
          secondary={head.pausedAt === undefined}
          keepsLabel
          onClick={() => post({ type: head.pausedAt === undefined ? 'pause' : 'continue' })}
        />
      )}
      {head.owned && (
        <ActionButton
          icon="stop-square"
          className="bad"
          label="Stop"
          secondary
          keepsLabel
          onClick={() => post({ type: 'stop' })}
        />
      )}
      {head.reading !== undefined && (
        <ActionButton
          icon={head.reading.isStopped ? 'again' : 'stop-square'}
          label={head.reading.isStopped ? 'Read All' : 'Stop'}
          title={
            head.reading.isStopped ? `Read ${head.reading.file} again, to its end` : `Stop reading ${head.reading.file}`
          }
          secondary={!head.reading.isStopped}
          keepsLabel
          onClick={() => post({ type: head.reading?.isStopped === true ? 'readAll' : 'stopReading' })}
        />
      )}
    </>
  );
}

/** The buttons for a run that has ended, or whose process has. */
function EndedActions({ head }: { readonly head: RunHeader }) {
  if (head.owned || head.live || head.imported !== undefined) return null;
  const isInterrupted = head.state === 'interrupted';
  return (
    <>
      {isInterrupted && (
        <ActionButton
          icon="play"
          label="Resume"
          title="Resume from the last recorded step"
          keepsLabel
          onClick={() => resume('resume')}
        />
      )}
      {(isInterrupted || head.state === 'paused') && (
        <ActionButton
          icon="debug"
          label="Debug"
          title="Resume in the debugger, which stops at the next step"
          secondary
          onClick={() => resume('debugResumed')}
        />
      )}
      <ActionButton icon="again" label="Run Again" secondary onClick={() => post({ type: 'runAgain' })} />
    </>
  );
}

function Totals({ head }: { readonly head: RunHeader }) {
  const { tokensIn, tokensOut, saved, maxLlmCalls } = head;
  const known = tokensIn !== undefined || tokensOut !== undefined;
  const { working, waited } = store.times.value;
  return (
    <dl class="totals">
      <div>
        <dt>Model calls</dt>
        <dd>
          <b>{count(head.llmCalls)}</b>
          {/* The limit is that of each prompt. */}
          {maxLlmCalls > 0 && head.prompts === undefined && ` of ${count(maxLlmCalls)}`}
        </dd>
      </div>
      {saved !== undefined && (
        <div
          class="saved"
          title={`Upper bound: without the guard, the model could have continued to its limit of ${plural(maxLlmCalls, 'call')}.`}
        >
          <dt>Saved by guard</dt>
          <dd class="good">
            <b>up to {plural(saved, 'call')}</b>
          </dd>
        </div>
      )}
      <div>
        <dt>Tokens{head.tokensEstimated || head.simulated ? ' (est.)' : ''}</dt>
        <dd>
          {known ? (
            <>
              <b>{tokensIn === undefined ? '?' : count(tokensIn)}</b> in ·{' '}
              <b>{tokensOut === undefined ? '?' : count(tokensOut)}</b> out
            </>
          ) : (
            'unknown'
          )}
        </dd>
      </div>
      <div class="cost">
        <dt>Cost{head.costEstimated ? ' (est.)' : ''}</dt>
        <dd>
          {head.costUsd !== undefined ? (
            <b>{dollars(head.costUsd)}</b>
          ) : head.simulated ? (
            'unknown (simulated)'
          ) : (
            'unknown'
          )}
        </dd>
      </div>
      <div class="time">
        <dt>Time</dt>
        <dd>
          {head.imported?.untimed === true ? 'unknown' : <b>{duration(working)}</b>}
          {waited >= 50 && ` + ${duration(waited)} waiting`}
        </dd>
      </div>
    </dl>
  );
}
