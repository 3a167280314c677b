import type { CaseResult, EvalResults, GroupKey } from './results.ts';
import { unjudgedReasons } from './unjudged.ts';

/** Details of the trials of a group, apart from its figures. */
export interface GroupNote {
  /** Number of trials, on both sides. */
  readonly trials: number;
  /** The sum of their times. */
  readonly milliseconds: number;
  /** Why trials are not judged: the number of trials by the reason, in the order in which they occur. */
  readonly reasons: ReadonlyMap<string, number>;
}

/** Returns the note of a group. */
export type GroupNotes = (group: GroupKey) => GroupNote;

/** Maximum number of different reasons: those of a model's messages may all differ. */
const MAX_REASONS = 1_000;

/** Collects the notes of all groups. */
export function groupNotes({ cases, trials }: Pick<EvalResults, 'cases' | 'trials'>): GroupNotes {
  const kinds = new Map(cases.map((one) => [keyOfCase(one), one.kind]));
  const notes = new Map<string, { trials: number; milliseconds: number; reasons: Map<string, number> }>();
  for (const trial of trials) {
    const key = keyOfGroup({ ...trial, kind: kinds.get(keyOfCase(trial)) ?? 'task' });
    const note = notes.get(key) ?? { trials: 0, milliseconds: 0, reasons: new Map<string, number>() };
    notes.set(key, note);
    note.trials++;
    note.milliseconds += trial.milliseconds;
    for (const reason of unjudgedReasons(trial))
      if (note.reasons.has(reason) || note.reasons.size < MAX_REASONS)
        note.reasons.set(reason, (note.reasons.get(reason) ?? 0) + 1);
  }
  return (group) => notes.get(keyOfGroup(group)) ?? { trials: 0, milliseconds: 0, reasons: new Map() };
}

const keyOfCase = (one: Pick<CaseResult, 'skill' | 'case' | 'client' | 'model'>): string =>
  JSON.stringify([one.skill, one.case, one.client, one.model]);

/** Returns a text that is different for each group. */
export const keyOfGroup = ({ skill, client, model, kind }: GroupKey): string =>
  JSON.stringify([skill, client, model, kind]);
