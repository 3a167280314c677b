/** The Summary tab: what a row did, in a form that fits its kind. */
import type { ComponentChildren } from 'preact';
import { count, dollars, duration, plural } from '../../model/format.ts';
import { rootOf } from '../../model/outline.ts';
import { describeKind, describeProblems, problemKind } from '../../model/problems.ts';
import type { Payload } from '../../payload.ts';
import type { RunHeader, SpanRow } from '../../row.ts';
import { post } from '../../state/host.ts';
import * as store from '../../state/store.ts';
import { ActionButton } from '../parts/buttons.tsx';
import { JsonTree } from '../parts/json.tsx';
import { describeStatus } from '../parts/status.ts';
import { Text } from '../parts/text.tsx';
import { Edits } from './edits.tsx';
import { Output, scriptResult, Terminal } from './output.tsx';
import { Approval } from './summary-approval.tsx';
import { CompactionSummary } from './summary-compaction.tsx';
import { Expensive } from './summary-expensive.tsx';
import { CauseSummary, GuardSummary } from './summary-guard.tsx';
import { Sought } from './summary-miss.tsx';
import { RecordedWords } from './summary-recorded.tsx';
import { RunTokens } from './summary-tokens.tsx';
import { Changes } from './summary-tools.tsx';
import { Tokens } from './tokens.tsx';

interface Props {
  readonly row: SpanRow;
  readonly payload: Payload | undefined;
}

export function Summary({ row, payload }: Props) {
  if (row.kind === 'guard' || row.kind === 'cause') {
    const guard = row.kind === 'cause' ? store.rowAt(row.parent) : row;
    return guard === undefined ? null : <GuardSummary row={guard} at={row.id} payload={payload} />;
  }
  return (
    <>
      {row.pause !== undefined && <Approval row={row} payload={payload} />}
      {row.kind === 'tools' && <Changes payload={payload} />}
      <CompactionSummary compaction={row.compaction} />
      <Sought sought={payload?.sought} />
      <CauseSummary row={row} at={row.id} missed={row.name} payload={payload} />
      <RecordedWords recorded={payload?.recorded} hasCurrent={row.cause !== undefined} />
      {isCall(row) && row.status === 'error' && <Failure row={row} payload={payload} />}
      {payload?.error !== undefined && (
        <section>
          <h3>Error</h3>
          <Text text={payload.error} className="bad" />
        </section>
      )}
      {row.kind === 'agent' ? <Run row={row} payload={payload} /> : <Facts row={row} payload={payload} />}
      {row.kind === 'model' && <Reply payload={payload} />}
      {(row.kind === 'answer' || row.kind === 'note') && payload?.text !== undefined && <Text text={payload.text} />}
      {isCall(row) && <Call row={row} payload={payload} />}
    </>
  );
}

