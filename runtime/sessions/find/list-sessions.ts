import { homeFolder } from '../../../skill/disk.ts';
import type { Redactor } from '../../journal/redact.ts';
import type { Json } from '../../protocol/events.ts';
import { permissionsOf } from '../../protocol/session-folders.ts';
import { type DescribeResult, describeSession } from './session-entry.ts';
import { type FindOptions, findSessionFiles } from './session-files.ts';
import { indexFolder, keyOf, SessionIndex } from './session-index.ts';
import { createStamps } from './stamps.ts';

export interface ListOptions extends FindOptions {
  readonly redactor?: Redactor;
  /** Maximum number of files to read, the latest first. */
  readonly limit?: number;
  /** Receives the number of files before the first is read. */
  readonly onFound?: (files: number) => void;
  /** The folder of the index, absolute; by default in the user's cache folder. `false`: every file is read again. */
  readonly index?: string | false;
}

/**
 * Lists the sessions of this machine, or those below the given folders: the latest first, each as soon as it is known.
 * Files that are not sessions are listed as well, with the reason. Files that have not changed since they were listed
 * are not read again. Nothing outside of the folders is read, and no file is created in them. Never throws.
 */
export async function* listSessions(options: ListOptions = {}): AsyncGenerator<DescribeResult> {
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
      const isCacheable = described.kind === 'session' || described.isUnreadable !== true;
      if (known === undefined && isCacheable) index?.set(key, stamp, described);
      // Secrets can have become known since the file was read.
      yield known === undefined ? described : redactEntry(known, redactor);
    }
    index?.prune(new Set(found.map(keyOf)), allows);
  } finally {
    index?.close();
  }
}

function redactEntry(described: DescribeResult, redactor: Redactor | undefined): DescribeResult {
  return redactor === undefined
    ? described
    : (redactor.json(described as unknown as Json) as unknown as DescribeResult);
}
