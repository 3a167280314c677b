/** Implements "Skillwright: Export Run…". */
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { ExportFormat, ExportParams, ExportPreview, ExportResult } from '../../runtime/protocol/export.ts';
import { contentOf, type Part, parsePart } from './export-content.ts';
import { readStart } from './read-start.ts';

/** The dependencies of the command. */
export interface ExportContext {
  /** Exports in a separate process. */
  readonly exportRun: (params: ExportParams, token: vscode.CancellationToken) => Promise<ExportResult>;
  /** Returns the journal of the run to export: the visible timeline's, or one that the user picks. */
  readonly pickRun: () => Promise<string | undefined>;
}

interface FormatItem extends vscode.QuickPickItem {
  readonly format: ExportFormat;
  /** Name of the kind of file, and its extension. */
  readonly file: readonly [name: string, extension: string];
}

const FORMATS: readonly FormatItem[] = [
  {
    format: 'html',
    label: '$(browser) HTML',
    description: 'one file, works offline',
    detail: 'The timeline with its details, to read in any browser or to attach to an issue',
    file: ['HTML', 'html'],
  },
  {
    format: 'otlp',
    label: '$(pulse) OpenTelemetry',
    description: 'OTLP, JSON Lines',
    detail: 'Spans with the conventions for generative AI; "skillwright import" reads the same run from it',
    file: ['JSON Lines', 'jsonl'],
  },
  {
    format: 'perfetto',
    label: '$(graph) Perfetto',
    description: 'Trace Event JSON',
    detail: 'Tracks of model calls and tool calls, for ui.perfetto.dev',
    file: ['JSON', 'json'],
  },
];

/** Exports a run: asks for the format, shows what the file will contain, and writes it where the user wants. */
export async function exportRun(context: ExportContext, journal?: string): Promise<void> {
  const file = journal ?? (await context.pickRun());
  if (file === undefined) return;
  const chosen = await vscode.window.showQuickPick(FORMATS, {
    title: 'Export Run (1/2)',
    placeHolder: 'Select the format',
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  if (chosen === undefined) return;
  const part = await confirmContent(context, file, chosen.format);
  if (part === undefined) return;
  const target = await vscode.window.showSaveDialog({
    title: 'Export Run',
    defaultUri: defaultTarget(file, chosen),
    filters: { [chosen.file[0]]: [chosen.file[1]] },
  });
  if (target === undefined) return;
  await writeExport(context, { file, format: chosen.format, ...part, out: target.fsPath });
}

/** Writes an export and offers to open it. */
export async function writeExport(context: Pick<ExportContext, 'exportRun'>, params: ExportParams): Promise<void> {
  const result = await withExportProgress(context, params, 'Exporting the run…');
  if (result === undefined) return undefined;
  if (result.kind === 'failed') return showFailure(result.message);
  const { out = '' } = params;
  const open = params.format === 'html' ? 'Open in Browser' : 'Open';
  const choice = await vscode.window.showInformationMessage(`Exported the run to ${basename(out)}.`, open);
  const uri = vscode.Uri.file(out);
  // `showTextDocument` fails above 50 MB.
  if (choice === 'Open') await vscode.commands.executeCommand('vscode.open', uri);
  else if (choice === open) await vscode.env.openExternal(uri);
}

/** Exports with progress that can be cancelled. Returns undefined if it was; the file is then not written. */
function withExportProgress(
  { exportRun }: Pick<ExportContext, 'exportRun'>,
  params: ExportParams,
  title: string,
): Thenable<ExportResult | undefined> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (_, token) => {
      const result = await exportRun(params, token);
      return token.isCancellationRequested ? undefined : result;
    },
  );
}

