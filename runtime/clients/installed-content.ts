/** The content of installed skills when they were copied: the subject of an approval of commands. */
import { randomUUID } from 'node:crypto';
import { readRecord, recordsOfCopy, writeRecord } from '../disk/client-copy.ts';

/** The files of a skill when it was installed. Commands of the run can have changed them since. */
export interface InstalledContent {
  /** Hash of all paths and contents. */
  readonly hash: string;
  /** True if one of the files could be a script. */
  readonly bringsScript: boolean;
}

/** By the absolute path of the installed folder. */
export type InstalledContents = ReadonlyMap<string, InstalledContent>;

/** Records the content next to the copy, so that a resumed run knows it. Throws if it cannot be written. */
export function recordContents(root: string, contents: InstalledContents): void {
  writeRecord(recordsOfCopy(root).skills, JSON.stringify([...contents]));
}

/** Reads what `recordContents` has written. Empty if it is missing or damaged. Never throws. */
export function readContents(root: string): InstalledContents {
  try {
    const read: unknown = JSON.parse(readRecord(recordsOfCopy(root).skills) ?? '[]');
    return new Map(Array.isArray(read) ? read.filter(isEntry) : []);
  } catch {
    return new Map();
  }
}

/**
 * Records next to the copy that a command runs from which no skill is hidden, so that the scripts of any can be anywhere from
 * then on. Throws if it cannot be written.
 */
export function recordExposure(root: string): void {
  if (!wasExposed(root)) writeRecord(recordsOfCopy(root).exposed, 'exposed');
}

/** True if such a command has run in the copy, in this process or an earlier one. Never throws. */
export function wasExposed(root: string): boolean {
  return readRecord(recordsOfCopy(root).exposed) !== undefined;
}

/** Returns the content of a skill of which nothing is known. No approval can cover it. */
export function unknownContent(): InstalledContent {
  return { hash: randomUUID(), bringsScript: true };
}

function isEntry(one: unknown): one is [folder: string, content: InstalledContent] {
  if (!Array.isArray(one)) return false;
  const [folder, content] = one as readonly unknown[];
  const { hash, bringsScript } = (content ?? {}) as Readonly<Record<string, unknown>>;
  return typeof folder === 'string' && typeof hash === 'string' && typeof bringsScript === 'boolean';
}
