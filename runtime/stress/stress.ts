import type { Skill } from '../../skill/index.ts';
import { DEFAULT_AGENT } from '../agents/agent.ts';
import { discardingJournal } from '../journal/discarding-journal.ts';
import { readSimulatedId, simulatedId, simulatedModel } from '../models/simulated.ts';
import type { StressedSkill, StressPlan } from '../protocol/stress.ts';
import { startRun } from '../run/start.ts';
import { DRY_SCRIPTS, NOBODY_ASKED } from './dry-scripts.ts';
import { type PlannedRun, StressSum } from './sum.ts';
import { causesOf, RunWatch, type WatchedRun } from './watch-run.ts';

/** One that gives up by itself, one that stops when it is told, one that never does. */
export const STRESS_MODELS = ['simulated/weak', 'simulated/heeding', 'simulated/stubborn'] as const;
export const STRESS_SEEDS = 10;
/** Runs of one skill, at most: more say nothing new. */
const MOST_RUNS = 100_000;

export interface StressOptions extends StressPlan {
  readonly skill: Skill;
  /** Ends it at once; what was done so far counts. */
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, planned: number) => void;
}

export type StressEnd =
  | { readonly kind: 'done'; readonly complete: boolean; readonly skill: StressedSkill }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Plays simulated models on one skill, each with every prompt and seed, through the real runtime, its guards as they are
 * set. No language model is asked and no script runs. The same options give the same report.
 */
export async function stressSkill(options: StressOptions): Promise<StressEnd> {
  const { skill, prompts, guards, maxLlmCalls, signal } = options;
  const planned = plan(options);
  if (typeof planned === 'string') return { kind: 'failed', message: planned };
  const sum = new StressSum(skill);
  const player = new Player(options);
  const endless = new Set<string>();
  let done = 0;
  for (const run of planned) {
    const played = await player.play(run, 'guarded');
    if (played.kind === 'failed') return played;
    if (signal.aborted) break;
    // A simulated model never fails: the journal could not be written, so the run says nothing about the skill.
    if (played.watched.finished.reason === 'model_error') return { kind: 'failed', message: cutShort(played.watched) };
    sum.add(run, played.watched, played.journal);
    done++;
    options.onProgress?.(done, planned.length);
    // A model that never heeds goes on to the limit: once is enough to see that.
    if (!played.watched.guarded || options.runs !== undefined || endless.has(run.family)) continue;
    const twin = await player.play(run, 'unguarded');
    if (twin.kind === 'failed') return twin;
    if (signal.aborted) break;
    if (twin.watched.finished.reason === 'max_llm_calls') endless.add(run.family);
    sum.addTwin(played.watched, twin.watched);
  }
  const about = { skill: skill.name, file: skill.manifest.path, planned: planned.length, guards, maxLlmCalls };
  const notes = prompts.length === 0 ? ['There was no prompt.'] : [];
  return { kind: 'done', complete: done === planned.length, skill: sum.report({ ...about, notes }) };
}

const cutShort = ({ finished }: WatchedRun): string =>
  `A run failed, so there is no report: ${finished.error ?? 'nobody knows why.'}`;

/** Seed by seed, so that one that is stopped early has seen every prompt and every model. */
function plan({ models, prompts, seeds }: StressOptions): readonly PlannedRun[] | string {
  const minds = models.map((name) => ({ name, mind: readSimulatedId(name.replace(/^simulated\/?/, '')) }));
  const wrong = minds.find(({ name, mind }) => mind === undefined || !/^simulated(?:\/|$)/.test(name));
  if (wrong !== undefined) return `Not a simulated model: ${wrong.name}. A stress test asks no language model.`;
  const runs: PlannedRun[] = [];
  for (let seed = 1; seed <= seeds; seed++)
    for (const prompt of prompts)
      for (const { mind } of minds) {
        if (mind === undefined || (mind.seed !== undefined && seed > 1)) continue;
        if (runs.length === MOST_RUNS) return `These are more than ${MOST_RUNS} runs. Take fewer prompts or seeds.`;
        const model = `simulated/${simulatedId({ mode: mind.mode, seed: mind.seed ?? seed })}`;
        runs.push({ model, family: `simulated/${mind.mode}`, prompt });
      }
  return runs;
}

type Played =
  | { readonly kind: 'played'; readonly watched: WatchedRun; readonly journal?: string }
  | { readonly kind: 'failed'; readonly message: string };

class Player {
  private readonly options: StressOptions;
  private readonly causes: ReturnType<typeof causesOf>;

  constructor(options: StressOptions) {
    this.options = options;
    this.causes = causesOf(options.skill);
  }

  async play({ model, prompt }: PlannedRun, how: 'guarded' | 'unguarded'): Promise<Played> {
    const { skill, guards, guardSettings, maxLlmCalls, runs, signal } = this.options;
    const mind = readSimulatedId(model.slice(model.indexOf('/') + 1));
    if (mind === undefined) return { kind: 'failed', message: `There is no model ${model}.` };
    const watch = new RunWatch(skill, this.causes());
    const started = startRun(
      {
        prompt,
        skills: [skill],
        agent: DEFAULT_AGENT,
        model: { model: simulatedModel({ ...mind, delayMs: [0, 0] }), name: model, simulated: true },
        guards: how === 'guarded' ? guards : 'off',
        ...(guardSettings === undefined ? {} : { guardSettings }),
        maxLlmCalls,
        runs: runs ?? '',
        stress: true,
        ...(runs === undefined ? { journal: discardingJournal() } : {}),
        secrets: [],
        executor: DRY_SCRIPTS,
      },
      { host: NOBODY_ASKED, signal, onEvent: (event) => watch.take(event) },
    );
    if (started.kind === 'failed') return started;
    const finished = await started.finished;
    const kept = runs === undefined ? {} : { journal: started.journal };
    return { kind: 'played', watched: watch.end(finished), ...kept };
  }
}