function isCall({ kind }: SpanRow): boolean {
  return kind === 'tool' || kind === 'skill' || kind === 'script';
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Returns how many calls of the prompt failed like this one; empty if it did not fail, or is the only one. */
function describeOthers({ id, kind, status, parent }: SpanRow): string {
  const problem = problemKind(kind, status, undefined, store.rowAt(parent)?.kind);
  if (problem === undefined || problem === 'guard' || problem === 'other') return '';
  const all = store.problemCounts(rootOf(store.table, id))[problem];
  if (all < 2) return '';
  return `, one of ${describeKind(problem, all)}${store.prompts.value > 1 ? ' of this prompt' : ''}`;
}

function Facts({ row, payload }: Props) {
  const end = row.end ?? store.end.value;
  const waited = (row.waits ?? []).reduce((sum, [from, to]) => sum + (to ?? end) - from, 0);
  const command = payload?.approval?.command ?? payload?.command;
  return (
    <dl class="facts">
      <Fact name="Status">
        {describeStatus(row, store.isGrowing.value)}
        {describeOthers(row)}
      </Fact>
      {end > row.start && (
        <Fact name="Time">
          {duration(end - row.start - waited)}
          {waited > 0 && ` + ${duration(waited)} waiting`}, from {duration(row.start)}
        </Fact>
      )}
      {row.kind === 'model' && row.end !== undefined && <Tokens usage={payload?.usage} />}
      {row.kind === 'model' && <Fact name="Model">{payload?.model ?? store.header.value?.model ?? ''}</Fact>}
      {payload?.finish !== undefined && <Fact name="Finish">{payload.finish}</Fact>}
      {row.tokensAdded !== undefined && (
        <Fact name="Adds">about {plural(row.tokensAdded, 'token')} to each later request</Fact>
      )}
      {row.addedBy !== undefined && (
        <Fact name="Tool">added by {row.addedBy === '' ? 'a loaded skill' : `the skill ${row.addedBy}`}</Fact>
      )}
      {row.parallel !== undefined && <Fact name="In parallel">{count(row.parallel)} of its calls</Fact>}
      {payload?.warned?.map((one) => (
        <Fact key={one.rule} name="Guard">
          {one.rule.replaceAll('_', ' ')}: {count(one.count)} of {count(one.threshold)} (warning)
        </Fact>
      ))}
      {payload?.sandbox !== undefined && <Fact name="Sandbox">{payload.sandbox}</Fact>}
      {payload?.exitCode !== undefined && (
        <Fact name="Exit code">{payload.exitCode ?? 'none: stopped by a limit or a signal'}</Fact>
      )}
      {row.kind === 'approval' && payload?.hint !== undefined && <Fact name="Request">{payload.hint}</Fact>}
      {row.kind === 'approval' && command !== undefined && <Fact name="Command">{command}</Fact>}
    </dl>
  );
}

const GUARDS: { readonly [preset in RunHeader['guards']]: string } = {
  default: 'on',
  adk: 'as in ADK',
  client: 'as in the client',
  off: 'off',
};

function Run({ row, payload }: Props) {
  const head = store.header.value;
  const est = head?.tokensEstimated ? ' (est.)' : '';
  return (
    <>
      {payload?.text !== undefined && payload.text !== '' && (
        <section>
          <h3>Prompt</h3>
          <Text text={payload.text} />
          {head?.imported !== undefined && (
            <div class="run-prompt">
              <ActionButton
                icon="play"
                label="Run This Prompt Here"
                title="Run an agent with this prompt on the skills of the workspace"
                secondary
                keepsLabel
                onClick={() => post({ type: 'runPrompt', row: row.id })}
              />
            </div>
          )}
        </section>
      )}
      <dl class="facts">
        <Fact name="Agent">{row.agent ?? row.name}</Fact>
        {row.parent < 0 && head !== undefined && (
          <>
            <Fact name="Model">{head.model || 'unknown'}</Fact>
            {head.imported === undefined && <Fact name="Guards">{GUARDS[head.guards]}</Fact>}
            <Fact name="Run">{head.run || 'unknown'}</Fact>
          </>
        )}
        {row.totals !== undefined && (
          <>
            <Fact name="Model calls">{count(row.totals.llmCalls)}</Fact>
            <Fact name="Tool calls">{count(row.totals.toolCalls)}</Fact>
            {row.totals.costUsd !== undefined && (
              <Fact name={head?.costEstimated ? 'Cost (est.)' : 'Cost'}>{dollars(row.totals.costUsd)}</Fact>
            )}
            <Fact name="Wasted">
              {row.totals.wastedCalls === 0
                ? 'none'
                : `${plural(row.totals.wastedCalls, 'model call')}${row.totals.wastedTokens > 0 ? `, ${plural(row.totals.wastedTokens, 'token')}` : ''}: all of their tool calls missed, failed or were denied`}
            </Fact>
          </>
        )}
        {row.tokensIn !== undefined && <Fact name={`Tokens in${est}`}>{count(row.tokensIn)}</Fact>}
        {row.tokensOut !== undefined && <Fact name={`Tokens out${est}`}>{count(row.tokensOut)}</Fact>}
        {row.parent < 0 && (
          <>
            <Fact name="Skills">{store.lanes.value.map((lane) => lane.name).join(', ') || 'none'}</Fact>
            <Fact name="Problems">{describeProblems(store.problemCounts(row.id))}</Fact>
          </>
        )}
      </dl>
      {row.parent < 0 && (
        <>
          <RunTokens row={row.id} modelCalls={row.totals?.llmCalls ?? 0} />
          <Expensive />
        </>
      )}
    </>
  );
}

function Reply({ payload }: { readonly payload: Payload | undefined }) {
  if (payload === undefined) return null;
  const { text, reasoning, toolCalls, tools, removedTools } = payload;
  return (
    <>
      {reasoning !== undefined && (
        <section>
          <h3>Reasoning</h3>
          <Text text={reasoning} className="muted" />
        </section>
      )}
      {text !== undefined && text !== '' && (
        <section>
          <h3>Reply</h3>
          <Text text={text} />
        </section>
      )}
      {toolCalls !== undefined && toolCalls.length > 0 && (
        <section>
          <h3>{plural(toolCalls.length, 'tool call')}</h3>
          {toolCalls.slice(0, 50).map((call, index) => (
            <JsonTree key={String(index)} name={call.tool} value={call.args} open={2} />
          ))}
        </section>
      )}
      {tools !== undefined && (
        <section>
          <h3>{tools.length === 0 ? 'No tools offered' : `${plural(tools.length, 'tool')} offered`}</h3>
          <ul class="tools">
            {tools.slice(0, 200).map((tool) => (
              <li key={tool.name}>
                {tool.name}
                {tool.addedBy !== undefined && (
                  <span class="added">{tool.addedBy === '' ? 'new' : `new, by ${tool.addedBy}`}</span>
                )}
              </li>
            ))}
          </ul>
          {tools.length > 200 && <p class="muted">and {count(tools.length - 200)} more; see Raw for the full list</p>}
          {removedTools !== undefined && <p class="muted">No longer offered: {removedTools.join(', ')}</p>}
        </section>
      )}
    </>
  );
}

/** The result of a failed call, before everything else: first the line that says what failed. */
function Failure({ row, payload }: Props) {
  const line = row.detail ?? '';
  if (payload?.result === undefined && line === '') return null;
  const isAll = payload?.result === line;
  return (
    <section>
      <h3>Error</h3>
      {line !== '' && <Text text={line} className="bad" />}
      {!isAll && typeof payload?.result === 'string' && <Terminal text={payload.result.trim()} label="Result" />}
      {!isAll && typeof payload?.result !== 'string' && <Result payload={payload} />}
    </section>
  );
}

function Result({ payload }: { readonly payload: Payload | undefined }) {
  if (payload?.result === undefined) return null;
  const script = scriptResult(payload.result);
  return script === undefined ? <JsonTree value={payload.result} open={2} /> : <Output result={script} />;
}

function Call({ row, payload }: Props) {
  if (payload === undefined) return null;
  const { args, edits, result } = payload;
  // A question about a call is answered by all of its arguments.
  const isFolded = edits !== undefined && row.pause === undefined;
  return (
    <>
      {edits !== undefined && <Edits edits={edits} />}
      {args !== undefined && (
        <section>
          <h3>Arguments</h3>
          <JsonTree value={args} open={isFolded ? 0 : 2} />
        </section>
      )}
      {row.status !== 'error' && scriptResult(result) !== undefined && <Result payload={payload} />}
      {row.status !== 'error' && result !== undefined && scriptResult(result) === undefined && (
        <section>
          <h3>Result</h3>
          <Result payload={payload} />
        </section>
      )}
    </>
  );
}
