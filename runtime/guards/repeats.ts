import { LRUCache } from 'lru-cache';
import type { CallView, Decision, GuardAnswer, Intervention, ToolHook } from '../loop/hooks.ts';
import { failure, type ResultOutcome } from '../loop/tools.ts';
import { hintFor, withoutAdvice } from './advice.ts';
import type { Changes } from './changes.ts';
import { comparable } from './comparable.ts';
import { fingerprint, signatureOf } from './fingerprint.ts';
import type { Guard } from './guard.ts';
import { ordinal } from './ordinal.ts';

export const repeats: Guard = {
  rules: ['repeated_call', 'repeated_cycle'],
  kind: 'loop',
  order: 40,
  thresholds: {
    repeatedCall: { default: 3, minimum: 2, description: 'The identical call with identical results that is denied.' },
    denials: {
      default: 3,
      description: 'Steps with a denied call after which a person is asked, or the run ends.',
    },
  },
  open: ({ at, exempt, changes, continued }) =>
    repeatGuard({ deny: at.repeatedCall, denials: at.denials }, exempt, changes, continued.send),
};

/** Thresholds of the loop detector. */
export interface RepeatLimits {
  /** The call that is denied, counted among identical calls with identical results; at least 2. */
  readonly deny: number;
  /** Steps with a denied call after which the user is asked or the invocation ends. */
  readonly denials: number;
}

/** What one call, its arguments included, came to once. */
interface Done {
  readonly seq: number;
  readonly step: number;
  readonly denied: boolean;
  /** Of a denied call the result that it would have had. */
  readonly result: string;
}

/** A call that was made before. */
interface Same {
  /** What it came to, the same each time since something changed. */
  readonly result: string;
  /** In earlier steps; oldest first. */
  readonly done: readonly Done[];
}

/** Different calls remembered, the latest; and of each so many results. */
const MEMORY = 500;

/**
 * Finds a model that goes round in circles: the same call with the same result again, in a row or with others in
 * between, so cycles of several calls too. Calls whose results differ (polling) never count; what makes no difference, as
 * how long it took, says `left-out.ts`. Such a call is denied before
 * it runs, with a hint; where denials are not heeded the user is asked, and where nobody is there the invocation ends.
 * What was before a change (`changes.ts`) does not count either: who edits and tests again is no model in a circle.
 * `exempt` tools are left alone; `onGoOn` is told of the step in which a person let the run go on.
 */
export function repeatGuard(
  limits: RepeatLimits,
  exempt: (tool: string) => boolean,
  changes: Changes,
  onGoOn: (step: number) => void = () => undefined,
): ToolHook {
  const calls = new LRUCache<string, Done[]>({ max: MEMORY });
  let denied: { readonly step: number; readonly seq: number }[] = [];
  /** The last two steps that brought something new: a series of denials begins after the last one before a call's own. */
  let news: readonly number[] = [];
  /** The question about a call in one step, so that it is asked once where the same call is made several times at once. */
  let asked: { readonly step: number; readonly signature: string; readonly answer: Promise<GuardAnswer> } | undefined;
  /** Tools that a person said to leave alone. */
  const ignored = new Set<string>();

  function remember(signature: string, one: Done): void {
    const past = calls.get(signature) ?? [];
    calls.set(signature, past);
    if (past.push(one) > MEMORY) past.shift();
  }

  /** What the call came to since something changed; undefined where that was not the same each time, or there is nothing. */
  function sameAs(call: CallView, signature: string): Same | undefined {
    const past = calls.get(signature) ?? [];
    const since = changes.since(call.step);
    const result = past.at(-1)?.result;
    if (result === undefined) return undefined;
    const done: Done[] = [];
    for (let at = past.length - 1; at >= 0; at--) {
      const one = past[at];
      if (one === undefined || one.step < since || (one.step === since && !changes.began(since, signature))) break;
      if (one.result !== result) return undefined;
      // Calls of this very step have shown the model nothing yet.
      if (one.step < call.step) done.push(one);
    }
    return { result, done: done.reverse() };
  }

  async function deny(
    call: CallView,
    signature: string,
    { result, done: same }: Same,
  ): Promise<Intervention | undefined> {
    const count = same.length + 1;
    const since = Math.max(news.findLast((step) => step < call.step) ?? 0, changes.since(call.step));
    const series = denied.filter((one) => one.step > since && one.step < call.step);
    const steps = new Set(series.map((one) => one.step)).size + 1;
    // A call's own denials count in a row or not: what else is new says nothing of it.
    const refused = new Set(same.filter((one) => one.denied).map((one) => one.step)).size + 1;
    const last = Math.max(steps, refused) >= limits.denials;
    if (last) {
      const question = `The model goes round in circles: ${call.tool} for the ${ordinal(count)} time with the same result. Let it go on?`;
      if (asked?.step !== call.step || asked.signature !== signature)
        asked = { step: call.step, signature, answer: call.ask(question) };
      const answer = await asked.answer;
      if (answer === 'ignore') ignored.add(call.tool);
      if (answer === 'continue' || answer === 'ignore') {
        // Armed again from here, so that the person is not asked at every call.
        denied = [];
        calls.delete(signature);
        onGoOn(call.step);
        return undefined;
      }
    }
    const evidence = same.map((one) => one.seq);
    const alone = count >= limits.deny + limits.denials - 1;
    const decide = (seq: number): readonly Decision[] => {
      denied.push({ step: call.step, seq });
      remember(signature, { seq, step: call.step, denied: true, result });
      if (!last)
        return [{ rule: 'repeated_call', verdict: 'deny', count, threshold: limits.deny, signature, evidence }];
      const stop = { rule: 'repeated_call', verdict: 'stop' as const, signature };
      return alone
        ? [{ ...stop, count, threshold: limits.deny + limits.denials - 1, evidence }]
        : [
            {
              ...stop,
              rule: 'repeated_cycle',
              count: steps,
              threshold: limits.denials,
              evidence: [...series.map((one) => one.seq), seq],
            },
          ];
    };
    return { outcome: repeated(call.tool, count), decide };
  }

  return {
    name: 'repeats',
    before(call) {
      if (exempt(call.tool) || ignored.has(call.tool)) return undefined;
      const signature = signatureOf(call);
      const same = sameAs(call, signature);
      return same !== undefined && same.done.length + 1 >= limits.deny ? deny(call, signature, same) : undefined;
    },
    after(call, outcome) {
      if (exempt(call.tool) || ignored.has(call.tool)) return undefined;
      const signature = signatureOf(call);
      const result = fingerprint(comparable(withoutAdvice(outcome, call.tool)));
      return {
        outcome,
        decide: (seq) => {
          // Another error is nothing new.
          if (outcome.errorCode === undefined && !calls.has(signature) && news.at(-1) !== call.step)
            news = [...news.slice(-1), call.step];
          remember(signature, { seq, step: call.step, denied: false, result });
          return [];
        },
      };
    },
  };
}

function repeated(tool: string, count: number): ResultOutcome {
  const error = `Not run: call ${count} of '${tool}' with the same arguments; the result was the same each time.`;
  return failure('REPEATED_CALL', error, { retryable: false, hint: hintFor(tool) });
}
