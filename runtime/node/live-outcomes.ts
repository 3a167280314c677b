import { judgeFromJournal } from '../evals/judge-runs.ts';
import type { PreparedTrial } from '../evals/prepare/prepare-trials.ts';
import type { TrialStore } from '../evals/trials/trial-store.ts';
import type { CaseOutcome } from '../protocol/evals.ts';
import { caseOutcome } from './eval-result.ts';

/** The trials of a case. */
interface OpenCase {
  readonly trials: PreparedTrial[];
  /** The runs of those that are completed, by the id of the trial. */
  readonly runs: Map<string, string>;
}

/** Judges each case as soon as all of its trials are completed, so that the editor need not wait for all cases. */
export class LiveOutcomes {
  private readonly store: TrialStore;
  private readonly report: (outcome: CaseOutcome) => void;
  private readonly cases = new Map<string, OpenCase>();

  constructor(store: TrialStore, report: (outcome: CaseOutcome) => void) {
    this.store = store;
    this.report = report;
  }

  /** Sets the planned trials. */
  plan(trials: readonly PreparedTrial[]): void {
    for (const one of trials) {
      const open: OpenCase = this.cases.get(keyOf(one)) ?? { trials: [], runs: new Map() };
      this.cases.set(keyOf(one), open);
      open.trials.push(one);
    }
  }

  /** Adds the run of a completed trial. */
  add(trial: PreparedTrial, run: string): void {
    const key = keyOf(trial);
    const open = this.cases.get(key);
    if (open === undefined) return;
    open.runs.set(trial.trial.id, run);
    if (open.runs.size < open.trials.length) return;
    this.cases.delete(key);
    const judged = open.trials.map((one) => judgeFromJournal(one, open.runs.get(one.trial.id) ?? '', this.store));
    this.report(caseOutcome(trial.trial, judged, this.store.runs));
  }
}

function keyOf({ trial, skill }: PreparedTrial): string {
  return JSON.stringify([skill.name, trial.caseName]);
}
