import { resolve } from 'node:path';
import { defined } from '../../skill/index.ts';
import { TooLargePage } from '../export/html.ts';
import type { Part } from '../export/part.ts';
import { previewOf } from '../export/preview.ts';
import { readSource } from '../export/source.ts';
import { exportPieces, writeExport } from '../export/write.ts';
import { jsonLine } from '../journal/json-line.ts';
import { secretsOfEnvironment } from '../journal/secret-sources.ts';
import type { SpillFile } from '../journal/spilled-list.ts';
import type { ExportFormat } from '../protocol/export.ts';
import { keepYoungGenerationSmall } from '../small-heap.ts';
import { INVALID_USAGE } from './exit-codes.ts';
import type { Output } from './output.ts';
import { prettyPreview } from './pretty-preview.ts';
import { journalPath } from './read-run.ts';
import { withSpillFile } from './with-spill-file.ts';

export interface ExportOptions {
  readonly format: ExportFormat;
  readonly out?: string;
  readonly from?: number;
  readonly to?: number;
  readonly preview?: boolean;
  readonly hideHome?: boolean;
  readonly runs: string;
  readonly json?: boolean;
}

/** Exports a run or session for other tools, and returns the exit code. */
export function exportRun(argument: string, options: ExportOptions, output: Output): Promise<number> {
  return withSpillFile(output, async (spill) => {
    const problem = await exportTo(argument, options, output, spill).catch((error: unknown) => {
      if (error instanceof TooLargePage) return error.message;
      throw error;
    });
    if (problem === undefined) return 0;
    output.error(problem);
    return INVALID_USAGE;
  });
}

/** Returns an error message, or undefined. */
async function exportTo(
  argument: string,
  options: ExportOptions,
  output: Output,
  spill: SpillFile,
): Promise<string | undefined> {
  const { format, from, to, runs } = options;
  const file = journalPath(argument, resolve(runs));
  if (file === undefined)
    return `Pass the id of a run in ${runs}, or the path of a journal or session: there is no run ${argument}.`;
  const part: Part = defined({ from, to });
  keepYoungGenerationSmall();
  const read = await readSource(file, {
    secrets: secretsOfEnvironment(process.env),
    part,
    isTimeline: format === 'html',
    hidesHome: options.hideHome === true,
    spill,
  });
  if (read.kind === 'failed') return read.message;
  const { source } = read;
  if (options.preview !== true && options.out === undefined) {
    for await (const piece of exportPieces(source, format)) {
      output.text(piece);
      await output.flushed();
      if (output.isClosed) break;
    }
    return undefined;
  }
  const out = options.preview === true || options.out === undefined ? undefined : resolve(options.out);
  const problem = out === undefined ? undefined : await writeExport(source, format, { out, input: file });
  if (problem !== undefined) return problem;
  const preview = previewOf(source);
  output.line(
    options.json === true
      ? jsonLine({ version: 1, format, out, ...preview })
      : prettyPreview(preview, out, options.hideHome === true),
  );
  return undefined;
}
