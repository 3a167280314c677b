import { defined } from '../../skill/index.ts';
import type { Part } from '../export/part.ts';
import { previewOf } from '../export/preview.ts';
import { readSource } from '../export/source.ts';
import { writeExport } from '../export/write.ts';
import { secretsOfEnvironment } from '../journal/secret-sources.ts';
import { SpillFile } from '../journal/spilled-list.ts';
import type { ExportParams, ExportResult } from '../protocol/export.ts';

/** Describes an export for the extension, and writes it if a file is given. Aborting the signal leaves no file behind. */
export async function exportFromEditor(
  { file, format, from, to, out, hidesHome = false }: ExportParams,
  signal: AbortSignal,
): Promise<ExportResult> {
  const part: Part = defined({ from, to });
  const spill = new SpillFile();
  try {
    const read = await readSource(file, {
      secrets: secretsOfEnvironment(process.env),
      part,
      isTimeline: format === 'html',
      hidesHome,
      spill,
      signal,
    });
    if (read.kind === 'failed') return read;
    const { source } = read;
    const problem = out === undefined ? undefined : await writeExport(source, format, { out, input: file, signal });
    return problem === undefined
      ? { kind: 'exported', preview: previewOf(source) }
      : { kind: 'failed', message: problem };
  } finally {
    spill.close();
  }
}
