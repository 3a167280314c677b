import { RUN_AGENT } from '../protocol.ts';
import type { SkillEntry } from '../workspace/entry.ts';
import type { Session } from './session.ts';
import type { Catalogue } from './skill-catalogue.ts';

/** Milliseconds after the start before the work begins: what the editor asks for at first goes before it. */
const BEGIN = 1_000;
/** Longest stretch of work in milliseconds, and the pause after it. */
const SLICE = 8;
const PAUSE = 8;
/** Milliseconds before it is looked again whether reports are done. */
const WAIT = 200;

/**
 * Reads ahead of the first questions about all skills, in the pauses of a new server: the words of every document, by which
 * references are found, and what a list of all skills shows. What is read is kept until the files change. Ten thousand
 * skills take one or two seconds.
 */
export class Preparation {
  readonly #session: Session;
  readonly #catalogue: Pick<Catalogue, 'prepare'>;
  readonly #isBusy: () => boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `isBusy`: whether the server has something better to do. */
  constructor(session: Session, catalogue: Pick<Catalogue, 'prepare'>, isBusy: () => boolean) {
    this.#session = session;
    this.#catalogue = catalogue;
    this.#isBusy = isBusy;
  }

  start(): void {
    this.#later(BEGIN, 0);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  /** Goes on with the skill at `next` of `skills`; begins with all that there are then. */
  #later(delay: number, next: number, skills?: readonly SkillEntry[]): void {
    this.#timer = setTimeout(() => {
      if (this.#isBusy()) return this.#later(WAIT, next, skills);
      const all = skills ?? this.#session.workspace.skills();
      const behind = this.#work(all, next);
      if (behind < all.length) this.#later(PAUSE, behind, all);
    }, delay).unref();
  }

  /** Answers at which skill the time was up. */
  #work(all: readonly SkillEntry[], first: number): number {
    const { workspace, commands } = this.#session;
    const until = performance.now() + SLICE;
    let next = first;
    for (; next < all.length && (next === first || performance.now() < until); next++) {
      const entry = all[next];
      // It may have gone since.
      if (entry === undefined || workspace.skillAt(entry.root) !== entry) continue;
      for (const path of entry.documents()) entry.words(path);
      // Only our own extension has a view of all skills.
      if (commands?.has(RUN_AGENT)) this.#catalogue.prepare(entry);
    }
    return next;
  }
}
