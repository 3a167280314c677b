import { RUN_AGENT } from '../protocol.ts';
import type { SkillEntry } from '../workspace/skill-entry.ts';
import type { Session } from './session.ts';
import type { Catalogue } from './skill-catalogue.ts';

/** Delay after the start, in milliseconds: the editor's first requests take precedence. */
const START_DELAY = 1_000;
/** Maximum duration of a slice of work, and the pause after it, in milliseconds. */
const SLICE = 8;
const PAUSE = 8;
/** Interval for checking whether the server is still busy, in milliseconds. */
const WAIT = 200;

/**
 * Preloads data for the first requests about all skills while a new server is idle: the words of every document, by which
 * references are found, and the entries of the skill list. The data is cached until files change. Ten thousand skills take
 * one or two seconds.
 */
export class Preparation {
  readonly #session: Session;
  readonly #catalogue: Pick<Catalogue, 'prepare'>;
  readonly #isBusy: () => boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param isBusy returns true if the server has more important work */
  constructor(session: Session, catalogue: Pick<Catalogue, 'prepare'>, isBusy: () => boolean) {
    this.#session = session;
    this.#catalogue = catalogue;
    this.#isBusy = isBusy;
  }

  start(): void {
    this.#schedule(START_DELAY, 0);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  /** Schedules work from the skill at `next` of `skills`, by default all skills at that time. */
  #schedule(delay: number, next: number, skills?: readonly SkillEntry[]): void {
    this.#timer = setTimeout(() => {
      if (this.#isBusy()) return this.#schedule(WAIT, next, skills);
      const all = skills ?? this.#session.workspace.skills();
      const following = this.#work(all, next);
      if (following < all.length) this.#schedule(PAUSE, following, all);
    }, delay).unref();
  }

  /** Works until the slice ends; returns the index of the next skill. */
  #work(all: readonly SkillEntry[], first: number): number {
    const { workspace, commands } = this.#session;
    const until = performance.now() + SLICE;
    let next = first;
    for (; next < all.length && (next === first || performance.now() < until); next++) {
      const entry = all[next];
      // It may have been removed since.
      if (entry === undefined || workspace.skillAt(entry.root) !== entry) continue;
      for (const path of entry.documents()) entry.words(path);
      // Only our own extension has a view of all skills.
      if (commands?.has(RUN_AGENT)) this.#catalogue.prepare(entry);
    }
    return next;
  }
}
