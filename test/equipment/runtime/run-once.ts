import { type ForkPlace, forkSpec, readForkPoint } from '../../../runtime/debug/fork/fork-spec.ts';
import type { LoopController } from '../../../runtime/loop/interfaces/controller.ts';
import { HEADLESS, type Host } from '../../../runtime/loop/interfaces/host.ts';
import type { GuardEvent, RunEvent, RunFinished, ToolResult } from '../../../runtime/protocol/events.ts';
import type { RunSpec } from '../../../runtime/run/run-spec.ts';
import { startRun } from '../../../runtime/run/start.ts';
import { localExecutor } from '../../../runtime/scripts/local-executor.ts';
import { defined } from '../../../skill/index.ts';
import { temporaryFolder } from './folders.ts';
import type { ScriptedModel } from './scripted-model.ts';

export { faultsOf } from './run-faults.ts';

export interface RunOutcome {
  readonly events: readonly RunEvent[];
  readonly finished: RunFinished;
  /** Absolute path of the journal. */
  readonly journal: string;
  readonly run: string;
  readonly runs: string;
  of<T extends RunEvent['type']>(type: T): readonly Extract<RunEvent, { type: T }>[];
  /** Error codes of the results, in order; `-` for a success. */
  readonly codes: readonly string[];
  /** `rule verdict count/threshold`, in order. */
  readonly guards: readonly string[];
}

export interface RunOnceOptions extends Partial<Omit<RunSpec, 'model' | 'fork'>> {
  /** The step of a run in `runs` to fork from. */
  readonly forks?: Omit<ForkPlace, 'runs'>;
  readonly model: ScriptedModel;
  readonly host?: Host;
  readonly controller?: LoopController;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
  /** False for a run without a script executor. */
  readonly scripts?: boolean;
}

/** Performs a run in a new runs folder by default, without delays between retries. */
export async function runOnce(options: RunOnceOptions): Promise<RunOutcome> {
  const { model, host = HEADLESS, controller, signal, onEvent, scripts = true, forks, ...given } = options;
  const events: RunEvent[] = [];
  const runs = given.runs ?? temporaryFolder();
  const spec: RunSpec = defined({
    prompt: 'Please do it.',
    skills: [],
    agent: { name: 'agent', instruction: '' },
    model: { model, name: 'scripted/model', simulated: false },
    guards: 'default',
    maxLlmCalls: 500,
    secrets: [],
    executor: scripts ? localExecutor({ trusted: true }) : undefined,
    ...given,
    runs,
    limits: { backoffMs: 1, ...given.limits },
  });
  const started = startRun(
    forks === undefined ? spec : forked(spec, { runs, ...forks }),
    defined({
      host,
      controller,
      signal: signal ?? new AbortController().signal,
      onEvent: (event) => {
        events.push(event);
        onEvent?.(event);
      },
    }),
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

/** Returns the fork of a run. Throws if it cannot be forked. */
export function forked(spec: RunSpec, place: ForkPlace): RunSpec {
  const point = readForkPoint(place);
  if (typeof point === 'string') throw new Error(point);
  return { ...spec, fork: forkSpec(place, point, spec) };
}

/** Approves everything without a prompt. */
export const APPROVES: Host = {
  isInteractive: false,
  preapproves: (kind) => kind === 'confirmation',
  answer: async () => 'unanswered',
};
