/** The row types that the fold writes, under one short name. */

export type { RunReason } from '../../../runtime/protocol/events.ts';
export type {
  GuardInfo,
  IconName,
  Interruption,
  Lane,
  LaneMark,
  PauseKind,
  RunHeader,
  RunState,
  SpanKind,
  SpanStatus,
  Totals,
} from '../../timeline/row.ts';
