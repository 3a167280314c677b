import type { Cause } from '../../../runtime/protocol/events.ts';
import { markChanged, type Trace, type TraceSpan } from './span.ts';

/** Sets the words that provoked the miss as the source of the row, which Enter opens. */
export function setCause(trace: Trace, span: TraceSpan, provokedBy: Cause): void {
  const { file, line, column, endLine, endColumn } = provokedBy;
  span.cause = provokedBy;
  span.source = { file, line, column, endLine, endColumn };
  markChanged(trace, span);
}
