/** Refreshes the details and fixes shown for causes whose text has changed. */
import type { Cause } from '../../runtime/protocol/events.ts';
import type { ToHost } from '../timeline/protocol.ts';
import { handleRequest, postFixes, type RequestContext } from './requests.ts';

/** Milliseconds without a further change before a refresh, so that typing does not trigger one for each key. */
const DEBOUNCE_MS = 200;

export class CauseRefresh {
  readonly #context: () => RequestContext | undefined;
  /** Row whose details were requested last, and all rows whose fixes were requested. */
  #detailsRow = -1;
  readonly #fixRows = new Set<number>();
  readonly #changedFiles = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param context returns the run that the page shows, or undefined while the page is hidden */
  constructor(context: () => RequestContext | undefined) {
    this.#context = context;
  }

  /** Records a message of the page. */
  track(message: ToHost): void {
    if (message?.type === 'payload') this.#detailsRow = message.row;
    else if (message?.type === 'fixes') this.#fixRows.add(message.row);
    else if (message?.type === 'ready') this.#fixRows.clear();
  }

  /** Called when the text of a file (an absolute path) has changed. */
  fileChanged(file: string): void {
    this.#changedFiles.add(normalizeSlashes(file));
    this.schedule();
  }

  /** Schedules a refresh of pending changes. Does nothing while the page is hidden; call it again when it is shown. */
  schedule(): void {
    clearTimeout(this.#timer);
    if (this.#changedFiles.size > 0) this.#timer = setTimeout(() => void this.#refresh(), DEBOUNCE_MS);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  async #refresh(): Promise<void> {
    const context = this.#context();
    if (context === undefined) return;
    const files = new Set(this.#changedFiles);
    this.#changedFiles.clear();
    const causeAt = (row: number): Cause | undefined => {
      const cause = context.trace.spans[row]?.cause;
      return cause !== undefined && files.has(normalizeSlashes(cause.file)) ? cause : undefined;
    };
    const causes = [...this.#fixRows].flatMap((row) => causeAt(row) ?? []);
    const unique = new Map(causes.map((cause) => [JSON.stringify([cause.file, cause.line, cause.column]), cause]));
    for (const cause of unique.values()) await postFixes(context, cause);
    if (causeAt(this.#detailsRow) !== undefined)
      await handleRequest(context, { type: 'payload', row: this.#detailsRow });
  }
}

/** Normalizes separators: VS Code and the runtime write Windows paths in different ways. */
function normalizeSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
