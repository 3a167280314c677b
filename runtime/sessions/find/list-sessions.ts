import type { Redactor } from '../../journal/redact.ts';
import { type Described, describeSession } from './session-entry.ts';
import { type FindOptions, findSessionFiles } from './session-files.ts';

export interface ListOptions extends FindOptions {
  readonly redactor?: Redactor;
  /** Most files to read, the latest first. */
  readonly limit?: number;
  /** Receives the number of files before the first is read. */
  readonly onFound?: (files: number) => void;
}

/**
 * Lists the sessions of this machine, or those below the given folders: the latest first, each as soon as it is known.
 * Files that are no sessions are listed, too, with the reason. Nothing outside of the folders is read. Never throws.
 */
export async function* listSessions(options: ListOptions = {}): AsyncGenerator<Described> {
  const files = (await findSessionFiles(options)).slice(0, options.limit);
  options.onFound?.(files.length);
  for (const file of files) {
    if (options.signal?.aborted === true) return;
    yield await describeSession(file, options.redactor);
  }
}
