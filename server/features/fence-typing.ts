import { editsFence } from '../../skill/index.ts';

/** Pause after the last change before a document is checked whose fences are being typed, in milliseconds. */
const PAUSE = 250;

/** Maximum time for which a document is not checked while the typing continues, in milliseconds. */
const LONGEST = 2_000;

/** Length from which a check of everything below an edit takes noticeably longer than a key, in UTF-16 units. */
const LONG_TEXT = 64 * 1024;

/** A document whose check was deferred. */
interface Deferred {
  /** When it was deferred first, as `performance.now()` returns it. */
  readonly since: number;
  readonly timer: NodeJS.Timeout;
}

/**
 * Notes which long documents have a fence that is just being typed. Until it is closed, a fence turns everything below
 * it into code: its findings would vanish and return within a few keys, and each time all of it would be checked. Such
 * a document is therefore checked when its author pauses; until then the editor keeps the findings that it shows.
 */
export class FenceTyping {
  readonly #onPause: () => void;
  /** Documents with such a fence; what is undefined was not asked for since. */
  readonly #unsettled = new Map<string, Deferred | undefined>();

  /** @param onPause called when documents whose check was deferred are to be checked */
  constructor(onPause: () => void) {
    this.#onPause = onPause;
  }

  /** Records a change of a document's text. */
  record(path: string, before: string, text: string): void {
    const known = this.#unsettled.get(path);
    if (known !== undefined) this.#defer(path, known.since);
    else if (text.length >= LONG_TEXT && editsFence(before, text)) this.#unsettled.set(path, undefined);
  }

  /** Returns true if a document is not to be checked yet. `onPause` is called when it is. */
  defers(path: string): boolean {
    if (!this.#unsettled.has(path)) return false;
    this.#defer(path, this.#unsettled.get(path)?.since ?? performance.now());
    return true;
  }

  /** Forgets a document that was closed. */
  forget(path: string): void {
    clearTimeout(this.#unsettled.get(path)?.timer);
    this.#unsettled.delete(path);
  }

  dispose(): void {
    for (const path of [...this.#unsettled.keys()]) this.forget(path);
  }

  #defer(path: string, since: number): void {
    this.forget(path);
    const left = Math.max(0, since + LONGEST - performance.now());
    const timer = setTimeout(
      () => {
        this.#unsettled.delete(path);
        this.#onPause();
      },
      Math.min(PAUSE, left),
    );
    this.#unsettled.set(path, { since, timer });
  }
}
