/** A folder as one value: packed to be sent to workers, and unpacked there. */
import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { defined } from '../../../skill/index.ts';
import { readRegularFile } from '../../confined/read-file.ts';
import { messageOf } from '../../errors.ts';

/** Maximum size of the files of a packed folder, in bytes. */
export const MAX_FOLDER_BYTES = 128 * 1024 * 1024;
const MAX_ENTRIES = 20_000;
/** Sizes in bytes of the buffers into which a folder is decompressed. */
const MIN_CHUNK = 1024;
const MAX_CHUNK = 1024 * 1024;

const ENTRY = z.union([
  z.strictObject({ path: z.string(), size: z.number().int().nonnegative(), executable: z.literal(true).optional() }),
  z.strictObject({ path: z.string(), link: z.string() }),
  z.strictObject({ path: z.string(), folder: z.literal(true) }),
]);
type Entry = z.infer<typeof ENTRY>;
const ENTRIES = z.array(ENTRY).max(MAX_ENTRIES);

/** A folder as one value, named by its content. */
export interface PackedFolder {
  readonly kind: 'packed';
  /** SHA-256 of the uncompressed content. */
  readonly hash: string;
  readonly bytes: Buffer;
}

type Failure = { readonly kind: 'failed'; readonly message: string };

/**
 * Packs the files, links and empty folders of a folder. Equal folders have equal hashes. Links must lead to a place inside the
 * folder, by relative paths, because others do not exist on another machine.
 * @param name of a folder to put everything into; absent for none
 * @param skipped names of folders that are left out, at any depth
 */
export function packFolder(
  root: string,
  name?: string,
  skipped: ReadonlySet<string> = new Set(),
): PackedFolder | Failure {
  const prefix = name === undefined ? '' : `${name}/`;
  const entries: Entry[] = [];
  const contents: Buffer[] = [];
  let total = 0;
  const add = (folder: string): string | undefined => {
    const names = readdirSync(join(root, folder))
      .filter((own) => !skipped.has(own))
      .sort();
    if (names.length === 0 && folder !== '') entries.push({ path: prefix + folder, folder: true });
    for (const own of names) {
      const path = folder === '' ? own : `${folder}/${own}`;
      const stat = lstatSync(join(root, path));
      if (entries.length >= MAX_ENTRIES) return `Remove files from ${root}: a queue takes up to ${MAX_ENTRIES}.`;
      if (stat.isDirectory()) {
        const problem = add(path);
        if (problem !== undefined) return problem;
      } else if (stat.isSymbolicLink()) {
        const link = readlinkSync(join(root, path)).replaceAll('\\', '/');
        if (!isInside(path, link)) return `Replace the link ${path} by its target: it leads out of ${root}.`;
        entries.push({ path: prefix + path, link });
      } else if (stat.isFile()) {
        total += stat.size;
        if (total > MAX_FOLDER_BYTES)
          return `Remove files from ${root}: a queue takes up to ${MAX_FOLDER_BYTES / 1024 / 1024} MB.`;
        const bytes = readRegularFile(join(root, path), MAX_FOLDER_BYTES);
        if (!Buffer.isBuffer(bytes)) return `Make ${join(root, path)} readable, or remove it: it was replaced.`;
        contents.push(bytes);
        entries.push(
          defined({
            path: prefix + path,
            size: bytes.length,
            executable: (stat.mode & 0o111) === 0 ? undefined : true,
          }),
        );
      }
    }
    return undefined;
  };
  try {
    const problem = add('');
    if (problem !== undefined) return { kind: 'failed', message: problem };
    const head = Buffer.from(JSON.stringify(entries));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(head.length);
    const whole = Buffer.concat([length, head, ...contents]);
    const hash = createHash('sha256').update(whole).digest('hex');
    return { kind: 'packed', hash, bytes: gzipSync(whole, { level: 1 }) };
  } catch (error) {
    return { kind: 'failed', message: `Make ${root} readable: ${messageOf(error)}.` };
  }
}

