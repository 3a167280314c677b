import { LRUCache } from 'lru-cache';
import type { CallView, Decision, GuardAnswer, Intervention, ToolHook } from '../loop/hooks.ts';
import { failure } from '../loop/tools.ts';
import type { Json } from '../protocol/events.ts';
import type { Changes } from './changes.ts';
import { comparable } from './comparable.ts';
import { byPerson } from './error-streak.ts';
import { fingerprint, signatureOf } from './fingerprint.ts';
import type { Guard } from './guard.ts';
import { Rounds } from './rounds.ts';

export const noProgress: Guard = {
  rules: ['no_progress'],
  kind: 'loop',
  // Before the other that denies: a denial of a single call would let a model that only fails go on.
  order: 30,
  thresholds: {
    noProgress: {
      default: 7,
      description:
        'Steps in a row that brought errors and repetitions alone, after which a person is asked, or the run ends.',
    },
  },
  open: ({ at, exempt, changes, continued }) => {
    const guard = noProgressGuard(at.noProgress, exempt, changes);
    continued.listen(guard.letGoOn);
    return guard;
  },
};

/** Results remembered, the latest, to tell a new one from one that was seen before. */
const MEMORY = 5000;
/** Evidence names at most this many results, the latest. */
const MAX_EVIDENCE = 100;

export interface NoProgressGuard extends ToolHook {
  /** A person told another guard to let the run go on: they are not asked again here right away. */
  letGoOn(step: number): void;
}

/**
 * Finds a model that only fails, whatever it varies: other errors in turn, other tools in turn, names and codes that it
 * has not tried yet. A step is fruitless where all its calls failed, were denied, or brought what the very same call had
 * brought before; after `limit` of those in a row the next step is denied, and a person is asked, or the run ends where
 * nobody is there. One result that is new begins anew, so that polling and work that advances never fire. As many rounds
 * of one cycle of calls that change nothing (`rounds.ts`) do the same, also where each brings something else.
 */
export function noProgressGuard(limit: number, exempt: (tool: string) => boolean, changes: Changes): NoProgressGuard {
  const seen = new LRUCache<string, true>({ max: MEMORY });
  const rounds = new Rounds(changes);
  /** Results of the fruitless steps since the last one that brought something, by step. */
  let fruitless = new Map<number, number[]>();
  /** The last step that brought something, or that a person let go on. */
  let fruitful = 0;
  /** The question of a step, so that its parallel calls ask it once. */
  let asked: { readonly step: number; readonly answer: Promise<GuardAnswer> } | undefined;
  /** Tools that a person said to leave alone. */
  const ignored = new Set<string>();
  const leaves = (tool: string): boolean => exempt(tool) || ignored.has(tool);

  function progress(step: number): void {
    fruitful = Math.max(fruitful, step);
    if (fruitless.size > 0) fruitless = new Map([...fruitless].filter(([one]) => one > fruitful));
  }

  function isNew(call: CallView, value: Json): boolean {
    const print = fingerprint(`${signatureOf(call)} ${comparable(value)}`);
    const known = seen.has(print);
    seen.set(print, true);
    return !known;
  }

  async function deny(call: CallView, why: Why): Promise<Intervention | undefined> {
    const { count, said, evidence } = why;
    if (asked?.step !== call.step) asked = { step: call.step, answer: call.ask(`${said}. Let it go on?`) };
    const answer = await asked.answer;
    if (answer === 'ignore') ignored.add(call.tool);
    if (answer === 'continue' || answer === 'ignore') {
      progress(call.step);
      rounds.forget();
      return undefined;
    }
    const decide = (): readonly Decision[] => [
      { rule: 'no_progress', verdict: 'stop', count, threshold: limit, evidence: evidence.slice(-MAX_EVIDENCE) },
    ];
    return { outcome: nothingNew(said), decide };
  }

  function whyNot(call: CallView): Why | undefined {
    const count = [...fruitless.keys()].filter((step) => step < call.step).length;
    if (count >= limit) {
      const evidence = [...fruitless].flatMap(([step, seqs]) => (step < call.step ? seqs : []));
      return { count, said: `The last ${count} steps brought nothing but errors and repetitions`, evidence };
    }
    const cycle = rounds.goesOn(call.step, signatureOf(call), limit);
    if (cycle === undefined) return undefined;
    const said = `The last ${cycle.rounds} rounds of ${cycle.period} steps were the same calls, and changed nothing`;
    return { count: cycle.rounds, said, evidence: cycle.evidence };
  }

  return {
    name: 'no_progress',
    letGoOn(step) {
      progress(step);
      rounds.forget();
    },
    before(call) {
      if (leaves(call.tool)) return undefined;
      const why = whyNot(call);
      return why === undefined ? undefined : deny(call, why);
    },
    observe(call, outcome, seq) {
      if (byPerson(outcome.errorCode)) return;
      rounds.observe(call.step, signatureOf(call), seq, leaves(call.tool));
      const brings = leaves(call.tool) || (outcome.errorCode === undefined && isNew(call, outcome.value));
      if (brings) progress(call.step);
      else if (call.step > fruitful) {
        const seqs = fruitless.get(call.step) ?? [];
        seqs.push(seq);
        fruitless.set(call.step, seqs);
      }
    },
  };
}

/** Why a call is denied, for the model and for a person. */
interface Why {
  readonly count: number;
  readonly said: string;
  readonly evidence: readonly number[];
}

function nothingNew(said: string) {
  const error = `Not run: ${said.charAt(0).toLowerCase()}${said.slice(1)}.`;
  return failure('NO_PROGRESS', error, { retryable: false, hint: 'Answer the user with what is known.' });
}
