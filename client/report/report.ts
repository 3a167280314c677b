import { readFile } from 'node:fs/promises';
import { homedir, release } from 'node:os';
import * as vscode from 'vscode';
import type { Log } from '../log/log.ts';
import { modelOf, timeOf } from '../runs/describe.ts';
import { runsFolders } from '../runs/place.ts';
import { type SavedRun, savedRuns } from '../runs/saved.ts';
import { askRuntime } from '../runtime-process/ask-runtime.ts';
import { type ReportParts, reportDocument } from './document.ts';
import { changedSettings, type Declared } from './settings.ts';

export interface ReportContext {
  readonly extension: vscode.Extension<unknown>;
  readonly storage: vscode.Uri;
  /** Absolute path of `dist/runtime.cjs`. */
  readonly module: string;
  readonly log: Log;
}

/** Runs that are offered, the newest; lines of the log; events and characters of a journal. */
const RUNS = 30;
const LOG_LINES = 200;
const EVENTS = 500;
const CHARACTERS = 200_000;

/** Parts of package.json that are read. */
interface Manifest {
  readonly version?: string;
  readonly bugs?: { readonly url?: string };
  readonly contributes?: {
    readonly configuration?: readonly { readonly properties?: Readonly<Record<string, Declared>> }[];
  };
}

/**
 * Command "Skillwright: Report a Problem": gathers what whoever helps will ask for into a document that the user reads.
 * Nothing is sent.
 */
export async function reportProblem(context: ReportContext): Promise<void> {
  const run = await askForRun(context.storage);
  if (run === undefined) return;
  const { log } = context;
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: 'Gathering versions and the log',
    cancellable: true,
  };
  try {
    const parts = await vscode.window.withProgress(options, async (_, token) => {
      const cancelled = new Promise<undefined>((resolve) => token.onCancellationRequested(() => resolve(undefined)));
      return Promise.race([gather(context, run), cancelled]);
    });
    if (parts === undefined) return;
    const content = reportDocument(parts);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'markdown', content }));
    void offerToSend(parts.issues);
  } catch (error) {
    log.error(`The report could not be made: ${error instanceof Error ? error.message : String(error)}`);
    const choice = await vscode.window.showErrorMessage(
      'The report could not be made. The log says why; it can be copied from the Output view.',
      'Show Log',
    );
    if (choice !== undefined) log.show();
  }
}

/** The run to put into the report, `none`, or undefined where the user goes. */
async function askForRun(storage: vscode.Uri): Promise<SavedRun | 'none' | undefined> {
  const runs = savedRuns(runsFolders(storage)).slice(0, RUNS);
  if (runs.length === 0) return 'none';
  const items = [
    {
      label: '$(circle-slash) No run',
      detail: 'Versions, changed settings and the log are enough',
      run: 'none' as const,
    },
    ...runs.map((run) => ({
      label: `$(history) ${run.started.prompt.split('\n', 1)[0]?.slice(0, 100)}`,
      description: modelOf(run),
      detail: `${timeOf(run, new Date(), vscode.env.language)}   with its prompt, its texts and its results`,
      run,
    })),
  ];
  const placeHolder = 'Is the problem about a run? Its journal would be in the report, for you to read first.';
  const chosen = await vscode.window.showQuickPick(items, {
    title: 'Report a Problem',
    placeHolder,
    matchOnDetail: true,
  });
  return chosen?.run;
}

async function gather(context: ReportContext, run: SavedRun | 'none'): Promise<ReportParts> {
  const { extension, module, log } = context;
  const manifest: Manifest = extension.packageJSON;
  const runtime = await askRuntime(module, log, (process) => process.describe());
  const { appName, remoteName, uiKind } = vscode.env;
  const declared = Object.assign({}, ...(manifest.contributes?.configuration ?? []).map((one) => one.properties ?? {}));
  const issues = manifest.bugs?.url;
  return {
    versions: [
      ['Skillwright', manifest.version ?? 'unknown'],
      [
        'VS Code',
        `${vscode.version} (${appName}, ${uiKind === vscode.UIKind.Web ? 'web' : 'desktop'}, ${placeOf(remoteName)})`,
      ],
      ['System', `${process.platform} ${release()} ${process.arch}`],
      ['Node.js of the extension host', process.versions.node],
      ['Node.js of runs', runtime?.node ?? 'unknown: the runtime did not answer'],
      ['Sandbox for scripts', runtime?.sandbox ?? 'unknown'],
      [
        'Workspace',
        `${vscode.workspace.isTrusted ? 'trusted' : 'not trusted'}, ${countOf(vscode.workspace.workspaceFolders?.length ?? 0)}`,
      ],
      ['Language', vscode.env.language],
    ],
    settings: changedSettings(declared, (key) => vscode.workspace.getConfiguration().inspect(key)),
    log: log.lastLines().slice(-LOG_LINES),
    ...(run === 'none' ? {} : { run: await journalOf(run, log) }),
    ...(issues === undefined ? {} : { issues }),
    home: homedir(),
  };
}

/** The last events of a journal, redacted once more: it may come from an older version. */
async function journalOf(run: SavedRun, log: Log): Promise<NonNullable<ReportParts['run']>> {
  const lines = (await readFile(run.journal, 'utf8')).split('\n').filter((line) => line !== '');
  const kept: string[] = [];
  let room = CHARACTERS;
  for (const line of lines.slice(-EVENTS).reverse()) {
    room -= line.length;
    if (room < 0) break;
    kept.unshift(log.redacted(line));
  }
  return { lines: kept, left: lines.length - kept.length };
}

function countOf(folders: number): string {
  return folders === 1 ? 'one folder' : `${folders} folders`;
}

/** Where the extension runs; an address in it is nobody's business. */
function placeOf(remoteName: string | undefined): string {
  if (remoteName === undefined) return 'local';
  return /^[a-z-]+$/.test(remoteName) ? remoteName : 'remote';
}

async function offerToSend(issues: string | undefined): Promise<void> {
  const said = 'The report is open. Nothing has been sent: read it first, then send it yourself.';
  // The document says so itself.
  if (issues === undefined) return;
  const open = 'Open Issue Page';
  if ((await vscode.window.showInformationMessage(said, open)) === open)
    await vscode.env.openExternal(vscode.Uri.parse(issues));
}
