/** Refreshes the details and fixes shown for causes whose text has changed. */
import type { Cause } from '../../runtime/protocol/events.ts';
import type { ToHost } from '../timeline/protocol.ts';
import { type Asked, answerPage, tellFixes } from './requests.ts';

/** Milliseconds without a further change before a refresh, so that typing does not trigger one for each key. */
const REST_MS = 200;

export class TextWatch {
  readonly #asked: () => Asked | undefined;
  /** Row whose details were requested last, and all rows whose fixes were requested. */
  #details = -1;
  readonly #fixes = new Set<number>();
  readonly #changed = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param asked returns the run that the page shows, or undefined while the page is hidden */
  constructor(asked: () => Asked | undefined) {
    this.#asked = asked;
  }

  /** Records a message of the page. */
  note(message: ToHost): void {
    if (message?.type === 'payload') this.#details = message.row;
    else if (message?.type === 'fixes') this.#fixes.add(message.row);
    else if (message?.type === 'ready') this.#fixes.clear();
  }

  /** Called when the text of a file (an absolute path) has changed. */
  changed(file: string): void {
    this.#changed.add(unified(file));
    this.look();
  }

  /** Schedules a refresh of pending changes. Does nothing while the page is hidden; call it again when it is shown. */
  look(): void {
    clearTimeout(this.#timer);
    if (this.#changed.size > 0) this.#timer = setTimeout(() => void this.#tell(), REST_MS);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  async #tell(): Promise<void> {
    const asked = this.#asked();
    if (asked === undefined) return;
    const files = new Set(this.#changed);
    this.#changed.clear();
    const causeAt = (row: number): Cause | undefined => {
      const cause = asked.trace.spans[row]?.cause;
      return cause !== undefined && files.has(unified(cause.file)) ? cause : undefined;
    };
    const causes = [...this.#fixes].flatMap((row) => causeAt(row) ?? []);
    const words = new Map(causes.map((cause) => [JSON.stringify([cause.file, cause.line, cause.column]), cause]));
    for (const cause of words.values()) await tellFixes(asked, cause);
    if (causeAt(this.#details) !== undefined) await answerPage(asked, { type: 'payload', row: this.#details });
  }
}

/** Normalizes separators: VS Code and the runtime write Windows paths in different ways. */
function unified(path: string): string {
  return path.replaceAll('\\', '/');
}
