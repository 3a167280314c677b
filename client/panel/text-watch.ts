/** Tells a page anew what it was told of causes whose text has changed since: the details it shows, and the fixes. */
import type { Cause } from '../../runtime/protocol/events.ts';
import type { ToHost } from '../timeline/protocol.ts';
import { type Asked, answerPage, tellFixes } from './requests.ts';

/** Milliseconds without a further change: nobody reads the details while they type. */
const REST_MS = 200;

export class TextWatch {
  readonly #asked: () => Asked | undefined;
  /** Row whose details were asked for last, and all whose fixes were. */
  #details = -1;
  readonly #fixes = new Set<number>();
  readonly #changed = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param asked the run that the page shows; undefined while the page is hidden */
  constructor(asked: () => Asked | undefined) {
    this.#asked = asked;
  }

  /** Takes a message of the page. */
  note(message: ToHost): void {
    if (message?.type === 'payload') this.#details = message.row;
    else if (message?.type === 'fixes') this.#fixes.add(message.row);
    else if (message?.type === 'ready') this.#fixes.clear();
  }

  /** The text of a file, an absolute path, is another one now. */
  changed(file: string): void {
    this.#changed.add(unified(file));
    this.look();
  }

  /** Tells what there is to tell, unless the page is hidden: then it is to be called again once it is not. */
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

/** VS Code and the runtime write the paths of Windows in two ways. */
function unified(path: string): string {
  return path.replaceAll('\\', '/');
}
