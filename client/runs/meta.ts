/**
 * The user's metadata of a run: its name and pin. It is stored in `meta.json` next to the journal, so that it moves with the
 * run's folder, is visible in all windows, and is deleted with the run.
 */
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { findLink, linkMessage } from '../../runtime/disk/linked-folder.ts';
import { defined } from '../../runtime/text/objects.ts';
import { readRegularFile } from '../panel/journal-file.ts';
import { isObject, oneLine, text } from '../panel/trace/read.ts';

export interface RunMeta {
  readonly name?: string;
  readonly pinned?: boolean;
}

const META_FILE = 'meta.json';
const MAX_BYTES = 16_384;
/** Maximum length of a name, in characters. */
export const MAX_NAME_LENGTH = 200;

/** Reads the metadata of the run in this folder. Empty if there is none or it cannot be read. */
export async function readMeta(folder: string): Promise<RunMeta> {
  const content = await readRegularFile(join(folder, META_FILE), MAX_BYTES);
  const value = content === undefined ? undefined : parse(content);
  if (!isObject(value)) return {};
  const name = oneLine(text(value, 'name'), MAX_NAME_LENGTH);
  return defined({ name: name || undefined, pinned: value.pinned === true ? true : undefined });
}

/**
 * Writes the metadata atomically, so that no reader finds a partial file. Keeps fields of a later version.
 * @returns an error message if it fails
 */
export async function writeMeta(folder: string, meta: RunMeta): Promise<string | undefined> {
  const file = join(folder, META_FILE);
  const temporary = `${file}.${process.pid}.new`;
  try {
    const link = findLink(dirname(folder), basename(folder));
    if (link !== undefined) return linkMessage(link);
    const before = parse((await readRegularFile(file, MAX_BYTES)) ?? '');
    const { name: _, pinned: __, ...others } = isObject(before) ? before : {};
    // `wx` does not follow an existing link; the folder may come from anywhere.
    await writeFile(temporary, `${JSON.stringify({ ...others, ...meta }, null, 2)}\n`, { flag: 'wx' });
    await rename(temporary, file);
    return undefined;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
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
