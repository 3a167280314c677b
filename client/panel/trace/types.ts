/** The row types that the fold writes, under one short name. */

export type { RunReason } from '../../../runtime/protocol/events.ts';
export type { PauseAnswer } from '../../timeline/protocol.ts';
export type {
  CauseInfo,
  GuardInfo,
  IconName,
  Lane,
  LaneMark,
  LaneMarkKind,
  PauseKind,
  RunHeader,
  RunState,
  SpanKind,
  SpanRow,
  SpanStatus,
  Totals,
} from '../../timeline/row.ts';
