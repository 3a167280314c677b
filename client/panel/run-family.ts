/** The family of a run, whose timelines share a tab: the runs of the same skills, or all sessions of other agents. */
import { closeSync, openSync, readSync } from 'node:fs';
import { isObject } from './trace/read.ts';

/** Maximum length of the first event, in bytes. A longer one has no family. */
const MAX_LENGTH = 256 * 1024;

/** Returns the family of a run by the first event of its journal; undefined if it is none of a run. */
export function familyOfStart(event: unknown): string | undefined {
  if (!isObject(event) || event.type !== 'run_started') return undefined;
  if (isObject(event.imported)) return 'sessions';
  const skills = Array.isArray(event.skills) ? event.skills.filter(isObject) : [];
  const names = skills.flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
  return `skills ${[...new Set(names)].sort().join(' ')}`;
}

/** Reads the family of a run from its journal; undefined if it cannot be read. */
export function readFamily(journal: string): string | undefined {
  try {
    const file = openSync(journal, 'r');
    try {
      const bytes = Buffer.alloc(MAX_LENGTH);
      const text = bytes.toString('utf8', 0, readSync(file, bytes, 0, MAX_LENGTH, 0));
      return familyOfStart(JSON.parse(text.slice(0, Math.max(0, text.indexOf('\n')))));
    } finally {
      closeSync(file);
    }
  } catch {
    // There is no journal, or it has no complete line yet.
    return undefined;
  }
}
