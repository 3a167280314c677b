/**
 * What a person gave a run: a name, a pin. It stands in `meta.json` beside the journal, which nothing else is written to:
 * so it goes where the run's folder goes, all windows see it, and deleting the run leaves nothing behind.
 */
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegularFile } from '../panel/journal-file.ts';
import { isObject, oneLine, text } from '../panel/trace/read.ts';

export interface RunMeta {
  readonly name?: string;
  readonly pinned?: boolean;
}

const FILE = 'meta.json';
const LARGEST = 16_384;
/** Characters of a name. */
export const LONGEST_NAME = 200;

/** Reads what was given to the run in this folder; nothing where there is none, or it cannot be read. */
export async function readMeta(folder: string): Promise<RunMeta> {
  const content = await readRegularFile(join(folder, FILE), LARGEST);
  const value = content === undefined ? undefined : parse(content);
  if (!isObject(value)) return {};
  const name = oneLine(text(value, 'name'), LONGEST_NAME);
  return { ...(name === '' ? {} : { name }), ...(value.pinned === true ? { pinned: true } : {}) };
}

/**
 * Writes it in one step, so that no reader finds half of it; fields of a later version stay.
 * @returns a sentence where it failed
 */
export async function writeMeta(folder: string, meta: RunMeta): Promise<string | undefined> {
  const file = join(folder, FILE);
  const aside = `${file}.${process.pid}.new`;
  try {
    const before = parse((await readRegularFile(file, LARGEST)) ?? '');
    const { name: _, pinned: __, ...others } = isObject(before) ? before : {};
    // Through no link that lies there already: the folder may come from anywhere.
    await writeFile(aside, `${JSON.stringify({ ...others, ...meta }, null, 2)}\n`, { flag: 'wx' });
    await rename(aside, file);
    return undefined;
  } catch (error) {
    await rm(aside, { force: true }).catch(() => undefined);
    return error instanceof Error ? error.message : String(error);
  }
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
