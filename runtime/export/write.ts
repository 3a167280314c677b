import { createWriteStream } from 'node:fs';
import { lstat, realpath, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf, messageOf } from '../errors.ts';
import { SpillError } from '../journal/spilled-list.ts';
import type { ExportFormat } from '../protocol/export.ts';
import { exportHtml, TooLargePage } from './html.ts';
import { exportOtlp } from './otlp.ts';
import { exportPerfetto } from './perfetto.ts';
import type { ExportSource } from './source.ts';

const WRITERS: Readonly<Record<ExportFormat, (source: ExportSource) => Iterable<string> | AsyncIterable<string>>> = {
  otlp: exportOtlp,
  html: exportHtml,
  perfetto: exportPerfetto,
};

/** Returns the text of an export in pieces. Throws `TooLargePage` and `SpillError`. */
export function exportPieces(source: ExportSource, format: ExportFormat): Iterable<string> | AsyncIterable<string> {
  return WRITERS[format](source);
}

export interface ExportTarget {
  /** Absolute path of the file to write. */
  readonly out: string;
  /** Absolute path of the exported journal or session, which is never replaced. */
  readonly input: string;
  /** Stops writing; the file is then as it was. */
  readonly signal?: AbortSignal;
}

/** Writes an export to a file, which is replaced only once the export is complete. Returns an error message, or undefined. */
export async function writeExport(
  source: ExportSource,
  format: ExportFormat,
  { out, input, signal }: ExportTarget,
): Promise<string | undefined> {
  const target = await resolveTarget(out, input);
  if (target.problem !== undefined) return `Choose another file: ${out} ${target.problem}.`;
  const part = `${target.file}.${process.pid}.part`;
  try {
    await pipeline(Readable.from(exportPieces(source, format)), createWriteStream(part, { mode: 0o600, flags: 'wx' }), {
      signal,
    });
    await rename(part, target.file);
    return undefined;
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    if (error instanceof TooLargePage || error instanceof SpillError) return error.message;
    const advice = codeOf(error) === 'ENOENT' ? 'Choose an existing folder' : 'Choose another file';
    return `${advice}: ${out} cannot be written. ${messageOf(error)}`;
  }
}

type Target = { readonly file: string; readonly problem?: undefined } | { readonly problem: string };

/** Resolves links. Only a regular file may be replaced: renaming a file over a device would remove the device. */
async function resolveTarget(out: string, input: string): Promise<Target> {
  if ((await lstat(out).catch(() => undefined)) === undefined) return { file: out };
  try {
    const file = await realpath(out);
    const [old, read] = await Promise.all([stat(file, { bigint: true }), stat(input, { bigint: true })]);
    if (!old.isFile()) return { problem: 'is not a regular file' };
    if (old.dev === read.dev && old.ino === read.ino) return { problem: 'is the exported run' };
    return { file };
  } catch {
    return { problem: 'is not a regular file' };
  }
}
