import { readFile } from 'node:fs/promises';
import { homedir, release } from 'node:os';
import * as vscode from 'vscode';
import { defined } from '../../runtime/text/objects.ts';
import type { Log } from '../log/log.ts';
import { modelOf, timeOf } from '../runs/describe.ts';
import { runsFolders } from '../runs/runs-folder.ts';
import { readSavedRuns, type SavedRun } from '../runs/saved-runs.ts';
import { queryRuntime } from '../runtime-process/query-runtime.ts';
import { type ReportParts, reportDocument } from './document.ts';
import { changedSettings, type DeclaredSetting } from './settings.ts';

export interface ReportContext {
  readonly extension: vscode.Extension<unknown>;
  readonly storage: vscode.Uri;
  /** Absolute path of `dist/runtime.cjs`. */
  readonly module: string;
  readonly log: Log;
}

/** Limits on the runs offered, the lines of the log, and the events and characters of a journal. */
const MAX_RUNS = 30;
const MAX_LOG_LINES = 200;
const MAX_EVENTS = 500;
const MAX_JOURNAL_CHARACTERS = 200_000;

/** The parts of package.json that are used here. */
interface Manifest {
  readonly version?: string;
  readonly bugs?: { readonly url?: string };
  readonly contributes?: {
    readonly configuration?: readonly { readonly properties?: Readonly<Record<string, DeclaredSetting>> }[];
  };
}

/**
 * Implements "Skillwright: Report a Problem". Collects the information needed for a bug report into a document that the
 * user can review. Nothing is sent.
 */
export async function reportProblem(context: ReportContext): Promise<void> {
  const run = await askForRun(context.storage);
  if (run === undefined) return;
  const { log } = context;
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: 'Collecting versions and the log',
    cancellable: true,
  };
  try {
    const parts = await vscode.window.withProgress(options, async (_, token) => {
      const cancelled = new Promise<undefined>((resolve) => token.onCancellationRequested(() => resolve(undefined)));
      return Promise.race([collectParts(context, run), cancelled]);
    });
    if (parts === undefined) return;
    const content = reportDocument(parts);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'markdown', content }));
    void offerToSend(parts.issuesUrl);
  } catch (error) {
    log.error(`The report could not be created: ${error instanceof Error ? error.message : String(error)}`);
    const choice = await vscode.window.showErrorMessage(
      'The report could not be created. See the log for details; you can copy it from the Output view.',
      'Show Log',
    );
    if (choice !== undefined) log.show();
  }
}

/** Prompts for a run to include. Returns `none` if the user wants none, undefined if cancelled. */
async function askForRun(storage: vscode.Uri): Promise<SavedRun | 'none' | undefined> {
  const runs = readSavedRuns(runsFolders(storage)).slice(0, MAX_RUNS);
  if (runs.length === 0) return 'none';
  const items = [
    {
      label: '$(circle-slash) No run',
      detail: 'Include only versions, changed settings and the log',
      run: 'none' as const,
    },
    ...runs.map((run) => ({
      label: `$(history) ${run.started.prompt.split('\n', 1)[0]?.slice(0, 100)}`,
      description: modelOf(run),
      detail: `${timeOf(run, new Date(), vscode.env.language)}   includes its prompt, messages and results`,
      run,
    })),
  ];
  const placeHolder = 'Select a run if the problem is about one. Its journal is included for you to review.';
  const chosen = await vscode.window.showQuickPick(items, {
    title: 'Report a Problem',
    placeHolder,
    matchOnDetail: true,
  });
  return chosen?.run;
}

async function collectParts(context: ReportContext, run: SavedRun | 'none'): Promise<ReportParts> {
  const { extension, module, log } = context;
  const manifest: Manifest = extension.packageJSON;
  const runtime = await queryRuntime(module, log, (process) => process.describe());
  const { appName, remoteName, uiKind } = vscode.env;
  const declared = Object.fromEntries(
    (manifest.contributes?.configuration ?? []).flatMap((one) => Object.entries(one.properties ?? {})),
  );
  const issues = manifest.bugs?.url;
  return defined({
    versions: [
      ['Skillwright', manifest.version ?? 'unknown'],
      [
        'VS Code',
        `${vscode.version} (${appName}, ${uiKind === vscode.UIKind.Web ? 'web' : 'desktop'}, ${hostLocation(remoteName)})`,
      ],
      ['System', `${process.platform} ${release()} ${process.arch}`],
      ['Node.js of the extension host', process.versions.node],
      ['Node.js of runs', runtime?.node ?? 'unknown: the runtime did not respond'],
      ['Sandbox for scripts', runtime?.sandbox ?? 'unknown'],
      [
        'Workspace',
        `${vscode.workspace.isTrusted ? 'trusted' : 'not trusted'}, ${countOf(vscode.workspace.workspaceFolders?.length ?? 0)}`,
      ],
      ['Language', vscode.env.language],
    ],
    settings: changedSettings(declared, (key) => vscode.workspace.getConfiguration().inspect(key)),
    log: log.lastLines().slice(-MAX_LOG_LINES),
    run: run === 'none' ? undefined : await journalOf(run, log),
    issuesUrl: issues,
    home: homedir(),
  });
}

/** Reads the last events of a journal, redacted again because it may come from an older version. */
async function journalOf(run: SavedRun, log: Log): Promise<NonNullable<ReportParts['run']>> {
  const allLines = (await readFile(run.journal, 'utf8')).split('\n').filter((line) => line !== '');
  const lines: string[] = [];
  let remaining = MAX_JOURNAL_CHARACTERS;
  for (const line of allLines.slice(-MAX_EVENTS).reverse()) {
    remaining -= line.length;
    if (remaining < 0) break;
    lines.unshift(log.redact(line));
  }
  return { lines, omitted: allLines.length - lines.length };
}

function countOf(folders: number): string {
  return folders === 1 ? 'one folder' : `${folders} folders`;
}

/** Describes where the extension host runs, without any host name. */
function hostLocation(remoteName: string | undefined): string {
  if (remoteName === undefined) return 'local';
  return /^[a-z-]+$/.test(remoteName) ? remoteName : 'remote';
}

async function offerToSend(issues: string | undefined): Promise<void> {
  const message = 'The report is open. Review it, then send it yourself. Nothing has been sent.';
  // Without an issue page, the document itself tells the user what to do.
  if (issues === undefined) return;
  const openPage = 'Open Issue Page';
  if ((await vscode.window.showInformationMessage(message, openPage)) === openPage)
    await vscode.env.openExternal(vscode.Uri.parse(issues));
}
