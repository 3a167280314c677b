import { type ClientProfile, defined, MISS_KINDS, type MissKindId, missShareOf } from '../../skill/index.ts';
import type { Cause, RunFinished } from '../protocol/events.ts';
import type { MeasuredShare, ObservedKind, ObservedMisses, ObservedWords } from '../protocol/stress.ts';
import { countPath, mostRequested } from './cause-sum.ts';
import type { ObservedMiss, ObservedRun } from './observe-run.ts';

const THINGS = ['skill-file', 'bundled', 'skill-name'] as const;

interface KindSum extends Pick<ObservedKind, 'kind' | 'what'> {
  misses: number;
  lostCalls: number;
  neverRead: number;
}

interface WordsSum {
  readonly cause: Cause;
  readonly kind: MissKindId;
  runs: number;
  calls: number;
  readonly asked: Map<string, number>;
}

/** The misses of all runs of one skill that miss as real models of a client do. */
export class ObservedSum {
  private readonly profile: ClientProfile | undefined;
  private readonly kinds = new Map<string, KindSum>();
  private readonly words = new Map<string, WordsSum>();
  private readonly neverRead = new Map<string, number>();
  private runs = 0;
  private llmCalls = 0;

  /** @param profile that of the client; absent for ADK's tools, in which no such model is run */
  constructor(profile: ClientProfile | undefined) {
    this.profile = profile;
  }

  add({ llmCalls }: Pick<RunFinished, 'llmCalls'>, { misses }: ObservedRun): void {
    this.runs++;
    this.llmCalls += llmCalls;
    const unread = new Set<string>();
    const wordsOfRun = new Set<WordsSum>();
    for (const miss of misses) {
      const { kind, what, lostCalls, isNeverRead, asked, file } = miss;
      const sum = this.kinds.get(`${what} ${kind}`) ?? { kind, what, misses: 0, lostCalls: 0, neverRead: 0 };
      this.kinds.set(`${what} ${kind}`, sum);
      sum.misses++;
      sum.lostCalls += lostCalls;
      if (isNeverRead) {
        sum.neverRead++;
        unread.add(what === 'skill-name' ? 'SKILL.md' : (file ?? asked));
      }
      const words = this.wordsOf(miss);
      if (words === undefined) continue;
      words.calls += lostCalls;
      countPath(words.asked, asked);
      wordsOfRun.add(words);
    }
    for (const one of wordsOfRun) one.runs++;
    for (const path of unread) countPath(this.neverRead, path);
  }

  /** Returns the result; undefined if there was no run. */
  result(): ObservedMisses | undefined {
    const { profile, runs, llmCalls } = this;
    if (profile === undefined || runs === 0) return undefined;
    const kinds = [...this.kinds.values()].map(
      (one): ObservedKind => defined<ObservedKind>({ ...one, share: shareOf(profile, one) }),
    );
    const total = (of: (one: ObservedKind) => number): number => kinds.reduce((sum, one) => sum + of(one), 0);
    return {
      runs,
      llmCalls,
      misses: total(({ misses }) => misses),
      lostCalls: total(({ lostCalls }) => lostCalls),
      notMeasured: THINGS.filter((what) => missShareOf(profile, what).kind !== 'measured'),
      neverRead: mostRequested(this.neverRead).map(({ path, calls }) => ({ path, runs: calls })),
      kinds: kinds.toSorted((a, b) => b.misses - a.misses || a.kind.localeCompare(b.kind)),
      words: [...this.words.values()].map(resultOf).toSorted((a, b) => b.calls - a.calls || a.line - b.line),
    };
  }

  private wordsOf(miss: ObservedMiss): WordsSum | undefined {
    const { cause, kind } = miss;
    if (cause === undefined) return undefined;
    const key = `${kind} ${cause.file} ${cause.line} ${cause.column} ${cause.text}`;
    const sum = this.words.get(key) ?? { cause, kind, runs: 0, calls: 0, asked: new Map<string, number>() };
    this.words.set(key, sum);
    return sum;
  }
}

/** Returns the share of a client; what a text leads to is no matter of chance, so it has none. */
function shareOf(profile: ClientProfile, { what, kind }: KindSum): MeasuredShare | undefined {
  const share = missShareOf(profile, what);
  if (share.kind !== 'measured' || kind === 'absent' || kind === 'other-skill') return undefined;
  const { missed, of, source } = share.rate;
  return { missed, of, source };
}

function resultOf({ cause, kind, runs, calls, asked }: WordsSum): ObservedWords {
  const fix = MISS_KINDS.find(({ id }) => id === kind)?.fix ?? '';
  return { ...cause, kind, runs, calls, asked: mostRequested(asked), fix };
}
