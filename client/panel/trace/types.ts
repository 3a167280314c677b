/** The row types that the fold writes, under one short name. */

export type { RunReason } from '../../../runtime/protocol/events.ts';
export type {
  CauseInfo,
  GuardInfo,
  IconName,
  Lane,
  LaneMark,
  LaneMarkKind,
  PauseAnswer,
  PauseKind,
  RunHeader,
  RunState,
  SpanKind,
  SpanRow,
  SpanStatus,
  Totals,
} from '../../timeline/protocol.ts';
