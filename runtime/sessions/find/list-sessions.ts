import { homeFolder } from '../../../skill/disk.ts';
import { defined } from '../../../skill/index.ts';
import { permissionsOf } from '../../disk/session-folders.ts';
import type { Redactor } from '../../journal/redact.ts';
import type { Json } from '../../protocol/events.ts';
import { type DescribeResult, describeSession } from './session-entry.ts';
import { type FindOptions, findSessionFiles, type SessionFile } from './session-files.ts';
import { indexFolder, keyOf, SessionIndex } from './session-index.ts';
import { createStamps, ownStamp } from './stamps.ts';

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
 * Lists the sessions of this machine, or those below the given folders: the latest first, each as soon as it is known. Sessions
 * that were read before are sorted by their last event, the others by the time of their file. Files that are not sessions are listed as well, with the reason. Files that have not changed since they were listed
 * are not read again. Nothing outside of the folders is read, and no file is created in them. Never throws.
 */
export async function* listSessions(options: ListOptions = {}): AsyncGenerator<DescribeResult> {
  const found = await findSessionFiles(options);
  const index = options.index === false ? undefined : new SessionIndex(options.index ?? indexFolder());
  const files = latestFirst(found, index).slice(0, options.limit);
  options.onFound?.(files.length);
  const { allows } = permissionsOf(options.folders ?? {}, options.machine?.home ?? homeFolder());
  const stampOf = createStamps(allows);
  const { redactor, signal } = options;
  const isStopped = (): boolean => signal?.aborted === true;
  const reading: Parameters<typeof describeSession>[1] = defined({ allows, redactor, signal });
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

/** Sorts files by the last events of their sessions, where the index knows them: copying a folder changes the times of its files. */
function latestFirst(files: readonly SessionFile[], index: SessionIndex | undefined): readonly SessionFile[] {
  if (index === undefined) return files;
  const timed = files.map((file) => {
    const known = index.endOf(keyOf(file), ownStamp(file));
    // A file that was changed since it was read, or that was never read.
    const time = known?.isCurrent === true ? known.end : Math.max(file.changed, known?.end ?? 0);
    return { file, time };
  });
  // Files with the same time keep their order.
  return timed.sort((a, b) => b.time - a.time).map(({ file }) => file);
}

function redactEntry(described: DescribeResult, redactor: Redactor | undefined): DescribeResult {
  return redactor === undefined
    ? described
    : (redactor.json(described as unknown as Json) as unknown as DescribeResult);
}
