/** Estimated tokens of a run's requests: read once for all rows, and again after the run has continued. */

import type { EstimateTokensResult } from '../../runtime/protocol/request-tokens.ts';
import { defined } from '../../runtime/text/objects.ts';
import type { RowTokens } from '../timeline/payload.ts';
import type { RunControl, RunRef } from './control.ts';
import type { Trace, TraceSpan } from './trace/span.ts';

export class TokenEstimates {
  private latest: { readonly seq: number; readonly result: PromiseLike<EstimateTokensResult> } | undefined;

  /** Returns the estimates of a model call, or those of the run for any other row. */
  async read(control: RunControl, ref: RunRef, trace: Trace, span: TraceSpan): Promise<RowTokens> {
    const result = await this.estimate(control, ref, trace, span);
    if (result.kind === 'failed') {
      this.latest = undefined;
      return result;
    }
    const { calls, sent, costUsd, incomplete } = result.tokens;
    if (span.kind !== 'model') return defined({ kind: 'run', sent, calls: calls.length, incomplete, costUsd });
    const call = calls.find(({ seq }) => seq === span.seq);
    if (call === undefined) return { kind: 'failed', message: 'The journal does not contain this request.' };
    const { shares, changes } = call;
    const before = calls.find(({ seq }) => seq === changes?.since);
    return defined({
      kind: 'request',
      shares,
      changes,
      before: before?.shares,
    });
  }

  /** The request of a model call does not change after it was sent, whatever the run does next. */
  private estimate(control: RunControl, ref: RunRef, trace: Trace, span: TraceSpan): PromiseLike<EstimateTokensResult> {
    const needed = span.kind === 'model' ? span.seq : trace.lastSeq;
    const { latest } = this;
    if (latest !== undefined && latest.seq >= needed) return latest.result;
    const result =
      control.estimateTokens?.(ref) ?? Promise.resolve({ kind: 'failed', message: 'This page has no estimates.' });
    this.latest = { seq: trace.lastSeq, result };
    return result;
  }
}
