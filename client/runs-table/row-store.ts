/** The rows of the table: where each comes from, and which of them the page does not have yet. Independent of `vscode`. */
import type { Cause } from '../../runtime/protocol/events.ts';
import type { SessionRow } from '../../runtime/protocol/session-rows.ts';
import type { SessionSource } from '../../runtime/protocol/sessions.ts';
import { defined } from '../../runtime/text/objects.ts';
import { modelOf } from '../runs/describe.ts';
import type { LibraryRun } from '../runs/library.ts';
import type { SavedRun } from '../runs/saved-runs.ts';
import { type RowBatch, RowPacker } from '../timeline/runs-table/columns.ts';
import type { TableRow } from '../timeline/runs-table/row.ts';
import { isDescribable, ownRow } from './own-rows.ts';
import { sessionRow } from './session-rows.ts';

/** Number of rows in a message. */
const CHUNK = 2000;

/** The run or the session of a row. */
export type Target =
  | { readonly kind: 'run'; readonly journal: string }
  | { readonly kind: 'session'; readonly source: SessionSource };

interface Own {
  readonly run: LibraryRun;
  /** The row that its journal gave, if it could be read, and the version of the run that it was about. */
  readonly described?: { readonly saved: LibraryRun['run']; readonly row: SessionRow | undefined };
}

export class RowStore {
  private readonly nameModel: (run: SavedRun) => string;
  private packer = new RowPacker();
  private readonly ids = new Map<string, number>();
  private readonly targets = new Map<number, Target>();
  private readonly rows = new Map<number, TableRow>();
  private readonly own = new Map<string, Own>();
  private readonly sessions = new Set<string>();
  private readonly causes = new Map<string, Cause>();
  private readonly changed = new Set<number>();
  private removed: number[] = [];

  /** @param nameModel returns the name of the model of a run */
  constructor(nameModel: (run: SavedRun) => string = modelOf) {
    this.nameModel = nameModel;
  }

  /** Sets the own runs. Those that are not among them are removed. */
  setRuns(runs: readonly LibraryRun[]): void {
    const journals = new Set(runs.map(({ run }) => run.journal));
    for (const journal of this.own.keys())
      if (!journals.has(journal)) {
        this.own.delete(journal);
        this.remove(journal);
      }
    for (const run of runs) {
      const before = this.own.get(run.run.journal);
      if (before !== undefined && isSame(before.run, run)) continue;
      this.setOwn({ ...before, run });
    }
  }

  /** The journals of own runs that have changed since they were read, the latest first. */
  get unread(): readonly string[] {
    return [...this.own.values()]
      .filter(({ run, described }) => isDescribable(run) && described?.saved !== run.run)
      .map(({ run }) => run.run.journal);
  }

  /** Adds what the journals of own runs say. */
  describe(found: readonly SessionRow[]): void {
    for (const row of found) {
      const own = this.own.get(row.file);
      if (own === undefined) continue;
      this.setOwn({ run: own.run, described: { saved: own.run.run, row } });
      this.addCauses(row);
    }
  }

  /** Gives up reading these journals until their runs change. */
  giveUp(journals: readonly string[]): void {
    for (const journal of journals) {
      const own = this.own.get(journal);
      if (own !== undefined && own.described?.saved !== own.run.run)
        this.own.set(journal, { run: own.run, described: { saved: own.run.run, row: undefined } });
    }
  }

  /** Adds sessions of other agents, or replaces those that are there. */
  addSessions(found: readonly SessionRow[]): void {
    for (const row of found) {
      if (this.own.has(row.file)) continue;
      const key = keyOf(row);
      const { file, session } = row;
      this.sessions.add(key);
      this.set(key, { kind: 'session', source: defined({ file, session }) }, (id) => sessionRow(id, row));
      this.addCauses(row);
    }
  }

  /** Removes the sessions that are not among these. */
  keepSessions(keys: ReadonlySet<string>): void {
    for (const key of this.sessions)
      if (!keys.has(key)) {
        this.sessions.delete(key);
        this.remove(key);
      }
  }

  target(id: number): Target | undefined {
    return this.targets.get(id);
  }

  row(id: number): TableRow | undefined {
    return this.rows.get(id);
  }

  /** Returns the words in a current skill that led to a miss. */
  cause(skill: string, words: string): Cause | undefined {
    return this.causes.get(`${skill}\n${words}`);
  }

  /** Makes the page receive all rows, because it was loaded again. */
  reset(): void {
    this.packer = new RowPacker();
    this.removed = [];
    for (const id of this.rows.keys()) this.changed.add(id);
  }

  /** Returns what the page does not have yet. */
  takeChanges(): { readonly batches: readonly RowBatch[]; readonly removed: readonly number[] } {
    const { removed } = this;
    const rows = [...this.changed].flatMap((id) => this.rows.get(id) ?? []);
    this.changed.clear();
    this.removed = [];
    const batches: RowBatch[] = [];
    for (let from = 0; from < rows.length; from += CHUNK)
      batches.push(this.packer.pack(rows.slice(from, from + CHUNK)));
    return { batches, removed };
  }

  private setOwn(own: Own): void {
    const { run, described } = own;
    const { journal } = run.run;
    this.own.set(journal, own);
    const row = described?.saved === run.run ? described.row : undefined;
    this.set(journal, { kind: 'run', journal }, (id) => ownRow(id, run, row, this.nameModel(run.run)));
  }

  private set(key: string, target: Target, rowOf: (id: number) => TableRow): void {
    const id = this.ids.get(key) ?? this.ids.size;
    this.ids.set(key, id);
    this.targets.set(id, target);
    this.rows.set(id, rowOf(id));
    this.changed.add(id);
  }

  private remove(key: string): void {
    const id = this.ids.get(key);
    if (id === undefined) return;
    this.targets.delete(id);
    this.rows.delete(id);
    this.changed.delete(id);
    this.removed.push(id);
  }

  private addCauses({ skills }: SessionRow): void {
    for (const { skill, misses } of skills)
      for (const { words, cause } of misses)
        if (cause !== undefined && words !== '') this.causes.set(`${skill}\n${words}`, cause);
  }
}

/** Returns what identifies a session. */
export function keyOf({ file, session }: SessionSource): string {
  return session === undefined ? file : `${file}\n${session}`;
}

/** True if the row of a run is the same; the list reads a run again only if its files have changed. */
function isSame(a: LibraryRun, b: LibraryRun): boolean {
  return a.run === b.run && a.meta === b.meta && a.activity === b.activity && a.calls === b.calls;
}
