import { LRUCache } from 'lru-cache';
import type { CallView, Decision, GuardAnswer, Intervention, ToolHook } from '../loop/interfaces/hooks.ts';
import { failure, type ResultOutcome } from '../loop/interfaces/tools.ts';
import { formatCount } from '../text/count.ts';
import type { ChangeTracker } from './changes.ts';
import { CycleDetector } from './cycle-detector.ts';
import { isUserDecision } from './error-streak.ts';
import { fingerprint, signatureOf } from './fingerprint.ts';
import type { Guard } from './guard.ts';
import { ordinaryFailures } from './miss.ts';
import { normalizeResult } from './normalize-result.ts';
import { ShownLines } from './shown-lines.ts';

/** Ends a run that no longer makes progress, whatever the model varies. */
export const noProgress: Guard = {
  rules: ['no_progress'],
  kind: 'loop',
  // Before the other guard that denies calls: after a denial of a single call, a model that only fails would continue.
  order: 30,
  thresholds: {
    noProgress: {
      default: 7,
      description:
        'Number of consecutive steps with nothing but errors and repetitions after which the user is asked, or the run ends.',
    },
  },
  open: ({ thresholds, exempt, changes, continued, client }) => {
    const guard = noProgressGuard(thresholds.noProgress, exempt, changes, ordinaryFailures(client));
    continued.listen(guard.resetAfterApproval);
    return guard;
  },
};

/** Number of most recent results that are remembered in order to recognize a new one. */
const MEMORY = 5000;
/** Maximum number of results in the evidence; the latest are listed. */
const MAX_EVIDENCE = 100;

/** A `ToolHook` that can be reset. */
export interface NoProgressGuard extends ToolHook {
  /** Resets the counts because the user let another guard continue the run, so that they are not asked again right away. */
  resetAfterApproval(step: number): void;
}

/**
 * Detects a model that only fails, whatever it varies: alternating errors or tools, names and codes that it has not tried
 * before. A step is unproductive if all its calls failed, were denied, or returned what the same call returned before, or of
 * a file what was shown before (`shown-lines.ts`). After
 * `limit` unproductive steps in a row the next step is denied and the user is asked; if no user is present, the run ends. A
 * single new result resets the count, so that polling and work that advances never trip the guard. The same happens after
 * `limit` rounds of one cycle of calls that change nothing (`cycle-detector.ts`), even if the results differ.
 * @param isOrdinary true for failures that are progress if they are new
 */
export function noProgressGuard(
  limit: number,
  exempt: (tool: string) => boolean,
  changes: ChangeTracker,
  isOrdinary: (outcome: ResultOutcome) => boolean = () => false,
): NoProgressGuard {
  const seen = new LRUCache<string, true>({ maxSize: MEMORY, sizeCalculation: () => 1 });
  const cycles = new CycleDetector(changes);
  const shown = new ShownLines();
  /** Results of the unproductive steps since the last productive one, by step. */
  let unproductive = new Map<number, number[]>();
  /** The last step that was productive, or that the user let continue. */
  let lastProductive = 0;
  /** The question asked in a step, so that its parallel calls share it. */
  let openQuestion: { readonly step: number; readonly answer: Promise<GuardAnswer> } | undefined;
  /** Tools that the user excluded from the guard. */
  const ignored = new Set<string>();
  const isExempt = (tool: string): boolean => exempt(tool) || ignored.has(tool);

  function recordProgress(step: number): void {
    lastProductive = Math.max(lastProductive, step);
    if (unproductive.size > 0) unproductive = new Map([...unproductive].filter(([one]) => one > lastProductive));
  }

  function isNew(call: CallView, { value, changes: hasChanged }: ResultOutcome): boolean {
    if (hasChanged !== true && shown.hasNothingNew(call, value, changes.lastBefore(call.step))) return false;
    const key = fingerprint(`${signatureOf(call)} ${normalizeResult(value)}`);
    const isKnown = seen.has(key);
    seen.set(key, true);
    return !isKnown;
  }

  async function deny(call: CallView, reason: DenialReason): Promise<Intervention | undefined> {
    const { count, message, evidence } = reason;
    if (openQuestion?.step !== call.step) openQuestion = { step: call.step, answer: call.ask(`${message}. Continue?`) };
    const answer = await openQuestion.answer;
    if (answer === 'ignore') ignored.add(call.tool);
    if (answer === 'continue' || answer === 'ignore') {
      recordProgress(call.step);
      cycles.reset();
      return undefined;
    }
    const decide = (): readonly Decision[] => [
      { rule: 'no_progress', verdict: 'stop', count, threshold: limit, evidence: evidence.slice(-MAX_EVIDENCE) },
    ];
    return { outcome: denialOutcome(message), decide };
  }

  function denialReason(call: CallView): DenialReason | undefined {
    const count = [...unproductive.keys()].filter((step) => step < call.step).length;
    if (count >= limit) {
      const evidence = [...unproductive].flatMap(([step, seqs]) => (step < call.step ? seqs : []));
      return {
        count,
        message: `The last ${formatCount(count, 'step')} produced only errors and repeated results`,
        evidence,
      };
    }
    const cycle = cycles.findCycle(call.step, signatureOf(call), limit);
    if (cycle === undefined) return undefined;
    const message = `The last ${formatCount(cycle.rounds, 'round')} of ${formatCount(cycle.period, 'step')} made the same calls and changed nothing`;
    return { count: cycle.rounds, message, evidence: cycle.evidence };
  }

  return {
    name: 'no_progress',
    resetAfterApproval(step) {
      recordProgress(step);
      cycles.reset();
    },
    before(call) {
      if (isExempt(call.tool)) return undefined;
      const reason = denialReason(call);
      return reason === undefined ? undefined : deny(call, reason);
    },
    observe(call, outcome, seq) {
      if (isUserDecision(outcome.errorCode)) return;
      cycles.observe(call.step, signatureOf(call), seq, isExempt(call.tool));
      const isProgress =
        isExempt(call.tool) || ((outcome.errorCode === undefined || isOrdinary(outcome)) && isNew(call, outcome));
      if (isProgress) recordProgress(call.step);
      else if (call.step > lastProductive) {
        const seqs = unproductive.get(call.step) ?? [];
        seqs.push(seq);
        unproductive.set(call.step, seqs);
      }
    },
  };
}

/** The reason for denying a call, for the model and for the user. */
interface DenialReason {
  readonly count: number;
  readonly message: string;
  readonly evidence: readonly number[];
}

function denialOutcome(message: string) {
  const error = `Not run: ${message.charAt(0).toLowerCase()}${message.slice(1)}.`;
  return failure('NO_PROGRESS', error, { retryable: false, hint: 'Answer the user with what is known.' });
}
