import type { ToldSkill } from '../../protocol/events.ts';

/** The files that the texts of a skill tell a model to read, over the sessions that show it. */
export interface ToldReport {
  /** Sessions whose texts of the skill tell the model to read files, and those of them that read all of these. */
  readonly sessions: number;
  readonly complete: number;
  /** The files that were not always read, those that were lost most first. Numbers are of sessions. */
  readonly files: readonly {
    readonly path: string;
    readonly told: number;
    /** Sessions that never read it, and those of them that asked for it and missed it. */
    readonly unread: number;
    readonly missed: number;
  }[];
}

/** Adds up the files of one skill that sessions were instructed to read. */
export class ToldTally {
  private sessions = 0;
  private complete = 0;
  private readonly files = new Map<string, { told: number; unread: number; missed: number }>();

  add({ read, unread }: ToldSkill): void {
    this.sessions++;
    if (unread.length === 0) this.complete++;
    for (const path of read) this.countsOf(path).told++;
    for (const { path, missedAt } of unread) {
      const counts = this.countsOf(path);
      counts.told++;
      counts.unread++;
      if (missedAt !== undefined) counts.missed++;
    }
  }

  /** Returns the sums; undefined if no session shows its instructions. */
  report(): ToldReport | undefined {
    const { sessions, complete } = this;
    if (sessions === 0) return undefined;
    const files = [...this.files].map(([path, counts]) => ({ path, ...counts })).filter(({ unread }) => unread > 0);
    return { sessions, complete, files: files.sort((a, b) => b.unread - a.unread || (a.path < b.path ? -1 : 1)) };
  }

  private countsOf(path: string): { told: number; unread: number; missed: number } {
    const counts = this.files.get(path) ?? { told: 0, unread: 0, missed: 0 };
    this.files.set(path, counts);
    return counts;
  }
}
