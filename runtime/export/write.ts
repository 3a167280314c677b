import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf, messageOf } from '../errors.ts';
import type { ExportFormat } from '../protocol/export.ts';
import { exportHtml } from './html.ts';
import { exportOtlp } from './otlp.ts';
import { exportPerfetto } from './perfetto.ts';
import type { ExportSource } from './source.ts';

const WRITERS: Readonly<Record<ExportFormat, (source: ExportSource) => Iterable<string>>> = {
  otlp: exportOtlp,
  html: exportHtml,
  perfetto: exportPerfetto,
};

/** Returns the text of an export in pieces. */
export function exportPieces(source: ExportSource, format: ExportFormat): Iterable<string> {
  return WRITERS[format](source);
}

/** Writes an export to a file, which is replaced only once the export is complete. Returns an error message, or undefined. */
export async function writeExport(
  source: ExportSource,
  format: ExportFormat,
  file: string,
): Promise<string | undefined> {
  const part = `${file}.${process.pid}.part`;
  try {
    await pipeline(Readable.from(exportPieces(source, format)), createWriteStream(part, { mode: 0o600, flags: 'wx' }));
    await rename(part, file);
    return undefined;
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    const advice = codeOf(error) === 'ENOENT' ? 'Choose an existing folder' : 'Choose another file';
    return `${advice}: ${file} cannot be written. ${messageOf(error)}`;
  }
}
