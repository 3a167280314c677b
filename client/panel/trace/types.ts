/** Re-exports of the row types used by the fold. */

export type { RunReason } from '../../../runtime/protocol/events.ts';
export type {
  CompactionInfo,
  GuardInfo,
  IconName,
  Interruption,
  Lane,
  LaneMark,
  LineCounts,
  LostSkill,
  PauseKind,
  RunHeader,
  RunState,
  SessionReading,
  SpanKind,
  SpanStatus,
  Totals,
} from '../../timeline/row.ts';
