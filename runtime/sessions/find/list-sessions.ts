import { homeFolder } from '../../../skill/disk.ts';
import type { Redactor } from '../../journal/redact.ts';
import type { Json } from '../../protocol/events.ts';
import { permissionsOf } from './permissions.ts';
import { type Described, describeSession } from './session-entry.ts';
import { type FindOptions, findSessionFiles } from './session-files.ts';
import { indexFolder, keyOf, SessionIndex } from './session-index.ts';
import { createStamps } from './stamps.ts';

export interface ListOptions extends FindOptions {
  readonly redactor?: Redactor;
  /** Most files to read, the latest first. */
  readonly limit?: number;
  /** Receives the number of files before the first is read. */
  readonly onFound?: (files: number) => void;
  /** The folder of the index, absolute; by default in the user's cache folder. `false`: every file is read again. */
  readonly index?: string | false;
}

/**
 * Lists the sessions of this machine, or those below the given folders: the latest first, each as soon as it is known.
 * Files that are no sessions are listed, too, with the reason. Files that have not changed since they were listed are
 * not read again. Nothing outside of the folders is read, and no file is created in them. Never throws.
 */
export async function* listSessions(options: ListOptions = {}): AsyncGenerator<Described> {
  const found = await findSessionFiles(options);
  const files = found.slice(0, options.limit);
  options.onFound?.(files.length);
  const index = options.index === false ? undefined : new SessionIndex(options.index ?? indexFolder());
  const { allows } = permissionsOf(options.folders ?? {}, options.machine?.home ?? homeFolder());
  const stampOf = createStamps(allows);
  const { redactor, signal } = options;
  const isStopped = (): boolean => signal?.aborted === true;
  const reading = {
    allows,
    ...(redactor === undefined ? {} : { redactor }),
    ...(signal === undefined ? {} : { signal }),
  };
  try {
    for (const file of files) {
      if (isStopped()) return;
      const stamp = await stampOf(file);
      const key = keyOf(file);
      const known = index?.get(key, stamp);
      const described = known ?? (await describeSession(file, reading));
      if (isStopped()) return;
      const isLasting = described.kind === 'session' || described.isUnreadable !== true;
      if (known === undefined && isLasting) index?.set(key, stamp, described);
      // Secrets can have become known since the file was read.
      yield known === undefined ? described : redacted(known, redactor);
    }
    index?.prune(new Set(found.map(keyOf)), allows);
  } finally {
    index?.close();
  }
}

function redacted(described: Described, redactor: Redactor | undefined): Described {
  return redactor === undefined ? described : (redactor.json(described as unknown as Json) as unknown as Described);
}
