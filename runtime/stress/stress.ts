import { defined, type Skill } from '../../skill/index.ts';
import { DEFAULT_AGENT } from '../agents/agent.ts';
import { discardingJournal } from '../journal/discarding-journal.ts';
import { APPROVING } from '../loop/interfaces/host.ts';
import { readSimulatedId, simulatedId, simulatedModel } from '../models/simulated/simulated.ts';
import type { StressedSkill, StressPlan } from '../protocol/stress.ts';
import { startRun } from '../run/start.ts';
import { type ClientCopy, openClientCopy, type StressClient } from './client-copy.ts';
import { OBSERVED_MODEL } from './defaults.ts';
import { DRY_RUN_EXECUTOR } from './dry-run-executor.ts';
import { needsBase } from './needs-base.ts';
import { type ObservedRun, ObservedWatcher } from './observe-run.ts';
import { ObservedSum } from './observed-sum.ts';
import { type PlannedRun, StressSum } from './sum.ts';
import { createCauseFinders, RunWatcher, type WatchedRun } from './watch-run.ts';

/** Maximum number of runs for one skill; more have no additional value. */
const MAX_RUNS = 100_000;

export interface StressOptions extends Omit<StressPlan, 'clients' | 'workspace' | 'install'> {
  readonly skill: Skill;
  /** The client whose tools the runs have; absent for ADK's. */
  readonly client?: StressClient;
  /** False to skip the repetition without guards of runs in which guards intervened. Default: true. */
  readonly replays?: boolean;
  /** Stops the test immediately; completed runs are reported. */
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, planned: number) => void;
}

export type StressEnd =
  | { readonly kind: 'done'; readonly complete: boolean; readonly skill: StressedSkill }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Runs simulated models on one skill, each with every prompt and seed, through the real runtime and its configured guards.
 * No language model is called and no script runs. The same options give the same report.
 */
export async function stressSkill(options: StressOptions): Promise<StressEnd> {
  const { client, skill, signal } = options;
  if (client === undefined) return stress(options, undefined);
  const copy = await openClientCopy(client, skill, signal);
  if (copy.kind === 'failed') return copy;
  try {
    return await stress(options, copy);
  } finally {
    await copy.remove();
  }
}

async function stress(options: StressOptions, copy: ClientCopy | undefined): Promise<StressEnd> {
  const { skill, prompts, guards, maxLlmCalls, signal, replays = options.runs === undefined } = options;
  const planned = plan(options);
  if (typeof planned === 'string') return { kind: 'failed', message: planned };
  const sum = new StressSum(skill, needsBase(skill, options.client?.id));
  const player = new Player(options, copy);
  const observed = new ObservedSum(copy?.client.profile);
  const endless = new Set<string>();
  let done = 0;
  for (const run of planned) {
    const played = await player.play(run, 'guarded');
    if (played.kind === 'failed') return played;
    if (signal.aborted) break;
    // A simulated model never fails: the journal could not be written, so the run has no value for the report.
    if (played.watched.finished.reason === 'model_error')
      return { kind: 'failed', message: failureMessage(played.watched) };
    done++;
    if (played.observed !== undefined) {
      observed.add(played.watched.finished, played.observed);
      options.onProgress?.(done, planned.length);
      continue;
    }
    sum.add(run, played.watched, played.journal);
    options.onProgress?.(done, planned.length);
    // A stubborn model runs to the limit; one replay is enough to show that.
    if (!played.watched.guarded || !replays || endless.has(run.family)) continue;
    const replay = await player.play(run, 'unguarded');
    if (replay.kind === 'failed') return replay;
    if (signal.aborted) break;
    if (replay.watched.finished.reason === 'max_llm_calls') endless.add(run.family);
    sum.addReplay(played.watched, replay.watched);
  }
  const inClient = copy === undefined ? {} : { client: copy.client.id, notSimulated: copy.notSimulated() };
  const details = {
    skill: skill.name,
    file: skill.manifest.path,
    ...inClient,
    planned: planned.filter((run) => !isObserved(run, copy)).length,
    guards,
    maxLlmCalls,
  };
  const notes = prompts.length === 0 ? ['There were no prompts.'] : [];
  return {
    kind: 'done',
    complete: done === planned.length,
    skill: defined({ ...sum.report({ ...details, notes }), observed: observed.result() }),
  };
}

