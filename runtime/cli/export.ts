import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { defined } from '../../skill/index.ts';
import { TooLargePage } from '../export/html.ts';
import type { Part } from '../export/part.ts';
import { previewOf } from '../export/preview.ts';
import { readSource } from '../export/source.ts';
import { exportPieces, writeExport } from '../export/write.ts';
import { jsonLine } from '../journal/json-line.ts';
import { secretsOfEnvironment } from '../journal/secret-sources.ts';
import type { SpillFile } from '../journal/spilled-list.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../protocol/export.ts';
import { keepYoungGenerationSmall } from '../small-heap.ts';
import { INVALID_USAGE } from './exit-codes.ts';
import { parseSeq } from './numbers.ts';
import { Output } from './output.ts';
import { prettyPreview } from './pretty-preview.ts';
import { journalPath } from './read-run.ts';
import { withSpillFile } from './with-spill-file.ts';

interface ExportOptions {
  readonly format: ExportFormat;
  readonly out?: string;
  readonly from?: number;
  readonly to?: number;
  readonly preview?: boolean;
  readonly hideHome?: boolean;
  readonly runs: string;
  readonly json?: boolean;
}

/** Creates `skillwright export`, which converts a run or session for other tools. Its exit codes and options are a contract. */
export function exportCommand(): Command {
  return new Command('export')
    .description('Exports a run, or the session of another agent, for other tools. Secrets are redacted.')
    .argument('<run>', 'id of the run, as in run_started, or the path of its journal or of a session')
    .addOption(
      new Option(
        '--format <format>',
        'otlp: OpenTelemetry, JSON Lines; html: the timeline in one file; perfetto: for ui.perfetto.dev',
      )
        .choices(EXPORT_FORMATS)
        .makeOptionMandatory(),
    )
    .option('--out <file>', 'file to write (default: standard output)')
    .option('--from <seq>', 'first event of a part of the run', parseSeq)
    .option('--to <seq>', 'last event of a part of the run', parseSeq)
    .option('--hide-home', 'replace home folders in paths with ~, because they contain names of users')
    .option('--preview', 'show what the export would contain, and write nothing')
    .option('--runs <dir>', 'folder of runs', '.skillwright/runs')
    .option('--json', 'print the summary as one JSON object')
    .addHelpText(
      'after',
      '\nA part consists of complete calls, and the prompt. Prompts, replies, results and instructions are included.\nExit codes: 0 exported, 2 no run or session, a file that cannot be written, or invalid usage.',
    )
    .action(async (run: string, options: ExportOptions) => {
      process.exitCode = await exportRun(run, options, new Output('export'));
    });
}

function exportRun(argument: string, options: ExportOptions, output: Output): Promise<number> {
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
