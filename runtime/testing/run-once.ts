import { groupBy } from '../group.ts';
import { readJournal } from '../journal/reader.ts';
import { type Host, NOBODY } from '../loop/host.ts';
import type { GuardEvent, LlmRequest, RunEvent, RunFinished, ToolResult } from '../protocol/events.ts';
import { type RunSpec, startRun } from '../run.ts';
import { localExecutor } from '../scripts/local-executor.ts';
import { temporaryFolder } from './folders.ts';
import type { ScriptedModel } from './scripted-model.ts';

export interface Ran {
  readonly events: readonly RunEvent[];
  readonly finished: RunFinished;
  /** Absolute path of the journal. */
  readonly journal: string;
  readonly run: string;
  readonly runs: string;
  of<T extends RunEvent['type']>(type: T): readonly Extract<RunEvent, { type: T }>[];
  /** Error codes of the results, in order; `-` where there is none. */
  readonly codes: readonly string[];
  /** `rule verdict count/threshold`, in order. */
  readonly guards: readonly string[];
}

export interface RunOnceOptions extends Partial<Omit<RunSpec, 'model'>> {
  readonly model: ScriptedModel;
  readonly host?: Host;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
  /** False: nothing runs scripts. */
  readonly scripts?: boolean;
}

/** Runs to the end in a fresh folder of runs, without waiting before another attempt. */
export async function runOnce(options: RunOnceOptions): Promise<Ran> {
  const { model, host = NOBODY, signal, onEvent, scripts = true, ...spec } = options;
  const events: RunEvent[] = [];
  const runs = spec.runs ?? temporaryFolder();
  const started = startRun(
    {
      prompt: 'Please do it.',
      skills: [],
      agent: { name: 'agent', instruction: '' },
      model: { model, name: 'scripted/model', simulated: false },
      guards: 'default',
      maxLlmCalls: 500,
      secrets: [],
      ...(scripts ? { executor: localExecutor({ trusted: true }) } : {}),
      ...spec,
      runs,
      limits: { backoffMs: 1, ...spec.limits },
    },
    {
      host,
      signal: signal ?? new AbortController().signal,
      onEvent: (event) => {
        events.push(event);
        onEvent?.(event);
      },
    },
  );
  if (started.kind === 'failed') throw new Error(started.message);
  const finished = await started.finished;
  const of = <T extends RunEvent['type']>(type: T): readonly Extract<RunEvent, { type: T }>[] =>
    events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type);
  return {
    events,
    finished,
    journal: started.journal,
    run: started.run,
    runs,
    of,
    codes: of('tool_result').map((event: ToolResult) => event.error_code ?? '-'),
    guards: of('guard').map((event: GuardEvent) => `${event.rule} ${event.verdict} ${event.count}/${event.threshold}`),
  };
}

/** Approves everything without asking. */
export const APPROVES: Host = {
  present: false,
  preapproves: (kind) => kind === 'confirmation',
  answer: async () => 'unanswered',
};

/** Every call of the model, then exactly one result for each; seqs without gaps; every parent an earlier event. */
export function soundness(ran: Ran): readonly string[] {
  const problems: string[] = [];
  const journal = readJournal(ran.journal);
  if (journal.problems.length > 0) problems.push(`bad lines: ${JSON.stringify(journal.problems)}`);
  if (JSON.stringify(journal.events) !== JSON.stringify(ran.events)) problems.push('the journal is not what was shown');
  ran.events.forEach((event, index) => {
    if (event.seq !== index + 1) problems.push(`seq ${event.seq} at ${index + 1}`);
    if (event.type !== 'run_started' && !(event.parent !== undefined && event.parent < event.seq))
      problems.push(`no parent: ${event.type} ${event.seq}`);
  });
  // Loops inside calls run beside one another: the order is that of each model's own answers.
  const asked = ran.of('llm_response').flatMap((event) => event.toolCalls.map((call) => `${event.parent} ${call.id}`));
  const calls = ran.of('tool_call').map((event) => `${event.parent} ${event.id}`);
  const called = ran.of('tool_call').map((event) => event.id);
  const answered = ran.of('tool_result').map((event) => event.id);
  const byRequest = (ids: readonly string[]): string =>
    JSON.stringify([...groupBy(ids, (id) => id.split(' ')[0])].sort());
  if (byRequest(asked) !== byRequest(calls)) problems.push(`asked ${asked}, called ${calls}`);
  if (JSON.stringify([...called].sort()) !== JSON.stringify([...answered].sort()))
    problems.push(`called ${called}, answered ${answered}`);
  const requests = ran.of('llm_request').map((event: LlmRequest) => event.call);
  if (requests.length !== ran.finished.llmCalls)
    problems.push(`${requests.length} requests, ${ran.finished.llmCalls} told`);
  if (ran.events.at(-1)?.type !== 'run_finished') problems.push('run_finished is not last');
  return problems;
}
