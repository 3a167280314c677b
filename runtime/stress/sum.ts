import { defined, type Skill } from '../../skill/index.ts';
import type { Cause, RunReason } from '../protocol/events.ts';
import type { StressCause, StressedSkill, StressRun, StressTally } from '../protocol/stress.ts';
import { CauseSum, countPath, mostRequested } from './cause-sum.ts';
import { Distribution } from './distribution.ts';
import { isDoubtful } from './doubtful.ts';
import type { WatchedRun } from './watch-run.ts';

/** A planned run. */
export interface PlannedRun {
  readonly model: string;
  /** The model's name without the seed. */
  readonly family: string;
  readonly prompt: string;
}

/** The totals of all runs of one skill. Memory grows with the number of causes, not of runs. */
export class StressSum {
  private readonly skill: Skill;
  private readonly needsBase: boolean;
  private readonly all = new TallySum();
  private readonly models = new Map<string, TallySum>();
  private readonly prompts = new Map<string, TallySum>();
  private readonly causes = new Map<string, CauseSum>();
  private readonly ended: Partial<Record<RunReason, number>> = {};
  private readonly unexplained = { calls: 0, asked: new Map<string, number>() };
  private readonly replays = { runs: 0, wastedCalls: 0, guarded: 0, endless: 0 };
  private intervened = 0;
  private llmCalls = 0;
  private tokens = 0;
  private mostWasted = 0;
  private worst: StressRun | undefined;

  /** @param needsBase as for `fixSentences` */
  constructor(skill: Skill, needsBase: boolean) {
    this.skill = skill;
    this.needsBase = needsBase;
  }

  add({ model, family, prompt }: PlannedRun, { finished, wasted, guarded }: WatchedRun, journal?: string): void {
    const { llmCalls, reason } = finished;
    const missed = wasted.filter((call) => call.kind === 'missing');
    for (const tally of [this.all, tallyFor(this.models, family), tallyFor(this.prompts, prompt)])
      tally.add(llmCalls, missed.length);
    this.ended[reason] = (this.ended[reason] ?? 0) + 1;
    if (guarded) this.intervened++;
    this.llmCalls += llmCalls;
    if (missed.length > (this.worst?.wastedCalls ?? 0)) {
      const journalPath = journal === undefined ? {} : { journal };
      this.worst = { model, prompt, llmCalls, wastedCalls: missed.length, reason, ...journalPath };
    }
    const causesOfRun = new Set<CauseSum>();
    let certain = 0;
    for (const call of wasted) {
      const { cause, kind, path, tokens } = call;
      if (kind === 'missing') this.tokens += tokens;
      if (cause === undefined) {
        if (kind === 'unreachable') continue;
        certain++;
        this.unexplained.calls++;
        countPath(this.unexplained.asked, path);
        continue;
      }
      const sum = this.causeSum(cause, kind);
      sum.add(call);
      causesOfRun.add(sum);
      if (kind === 'missing' && !sum.doubtful) certain++;
    }
    for (const sum of causesOfRun) sum.runs++;
    this.mostWasted = Math.max(this.mostWasted, certain);
  }

  private causeSum(cause: Cause, kind: StressCause['kind']): CauseSum {
    const key = `${kind} ${cause.file} ${cause.line} ${cause.column} ${cause.text}`;
    const known = this.causes.get(key);
    if (known !== undefined) return known;
    const sum = new CauseSum(cause, kind, isDoubtful(this.skill, cause));
    this.causes.set(key, sum);
    return sum;
  }

  /** Adds a run in which a guard intervened, and its replay without guards. */
  addReplay(guarded: WatchedRun, replay: WatchedRun): void {
    this.replays.runs++;
    this.replays.guarded += missesOf(guarded);
    this.replays.wastedCalls += missesOf(replay);
    if (replay.finished.reason === 'max_llm_calls') this.replays.endless++;
  }

  /** Returns the report. */
  report(
    about: Pick<
      StressedSkill,
      'skill' | 'file' | 'client' | 'notSimulated' | 'planned' | 'guards' | 'maxLlmCalls' | 'notes'
    >,
  ): StressedSkill {
    const causes = [...this.causes.values()].map((sum) => sum.result(this.needsBase));
    return defined({
      ...about,
      ...this.all.result(),
      ended: this.ended,
      intervened: this.intervened,
      llmCalls: this.llmCalls,
      wastedTokens: this.tokens,
      mostWasted: this.mostWasted,
      unguarded: this.replays.runs === 0 ? undefined : this.replays,
      byModel: [...this.models].map(([model, tally]) => ({ model, ...tally.result() })),
      byPrompt: [...this.prompts].map(([prompt, tally]) => ({ prompt, ...tally.result() })),
      causes: causes.sort(worstFirst),
      unexplained: { calls: this.unexplained.calls, asked: mostRequested(this.unexplained.asked) },
      worst: this.worst,
    });
  }
}

class TallySum {
  private readonly calls = new Distribution();
  private runs = 0;
  private wasteful = 0;
  private wastedCalls = 0;

  add(llmCalls: number, wasted: number): void {
    this.calls.add(llmCalls);
    this.runs++;
    if (wasted > 0) this.wasteful++;
    this.wastedCalls += wasted;
  }

  result(): StressTally {
    const { runs, wasteful, wastedCalls, calls } = this;
    return { runs, wasteful, wastedCalls, medianCalls: calls.percentile(0.5), p95Calls: calls.percentile(0.95) };
  }
}

function tallyFor(tallies: Map<string, TallySum>, key: string): TallySum {
  const tally = tallies.get(key) ?? new TallySum();
  tallies.set(key, tally);
  return tally;
}

function missesOf({ wasted }: WatchedRun): number {
  return wasted.filter((call) => call.kind === 'missing').length;
}

function worstFirst(a: StressCause, b: StressCause): number {
  const rank = ({ kind, doubtful }: StressCause): number => (kind === 'unreachable' ? 2 : doubtful ? 1 : 0);
  return (
    rank(a) - rank(b) || b.calls - a.calls || a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column
  );
}
