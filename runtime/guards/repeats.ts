import { LRUCache } from 'lru-cache';
import type { CallView, Decision, GuardAnswer, Intervention, ToolHook } from '../loop/hooks.ts';
import { failure, type ResultOutcome } from '../loop/tools.ts';
import { hintFor, withoutAdvice } from './advice.ts';
import type { ChangeTracker } from './changes.ts';
import { fingerprint, signatureOf } from './fingerprint.ts';
import type { Guard } from './guard.ts';
import { normalizeResult } from './normalize-result.ts';
import { ordinal } from './ordinal.ts';

/** Denies calls that a model repeats with the same result, and ends the run if it does not stop. */
export const repeats: Guard = {
  rules: ['repeated_call', 'repeated_cycle'],
  kind: 'loop',
  order: 40,
  thresholds: {
    repeatedCall: {
      default: 3,
      minimum: 2,
      description: 'Number of identical calls with identical results at which the call is denied.',
    },
    denials: {
      default: 3,
      description: 'Number of steps with a denied call after which the user is asked, or the run ends.',
    },
  },
  open: ({ thresholds, exempt, changes, continued }) =>
    repeatGuard({ deny: thresholds.repeatedCall, denials: thresholds.denials }, exempt, changes, continued.send),
};

/** Thresholds of the loop detector. */
export interface RepeatLimits {
  /** Number of identical calls with identical results at which the call is denied; at least 2. */
  readonly deny: number;
  /** Number of steps with a denied call after which the user is asked or the invocation ends. */
  readonly denials: number;
}

/** The outcome of one call with certain arguments. */
interface PastResult {
  readonly seq: number;
  readonly step: number;
  readonly denied: boolean;
  /** For a denied call, the result that it would have had. */
  readonly result: string;
}

/** The earlier occurrences of a call. */
interface Repetition {
  /** Its result, the same each time since the last change. */
  readonly result: string;
  /** Its occurrences in earlier steps, oldest first. */
  readonly past: readonly PastResult[];
}

/** Number of most recent distinct calls that are remembered, and the number of results of each. */
const MEMORY = 500;

/**
 * Detects a model that goes in circles: it repeats a call with the same result, in a row or with other calls in between, so
 * that cycles of several calls are found, too. Calls whose results differ (polling) never count; differences such as the
 * duration are ignored (`volatile-values.ts`). A repeated call is denied before it runs, with a hint. If the model keeps
 * repeating it, the user is asked; if no user is present, the invocation ends. Calls before a change (`changes.ts`) do not
 * count: editing and testing again is not a loop.
 * @param exempt true for tools that the guard ignores
 * @param onContinue called with the step in which the user let the run continue
 */
export function repeatGuard(
  limits: RepeatLimits,
  exempt: (tool: string) => boolean,
  changes: ChangeTracker,
  onContinue: (step: number) => void = () => undefined,
): ToolHook {
  const calls = new LRUCache<string, PastResult[]>({ maxSize: MEMORY, sizeCalculation: () => 1 });
  let denied: { readonly step: number; readonly seq: number }[] = [];
  /** The last two steps with a new call. A series of denials starts after the last one before the current call. */
  let productiveSteps: readonly number[] = [];
  /** The question about a call in one step, so that identical parallel calls share it. */
  let openQuestion:
    | { readonly step: number; readonly signature: string; readonly answer: Promise<GuardAnswer> }
    | undefined;
  /** Tools that the user excluded from the guard. */
  const ignored = new Set<string>();

  function remember(signature: string, result: PastResult): void {
    const past = calls.get(signature) ?? [];
    calls.set(signature, past);
    if (past.push(result) > MEMORY) past.shift();
  }

  /** Returns the occurrences of a call since the last change; undefined if there are none or their results differ. */
  function findRepetition(call: CallView, signature: string): Repetition | undefined {
    const all = calls.get(signature) ?? [];
    const since = changes.lastBefore(call.step);
    const result = all.at(-1)?.result;
    if (result === undefined) return undefined;
    const past: PastResult[] = [];
    for (let at = all.length - 1; at >= 0; at--) {
      const one = all[at];
      if (one === undefined || one.step < since || (one.step === since && !changes.wasCausedBy(since, signature)))
        break;
      if (one.result !== result) return undefined;
      // The model has not seen the results of calls of the same step yet.
      if (one.step < call.step) past.push(one);
    }
    return { result, past: past.reverse() };
  }

  async function deny(
    call: CallView,
    signature: string,
    { result, past }: Repetition,
  ): Promise<Intervention | undefined> {
    const count = past.length + 1;
    const since = Math.max(productiveSteps.findLast((step) => step < call.step) ?? 0, changes.lastBefore(call.step));
    const series = denied.filter((one) => one.step > since && one.step < call.step);
    const steps = new Set(series.map((one) => one.step)).size + 1;
    // Denials of the same call count whether or not they are consecutive: progress elsewhere does not excuse it.
    const ownDenials = new Set(past.filter((one) => one.denied).map((one) => one.step)).size + 1;
    const isLast = Math.max(steps, ownDenials) >= limits.denials;
    if (isLast) {
      const question = `The model is going in circles: it calls ${call.tool} for the ${ordinal(count)} time with the same result. Continue?`;
      if (openQuestion?.step !== call.step || openQuestion.signature !== signature)
        openQuestion = { step: call.step, signature, answer: call.ask(question) };
      const answer = await openQuestion.answer;
      if (answer === 'ignore') ignored.add(call.tool);
      if (answer === 'continue' || answer === 'ignore') {
        // The count restarts here, so that the user is not asked on every call.
        denied = [];
        calls.delete(signature);
        onContinue(call.step);
        return undefined;
      }
    }
    const evidence = past.map((one) => one.seq);
    const isSingleCall = count >= limits.deny + limits.denials - 1;
    const decide = (seq: number): readonly Decision[] => {
      denied.push({ step: call.step, seq });
      remember(signature, { seq, step: call.step, denied: true, result });
      if (!isLast)
        return [{ rule: 'repeated_call', verdict: 'deny', count, threshold: limits.deny, signature, evidence }];
      const stop = { rule: 'repeated_call', verdict: 'stop' as const, signature };
      return isSingleCall
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
    return { outcome: denialOutcome(call.tool, count), decide };
  }

  return {
    name: 'repeats',
    before(call) {
      if (exempt(call.tool) || ignored.has(call.tool)) return undefined;
      const signature = signatureOf(call);
      const repetition = findRepetition(call, signature);
      return repetition !== undefined && repetition.past.length + 1 >= limits.deny
        ? deny(call, signature, repetition)
        : undefined;
    },
    after(call, outcome) {
      if (exempt(call.tool) || ignored.has(call.tool)) return undefined;
      const signature = signatureOf(call);
      const result = fingerprint(normalizeResult(withoutAdvice(outcome, call.tool)));
      return {
        outcome,
        decide: (seq) => {
          // An error is not progress, even if it is a new one.
          if (outcome.errorCode === undefined && !calls.has(signature) && productiveSteps.at(-1) !== call.step)
            productiveSteps = [...productiveSteps.slice(-1), call.step];
          remember(signature, { seq, step: call.step, denied: false, result });
          return [];
        },
      };
    },
  };
}

function denialOutcome(tool: string, count: number): ResultOutcome {
  const error = `Not run: call ${count} of '${tool}' with the same arguments; the result was the same each time.`;
  return failure('REPEATED_CALL', error, { retryable: false, hint: hintFor(tool) });
}