/** True for a run whose misses are those of real models of a client, which are counted apart. */
const isObserved = ({ family }: PlannedRun, copy: ClientCopy | undefined): boolean =>
  copy !== undefined && family === OBSERVED_MODEL;

const failureMessage = ({ finished }: WatchedRun): string =>
  `A run failed, so there is no report: ${finished.error ?? 'the cause is unknown.'}`;

/** Plans the runs seed by seed, so that a test that is stopped early has covered every prompt and every model. */
function plan({ models, prompts, seeds }: StressOptions): readonly PlannedRun[] | string {
  const parsed = models.map((name) => ({ name, parsedId: readSimulatedId(name.replace(/^simulated\/?/, '')) }));
  const invalid = parsed.find(({ name, parsedId }) => parsedId === undefined || !/^simulated(?:\/|$)/.test(name));
  if (invalid !== undefined)
    return `Name a simulated model instead of ${invalid.name}: stress tests use no language models.`;
  const runs: PlannedRun[] = [];
  for (let seed = 1; seed <= seeds; seed++)
    for (const prompt of prompts)
      for (const { parsedId } of parsed) {
        if (parsedId === undefined || (parsedId.seed !== undefined && seed > 1)) continue;
        if (runs.length === MAX_RUNS) return `Use fewer prompts or seeds: the limit is ${MAX_RUNS} runs.`;
        const model = `simulated/${simulatedId({ mode: parsedId.mode, seed: parsedId.seed ?? seed })}`;
        runs.push({ model, family: `simulated/${parsedId.mode}`, prompt });
      }
  return runs;
}

type PlayedRun =
  | {
      readonly kind: 'played';
      readonly watched: WatchedRun;
      readonly journal?: string;
      /** Present for a run that is counted apart. */
      readonly observed?: ObservedRun;
    }
  | { readonly kind: 'failed'; readonly message: string };

class Player {
  private readonly options: StressOptions;
  private readonly copy: ClientCopy | undefined;
  private readonly causes: ReturnType<typeof createCauseFinders>;

  constructor(options: StressOptions, copy: ClientCopy | undefined) {
    this.options = options;
    this.copy = copy;
    this.causes = createCauseFinders(options.skill);
  }

  async play(run: PlannedRun, mode: 'guarded' | 'unguarded'): Promise<PlayedRun> {
    const { model, prompt } = run;
    const { skill, guards, guardSettings, maxLlmCalls, runs, signal } = this.options;
    const parsedId = readSimulatedId(model.slice(model.indexOf('/') + 1));
    if (parsedId === undefined) return { kind: 'failed', message: `Unknown model ${model}.` };
    const watch = new RunWatcher(skill, this.causes());
    const observing =
      this.copy !== undefined && isObserved(run, this.copy) ? new ObservedWatcher(skill, this.copy.client) : undefined;
    const started = startRun(
      defined({
        prompt,
        skills: [skill, ...(this.options.client?.with ?? [])],
        client: this.copy?.client,
        agent: DEFAULT_AGENT,
        model: { model: simulatedModel({ ...parsedId, delayMs: [0, 0] }), name: model, simulated: true },
        guards: mode === 'guarded' ? guards : 'off',
        guardSettings,
        maxLlmCalls,
        runs: runs ?? '',
        stress: true,
        journal: runs === undefined ? discardingJournal() : undefined,
        secrets: [],
        executor: DRY_RUN_EXECUTOR,
      }),
      {
        host: APPROVING,
        signal,
        onEvent(event) {
          watch.onEvent(event);
          observing?.onEvent(event);
        },
      },
    );
    if (started.kind === 'failed') return started;
    const finished = await started.finished;
    const journalPath = runs === undefined ? {} : { journal: started.journal };
    return defined({ kind: 'played', watched: watch.end(finished), ...journalPath, observed: observing?.end() });
  }
}
