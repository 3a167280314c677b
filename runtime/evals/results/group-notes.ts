import type { CaseResult, EvalResults, GroupKey } from './results.ts';
import { unjudgedReasons } from './unjudged.ts';

/** Details of the trials of a group, apart from its figures. */
export interface GroupNote {
  /** Number of trials, on both sides. */
  readonly trials: number;
  /** The sum of their times. */
  readonly milliseconds: number;
  /** The failures of trials with the skill: their number by the case and the evidence, in the order in which they occur. */
  readonly failures: ReadonlyMap<string, number>;
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
  const notes = new Map<string, OpenNote>();
  for (const trial of trials) {
    const key = keyOfGroup({ ...trial, kind: kinds.get(keyOfCase(trial)) ?? 'task' });
    const note = notes.get(key) ?? newNote();
    notes.set(key, note);
    note.trials++;
    note.milliseconds += trial.milliseconds;
    for (const reason of unjudgedReasons(trial)) count(note.reasons, reason);
    if (trial.side === 'with')
      for (const { evidence } of trial.checks.filter(({ passed }) => passed === false))
        count(note.failures, `${trial.case}: ${evidence}`);
  }
  return (group) => notes.get(keyOfGroup(group)) ?? newNote();
}

interface OpenNote extends GroupNote {
  trials: number;
  milliseconds: number;
  readonly failures: Map<string, number>;
  readonly reasons: Map<string, number>;
}

const newNote = (): OpenNote => ({ trials: 0, milliseconds: 0, failures: new Map(), reasons: new Map() });

function count(counts: Map<string, number>, text: string): void {
  if (counts.has(text) || counts.size < MAX_REASONS) counts.set(text, (counts.get(text) ?? 0) + 1);
}

const keyOfCase = (one: Pick<CaseResult, 'skill' | 'case' | 'client' | 'model'>): string =>
  JSON.stringify([one.skill, one.case, one.client, one.model]);

/** Returns a text that is different for each group. */
export const keyOfGroup = ({ skill, client, model, kind }: GroupKey): string =>
  JSON.stringify([skill, client, model, kind]);
