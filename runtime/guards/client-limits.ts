import type { Loops } from '../../skill/index.ts';
import type { CallView, Decision, GuardAnswer, Intervention, ToolHook } from '../loop/interfaces/hooks.ts';
import { failure } from '../loop/interfaces/tools.ts';
import { formatCount } from '../text/count.ts';
import { signatureOf } from './fingerprint.ts';
import type { Guard } from './guard.ts';
import { ordinal } from './ordinal.ts';

/** Enforces the limits of the run's client, if it has any. */
export const clientLimits: Guard = {
  rules: ['client_limit'],
  kind: 'client',
  order: 60,
  thresholds: {},
  open: ({ client }) => clientLimitsGuard(client.loops),
};

/** A limit that a call exceeds. */
interface Excess extends Pick<Decision, 'rule' | 'count' | 'threshold'> {
  readonly message: string;
}

/** Maximum number of results in the evidence; the latest are listed. */
const MAX_EVIDENCE = 100;

/**
 * Enforces a client's own limits (`skill/clients/`): the number of identical calls in a row, and the number of model calls.
 * Depending on the client, the user is asked or the run ends; without a user, it ends in both cases.
 */
export function clientLimitsGuard(loops: Loops): ToolHook {
  let streak: { readonly signature: string; readonly seqs: number[] } = { signature: '', seqs: [] };
  /** Number of model calls that the user has allowed. */
  let allowed = loops.kind === 'limits' ? (loops.calls ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  /** The question of a step, which its parallel calls share. */
  let openQuestion: { readonly step: number; readonly answer: Promise<GuardAnswer> } | undefined;

  function excessOf(call: CallView): Excess | undefined {
    if (loops.kind !== 'limits') return undefined;
    const { sameCall = Number.POSITIVE_INFINITY, calls = 0 } = loops;
    const count = streak.signature === signatureOf(call) ? streak.seqs.length + 1 : 1;
    if (count >= sameCall) {
      const message = `The model calls ${call.tool} for the ${ordinal(count)} time in a row with the same arguments`;
      return { rule: 'repeated_call', count, threshold: sameCall, message };
    }
    if (call.step <= allowed) return undefined;
    const message = `The model was called more than ${formatCount(allowed, 'time')}`;
    // The model calls before the one that requested this call.
    return { rule: 'client_limit', count: call.step - 1, threshold: calls, message };
  }

  async function handle(call: CallView, excess: Excess): Promise<Intervention | undefined> {
    if (loops.kind === 'limits' && loops.action === 'asks') {
      if (openQuestion?.step !== call.step)
        openQuestion = { step: call.step, answer: call.ask(`${excess.message}. Continue?`) };
      const answer = await openQuestion.answer;
      if (answer === 'continue' || answer === 'ignore') {
        if (excess.rule === 'client_limit') allowed = excess.count + excess.threshold;
        else streak = { signature: '', seqs: [] };
        return undefined;
      }
    }
    const { message, ...counts } = excess;
    const evidence = streak.seqs.slice(-MAX_EVIDENCE);
    const decide = (): readonly Decision[] => [{ ...counts, verdict: 'stop', signature: signatureOf(call), evidence }];
    return { outcome: failure('CLIENT_LIMIT', `Not run: ${message}.`), decide };
  }

  return {
    name: 'client_limits',
    before(call) {
      const excess = excessOf(call);
      return excess === undefined ? undefined : handle(call, excess);
    },
    observe(call, _, seq) {
      const signature = signatureOf(call);
      if (streak.signature !== signature) streak = { signature, seqs: [] };
      streak.seqs.push(seq);
    },
  };
}