/**
 * Writes a packed folder below `root`, which must be empty. The content may come from anyone: nothing is written outside of
 * `root`, and a wrong hash or an invalid path is refused before anything is written. Returns an error message.
 * @param hash the expected hash; absent if the content is not named by one
 */
export function unpackFolder(bytes: Buffer, root: string, hash?: string): string | undefined {
  try {
    // The limit includes the list of entries, and prevents that a small value fills the memory.
    const whole = gunzipSync(bytes, {
      maxOutputLength: MAX_FOLDER_BYTES + 8 * 1024 * 1024,
      chunkSize: chunkSizeFor(bytes),
    });
    if (hash !== undefined && createHash('sha256').update(whole).digest('hex') !== hash)
      return 'the content does not match its hash';
    const length = whole.readUInt32BE(0);
    const parsed = ENTRIES.safeParse(JSON.parse(whole.toString('utf8', 4, 4 + length)));
    if (!parsed.success) return 'the list of files is invalid';
    const problem = problemOf(parsed.data, whole.length - 4 - length);
    if (problem !== undefined) return problem;
    writeEntries(parsed.data, whole.subarray(4 + length), root);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/**
 * Returns the size of the buffer for the content: what gzip says in its last four bytes, which may be wrong, within limits, so that
 * a small folder takes no more than it needs.
 */
function chunkSizeFor(bytes: Buffer): number {
  const size = bytes.length < 4 ? 0 : bytes.readUInt32LE(bytes.length - 4);
  return Math.min(Math.max(size, MIN_CHUNK), MAX_CHUNK);
}

/** Returns the problem with entries that could write or lead outside of the folder. */
function problemOf(entries: readonly Entry[], available: number): string | undefined {
  const paths = new Set<string>();
  const links = new Set(entries.flatMap((entry) => ('link' in entry ? [entry.path] : [])));
  let total = 0;
  for (const entry of entries) {
    const segments = entry.path.split('/');
    if (!segments.every(isName)) return `the path ${JSON.stringify(entry.path)} is not allowed`;
    if (paths.has(entry.path)) return `the path ${JSON.stringify(entry.path)} occurs twice`;
    paths.add(entry.path);
    const parents = segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
    if (parents.some((parent) => links.has(parent))) return `the path ${JSON.stringify(entry.path)} is below a link`;
    if ('link' in entry && !isInside(entry.path, entry.link))
      return `the link ${JSON.stringify(entry.path)} leads outside`;
    if ('size' in entry) total += entry.size;
  }
  return total === available ? undefined : 'the content is incomplete';
}

/** Links last, so that nothing is written through one. */
function writeEntries(entries: readonly Entry[], contents: Buffer, root: string): void {
  let offset = 0;
  for (const entry of entries) {
    const path = join(root, entry.path);
    if ('folder' in entry) mkdirSync(path, { recursive: true });
    if (!('size' in entry)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents.subarray(offset, offset + entry.size), { flag: 'wx' });
    if (entry.executable === true) chmodSync(path, 0o755);
    offset += entry.size;
  }
  for (const entry of entries)
    if ('link' in entry) {
      mkdirSync(dirname(join(root, entry.path)), { recursive: true });
      symlinkSync(entry.link, join(root, entry.path));
    }
}

/** True for a name that every file system takes as one segment. A colon names a stream or a drive on Windows. */
function isName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
  return name !== '' && name !== '.' && name !== '..' && name.length <= 255 && !/[\\/:\u0000-\u001f]/.test(name);
}

/**
 * True if a relative link at this path stays inside the folder: it first goes up, then down. A way up after a way down could lead
 * out through another link.
 */
function isInside(path: string, link: string): boolean {
  const segments = link.split('/');
  const up = segments.findIndex((segment) => segment !== '..');
  const down = up === -1 ? [] : segments.slice(up);
  const ways = up === -1 ? segments.length : up;
  return link !== '' && down.every((segment) => segment === '.' || isName(segment)) && ways < path.split('/').length;
}
