/** The details of a guard: the words that provoked it, the fix, the evidence and the decision. */
import { useEffect } from 'preact/hooks';
import { count, duration, plural } from '../../model/format.ts';
import type { MissedPaths, Payload } from '../../payload.ts';
import type { GuardInfo, SpanRow } from '../../row.ts';
import { openSource, select } from '../../state/actions.ts';
import { post } from '../../state/host.ts';
import * as store from '../../state/store.ts';
import { iconColorOf } from '../parts/colors.ts';
import { Fixes } from '../parts/fixes.tsx';
import { Icon } from '../parts/icons.tsx';
import { Marked } from '../parts/marked-text.tsx';
import { Source, Text } from '../parts/text.tsx';
import { Sought } from './summary-miss.tsx';

const VERDICTS: { readonly [verdict in GuardInfo['verdict']]: string } = {
  warn: 'warning: the result said that the file does not exist',
  fatal: 'fatal: the result said not to retry',
  deny: 'denied: the call did not run',
  stop: 'stop: the run was ended',
};

/** The verdicts of Skillwright's hook in another client. */
const HOOK_VERDICTS: typeof VERDICTS = {
  ...VERDICTS,
  warn: 'a fact: the model got it with the result',
  deny: 'denied: the call did not run, and the model got the reason',
  stop: 'stop: the turn was ended',
};

interface Props {
  readonly row: SpanRow;
  /** The selected row: the guard or its cause. */
  readonly at: number;
  readonly payload: Payload | undefined;
}

export function GuardSummary({ row, at, payload }: Props) {
  const { guard } = row;
  if (guard === undefined) return null;
  const evidence = guard.evidence.map((id) => store.rowAt(id)).filter((one) => one !== undefined);
  const saved = store.header.value?.saved;
  return (
    <>
      <Sought sought={payload?.sought} />
      <CauseSummary row={row} at={at} missed={evidence.at(-1)?.name} payload={payload} />
      {payload?.told !== undefined && (
        <section>
          <h3>Said to the model</h3>
          <Text text={payload.told} />
        </section>
      )}
      {evidence.length > 0 && (
        <section>
          <h3>Evidence</h3>
          <ul class="evidence-list">
            {evidence.slice(0, 100).map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  onClick={() => select(one.id)}
                  onPointerEnter={() => {
                    store.hoveredGuard.value = row.id;
                  }}
                  onPointerLeave={() => {
                    store.hoveredGuard.value = -1;
                  }}
                >
                  <Icon name={one.icon} className={`k-${iconColorOf(one)}`} />
                  <span class="name">{one.name}</span>
                  <span class="detail">{one.turn === undefined ? '' : `turn ${one.turn}`}</span>
                  <span class="detail n">{duration(one.start)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3>Decision</h3>
        <dl class="facts">
          {payload?.told !== undefined && (
            <>
              <dt>By</dt>
              <dd>Skillwright's hook, while the client ran</dd>
            </>
          )}
          <dt>Rule</dt>
          <dd>{guard.rule}</dd>
          <dt>Count</dt>
          <dd>
            {count(guard.count)}, threshold {count(guard.threshold)}
          </dd>
          <dt>Verdict</dt>
          <dd>
            {(payload?.told === undefined ? VERDICTS : HOOK_VERDICTS)[guard.verdict]}
            {guard.closed && ', with one closing round'}
          </dd>
          {saved !== undefined && (
            <>
              <dt>Saved</dt>
              <dd>
                up to {count(saved)} of {plural(store.header.value?.maxLlmCalls ?? 0, 'call')}
              </dd>
            </>
          )}
        </dl>
      </section>
    </>
  );
}

/** The words that provoked a miss, and the fixes for them. */
export function CauseSummary(props: Props & { readonly missed: string | undefined }) {
  const { row, at, payload } = props;
  // The name of a row in a session may be a command or a tool.
  const isImported = store.header.value?.imported !== undefined;
  const missed = isImported ? payload?.missed?.path : props.missed;
  const known = row.cause !== undefined;
  useEffect(() => {
    if (known) post({ type: 'fixes', row: at });
  }, [at, known]);
  if (!known) return null;
  return (
    <>
      <section>
        <h3>Cause</h3>
        {isImported && payload?.missed !== undefined ? (
          <MissedInSession {...payload.missed} written={row.cause?.text} />
        ) : (
          <MissedPath missed={missed} written={row.cause?.text} />
        )}
        <CauseBox row={row} payload={payload} />
      </section>
      <Fixes row={at} />
    </>
  );
}

/** Explains how the words led to the missed path. `written` is their text, which may be the path itself. */
function MissedPath({
  missed,
  written,
}: {
  readonly missed: string | undefined;
  readonly written: string | undefined;
}) {
  if (missed === undefined) return <p>The model guessed a path from these words.</p>;
  // A simulated client looks elsewhere, so that a file can be missing although the skill has it.
  const client = store.header.value?.client?.name;
  if (client !== undefined)
    return (
      <p>
        The model requested <code>{missed}</code> because of these words, and {client} did not find the file there.
      </p>
    );
  return written?.includes(missed) === true ? (
    <p>
      The model requested <code>{missed}</code>, as written here. The skill has no such file.
    </p>
  ) : (
    <p>
      The model guessed <code>{missed}</code> from these words. The skill has no such file.
    </p>
  );
}

/** Explains how the words led to the paths that a call in a session missed. */
function MissedInSession({
  path,
  isInSkill,
  isOutside,
  others,
  sought,
  written,
}: MissedPaths & { readonly written: string | undefined }) {
  const isWritten = written !== undefined && (path.endsWith(`/${written}`) || written.includes(path));
  return (
    <p>
      The model {isWritten ? 'requested' : 'guessed'} <code>{path}</code>
      {isWritten ? ', as written here' : ' from these words'}.{' '}
      {!isInSkill && sought?.isMisplaced !== true && 'The skill has no such file.'}
      {isInSkill && isOutside && 'The skill has this file, but it was looked for in another folder.'}
      {isInSkill && !isOutside && 'The skill has this file now.'}
      {others.length > 0 && (
        <>
          {' '}
          The same call also missed{' '}
          {others.map((one, index) => (
            <>
              {index > 0 && ', '}
              <code>{one}</code>
            </>
          ))}
          .
        </>
      )}
    </p>
  );
}

function CauseBox({ row, payload }: { readonly row: SpanRow; readonly payload: Payload | undefined }) {
  const excerpt = payload?.excerpt;
  const found = excerpt?.status === 'gone' ? undefined : excerpt;
  return (
    <div class="box">
      <div class="box-head">
        <Icon name="page" className="muted" />
        <button
          type="button"
          class="link plain"
          disabled={!store.canOpenFiles.value}
          onClick={() => openSource(row.id)}
        >
          {found === undefined ? row.cause?.place : `${found.path}:${found.mark.line}`}
        </button>
      </div>
      {found !== undefined ? (
        <Source first={found.firstLine} lines={found.lines} mark={found.mark} />
      ) : (
        <p class="quote">
          “<Marked text={row.cause?.text ?? ''} />”
        </p>
      )}
      {found?.status === 'edited' && <p class="quote muted">This line has changed since the run.</p>}
      {excerpt?.status === 'gone' && <p class="quote muted">These words are no longer in the file.</p>}
    </div>
  );
}
