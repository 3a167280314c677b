import { LRUCache } from 'lru-cache';
import type { CallView, Decision, GuardAnswer, Intervention, ToolHook } from '../loop/interfaces/hooks.ts';
import { failure, type ResultOutcome } from '../loop/interfaces/tools.ts';
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
  open: ({ thresholds: { repeatedCall: deny, denials }, exempt, changes, continued }) =>
    new RepeatGuard({ deny, denials }, exempt, changes, continued.send),
};

/** Thresholds of the loop detector. */
interface RepeatLimits {
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
  /** Its last result. */
  readonly result: string;
  /** Its last occurrences with this result in earlier steps, oldest first. */
  readonly past: readonly PastResult[];
}

/** Number of most recent distinct calls that are remembered, and the number of results of each. */
const MEMORY = 500;

/** The results of earlier calls, by the signature of the call. */
class CallMemory {
  readonly #calls = new LRUCache<string, PastResult[]>({ maxSize: MEMORY, sizeCalculation: () => 1 });

  has(signature: string): boolean {
    return this.#calls.has(signature);
  }

  add(signature: string, result: PastResult): void {
    const past = this.#calls.get(signature) ?? [];
    this.#calls.set(signature, past);
    if (past.push(result) > MEMORY) past.shift();
  }

  forget(signature: string): void {
    this.#calls.delete(signature);
  }

  /** Returns the last occurrences of a call with the same result since the last change; undefined if it is new. */
  repetition(call: CallView, signature: string, changes: ChangeTracker): Repetition | undefined {
    const all = this.#calls.get(signature) ?? [];
    const since = changes.lastBefore(call.step);
    const result = all.at(-1)?.result;
    if (result === undefined) return undefined;
    const past: PastResult[] = [];
    for (let at = all.length - 1; at >= 0; at--) {
      const one = all[at];
      if (one === undefined || one.step < since || (one.step === since && !changes.wasCausedBy(since, signature)))
        break;
      // Repetitions count from the last different result: a tool may answer first, and then only refer to that answer.
      if (one.result !== result) break;
      // The model has not seen the results of calls of the same step yet.
      if (one.step < call.step) past.push(one);
    }
    return { result, past: past.reverse() };
  }
}

/** A repeated call that is about to be denied. */
interface Repeated extends Repetition {
  readonly call: CallView;
  readonly signature: string;
  /** Number of the call among its occurrences. */
  readonly count: number;
  /** Earlier denials since the model last did something new. */
  readonly series: readonly Denial[];
  /** Number of steps with a denied call in that series, with this one. */
  readonly steps: number;
}

interface Denial {
  readonly step: number;
  readonly seq: number;
}

/**
 * Detects a model that goes in circles: it repeats a call with the same result, in a row or with other calls in between, so
 * that cycles of several calls are found, too. Calls whose results differ (polling) never count; differences such as the
 * duration are ignored (`volatile-values.ts`). A repeated call is denied before it runs, with a hint. If the model keeps
 * repeating it, the user is asked; if no user is present, the invocation ends. Calls before a change (`changes.ts`) do not
 * count: editing and testing again is not a loop.
 */
class RepeatGuard implements ToolHook {
  readonly name = 'repeats';
  readonly #limits: RepeatLimits;
  readonly #isExempt: (tool: string) => boolean;
  readonly #changes: ChangeTracker;
  readonly #onContinue: (step: number) => void;
  readonly #memory = new CallMemory();
  #denied: Denial[] = [];
  /** The last two steps with a new call. A series of denials starts after the last one before the current call. */
  #productiveSteps: readonly number[] = [];
  /** The question about a call in one step, so that identical parallel calls share it. */
  #openQuestion:
    | { readonly step: number; readonly signature: string; readonly answer: Promise<GuardAnswer> }
    | undefined;
  /** Tools that the user excluded from the guard. */
  readonly #ignored = new Set<string>();

  /**
   * @param isExempt true for tools that the guard ignores
   * @param onContinue called with the step in which the user let the run continue
   */
  constructor(
    limits: RepeatLimits,
    isExempt: (tool: string) => boolean,
    changes: ChangeTracker,
    onContinue: (step: number) => void,
  ) {
    this.#limits = limits;
    this.#isExempt = (tool) => isExempt(tool) || this.#ignored.has(tool);
    this.#changes = changes;
    this.#onContinue = onContinue;
  }