/** Lists what the file will contain. Returns the part of the run to save; undefined if the user saves nothing. */
async function confirmContent(context: ExportContext, file: string, format: ExportFormat): Promise<Part | undefined> {
  let part: Part = {};
  let wholeRun: ExportPreview | undefined;
  for (;;) {
    const described = await withExportProgress(context, { file, format, ...part }, 'Reading the run…');
    if (described === undefined) return undefined;
    if (described.kind === 'failed') {
      showFailure(described.message);
      return undefined;
    }
    wholeRun ??= described.preview;
    const choice = await chooseAction(described.preview, format, part);
    if (choice === 'save') return part;
    if (choice === 'preview') await previewContent(context, { file, format, ...part });
    else if (choice === 'home') part = { ...part, hidesHome: part.hidesHome !== true };
    else if (choice === 'part') part = { ...part, ...(await askForPart(wholeRun.lastSeq)) };
    // A row of the content is only informational, so the list is shown again.
    if (choice === undefined || choice === 'preview') return undefined;
  }
}

/** Shows the content and the actions; undefined if the list was closed. */
async function chooseAction(
  preview: ExportPreview,
  format: ExportFormat,
  part: Part,
): Promise<'save' | 'preview' | 'part' | 'home' | 'content' | undefined> {
  const contents = contentOf(preview, part).map(([icon, label, description, togglesHome]) => ({
    action: togglesHome === true ? ('home' as const) : ('content' as const),
    label: `$(${icon}) ${label}`,
    description,
  }));
  const inEditor = `open the content in an editor${format === 'html' ? ', as OTLP' : ''}`;
  const items = [
    { action: 'save' as const, label: '$(save) Save As…', description: 'choose a file' },
    { action: 'preview' as const, label: '$(open-preview) Preview', description: inEditor },
    {
      action: 'part' as const,
      label: '$(list-selection) Only a Part…',
      description: 'choose the first and last event',
    },
    { action: undefined, label: 'This leaves VS Code', kind: vscode.QuickPickItemKind.Separator },
    ...contents,
  ];
  const choice = await vscode.window.showQuickPick(items, {
    title: 'Export Run (2/2)',
    placeHolder: 'Check the content, then save it',
    ignoreFocusOut: true,
  });
  return choice?.action;
}

/** Asks for a range of events. The Raw tab of a row shows the `seq` of its events. */
async function askForPart(last: number): Promise<Part | undefined> {
  const text = await vscode.window.showInputBox({
    title: 'Export a Part of the Run',
    prompt: 'First and last event by their "seq", which the Raw tab of a step shows. The prompt is always included.',
    value: `1-${last}`,
    validateInput: (input) => (parsePart(input) === undefined ? 'Enter two numbers, such as 12-40.' : undefined),
  });
  return text === undefined ? undefined : parsePart(text);
}

/** Maximum length of a previewed text, in bytes. */
const MAX_PREVIEW = 2_000_000;

/** Opens the content as an unsaved document. The content of an HTML export is compressed, so it is shown as OTLP. */
async function previewContent(context: ExportContext, params: ExportParams): Promise<void> {
  const format = params.format === 'html' ? 'otlp' : params.format;
  const folder = await mkdtemp(join(tmpdir(), 'skillwright-preview-'));
  try {
    const out = join(folder, 'preview');
    const result = await withExportProgress(context, { ...params, format, out }, 'Preparing the preview…');
    if (result === undefined) return;
    if (result.kind === 'failed') {
      showFailure(result.message);
      return;
    }
    const content = await readStart(out, MAX_PREVIEW);
    const document = await vscode.workspace.openTextDocument({
      content,
      language: format === 'otlp' ? 'jsonl' : 'json',
    });
    await vscode.window.showTextDocument(document, { preview: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Proposes a name in the first folder of the workspace, or in the home folder: never in the folder of another agent. */
function defaultTarget(journal: string, { file: [, extension] }: FormatItem): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const isJournal = basename(journal) === 'journal.jsonl';
  const name = isJournal ? basename(dirname(journal)) : basename(journal).replace(/\.[^.]*$/, '');
  return vscode.Uri.joinPath(folder, `run-${name}.${extension}`);
}

function showFailure(message: string): void {
  void vscode.window.showErrorMessage(message);
}