  before(call: CallView): Promise<Intervention | undefined> | undefined {
    if (this.#isExempt(call.tool)) return undefined;
    const signature = signatureOf(call);
    const repetition = this.#memory.repetition(call, signature, this.#changes);
    if (repetition === undefined || repetition.past.length + 1 < this.#limits.deny) return undefined;
    const since = Math.max(
      this.#productiveSteps.findLast((step) => step < call.step) ?? 0,
      this.#changes.lastBefore(call.step),
    );
    const series = this.#denied.filter((one) => one.step > since && one.step < call.step);
    const steps = new Set(series.map((one) => one.step)).size + 1;
    return this.#deny({ ...repetition, call, signature, count: repetition.past.length + 1, series, steps });
  }

  after(call: CallView, outcome: ResultOutcome): Intervention | undefined {
    if (this.#isExempt(call.tool)) return undefined;
    const { step } = call;
    const signature = signatureOf(call);
    const result = fingerprint(normalizeResult(withoutAdvice(outcome, call.tool)));
    return {
      outcome,
      decide: (seq) => {
        // An error is not progress, even if it is a new one.
        if (outcome.errorCode === undefined && !this.#memory.has(signature) && this.#productiveSteps.at(-1) !== step)
          this.#productiveSteps = [...this.#productiveSteps.slice(-1), step];
        this.#memory.add(signature, { seq, step, denied: false, result });
        return [];
      },
    };
  }

  /** Denies the call, unless it is the last straw and the user lets the run continue. */
  async #deny(repeated: Repeated): Promise<Intervention | undefined> {
    const { call, signature, count, past, result, steps } = repeated;
    // Denials of the same call count whether or not they are consecutive: progress elsewhere does not excuse it.
    const ownDenials = new Set(past.filter((one) => one.denied).map((one) => one.step)).size + 1;
    const isLast = Math.max(steps, ownDenials) >= this.#limits.denials;
    if (isLast && (await this.#mayContinue(repeated))) return undefined;
    return {
      outcome: denialOutcome(call.tool, count),
      decide: (seq) => {
        this.#denied.push({ step: call.step, seq });
        this.#memory.add(signature, { seq, step: call.step, denied: true, result });
        return [this.#decisionOn(repeated, isLast, seq)];
      },
    };
  }

  /** Asks the user. The count restarts if they let the run continue, so that they are not asked on every call. */
  async #mayContinue({ call, signature, count }: Repeated): Promise<boolean> {
    const question = `The model is going in circles: it calls ${call.tool} for the ${ordinal(count)} time with the same result. Continue?`;
    if (this.#openQuestion?.step !== call.step || this.#openQuestion.signature !== signature)
      this.#openQuestion = { step: call.step, signature, answer: call.ask(question) };
    const answer = await this.#openQuestion.answer;
    if (answer === 'ignore') this.#ignored.add(call.tool);
    if (answer !== 'continue' && answer !== 'ignore') return false;
    this.#denied = [];
    this.#memory.forget(signature);
    this.#onContinue(call.step);
    return true;
  }

  /** Returns the decision for the journal: the call alone, or the cycle that it is part of. */
  #decisionOn({ signature, count, past, series, steps }: Repeated, isLast: boolean, seq: number): Decision {
    const { deny, denials } = this.#limits;
    const evidence = past.map((one) => one.seq);
    if (!isLast) return { rule: 'repeated_call', verdict: 'deny', count, threshold: deny, signature, evidence };
    const threshold = deny + denials - 1;
    return count >= threshold
      ? { rule: 'repeated_call', verdict: 'stop', signature, count, threshold, evidence }
      : {
          rule: 'repeated_cycle',
          verdict: 'stop',
          signature,
          count: steps,
          threshold: denials,
          evidence: [...series.map((one) => one.seq), seq],
        };
  }
}

function denialOutcome(tool: string, count: number): ResultOutcome {
  const error = `Not run: call ${count} of '${tool}' with the same arguments; the result was the same each time.`;
  return failure('REPEATED_CALL', error, { retryable: false, hint: hintFor(tool) });
}
