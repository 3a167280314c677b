import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import {
  EXPORT_REPORT,
  OPEN_TARGET,
  type ReportSessionsParams,
  type ReportTarget,
  type SessionsReported,
  SHOW_REPORT,
} from '../../runtime/protocol/sessions.ts';
import { formatCount, formatNumber } from '../../runtime/text/count.ts';
import { defined } from '../../runtime/text/objects.ts';
import { revealPanel } from '../editor/attention.ts';
import { openSourceRange } from '../editor/fixes.ts';
import { openCause } from '../editor/open-cause.ts';
import { pageColumn } from '../editor/page-column.ts';
import { queryRuntime } from '../runtime-process/query-runtime.ts';
import type { SessionContext } from './context.ts';
import { sessionFolders } from './settings.ts';

const VIEW_TYPE = 'skillwright.skillsInUse';

/** The dependencies of the page. */
export interface SkillsInUseContext extends SessionContext {
  /** Opens a session at its misses. */
  openMisses(target: Extract<ReportTarget, { kind: 'session' }>): PromiseLike<void>;
}

/**
 * Registers "Skillwright: Show Skills in Use": a page about all sessions of other agents on this machine, which are read when
 * the command is invoked. It is not restored after a restart, because sessions are not read without a request.
 */
export function registerSkillsInUse(context: SkillsInUseContext): vscode.Disposable {
  let panel: vscode.WebviewPanel | undefined;
  let shown: SessionsReported | undefined;
  const command = vscode.commands.registerCommand;
  return vscode.Disposable.from(
    { dispose: () => panel?.dispose() },
    command(SHOW_REPORT, async (focus?: unknown) => {
      const report = await readReport(context, typeof focus === 'string' ? focus : undefined);
      if (report === undefined) return;
      shown = report;
      context.addMisses(report.misses);
      if (panel === undefined) {
        panel = openPanel();
        panel.onDidDispose(() => {
          panel = undefined;
          shown = undefined;
        });
      } else revealPanel(panel, false);
      panel.webview.html = report.page;
    }),
    command(OPEN_TARGET, async (number: unknown) => {
      const target = shown?.targets[Number(number)];
      if (target !== undefined) await openTarget(context, target);
    }),
    command(EXPORT_REPORT, async (format: unknown) => {
      if (shown !== undefined) await exportReport(shown, format === 'json' ? 'json' : 'html');
    }),
  );
}

function openPanel(): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(
    VIEW_TYPE,
    'Skills in Use',
    { viewColumn: pageColumn(false) },
    {
      // A content security policy allows only the script that sorts the table.
      enableScripts: true,
      enableCommandUris: [SHOW_REPORT, OPEN_TARGET, EXPORT_REPORT, 'workbench.action.openSettings'],
      localResourceRoots: [],
      enableFindWidget: true,
    },
  );
}

/** Reads all sessions, with progress that can be cancelled. Undefined if it was, or if it failed, which is shown to the user. */
async function readReport(
  { server, module, log }: SessionContext,
  focus: string | undefined,
): Promise<SessionsReported | undefined> {
  const skills = (await server.skills()).map(({ root }) => root);
  const params: ReportSessionsParams = defined({ folders: sessionFolders(), skills, focus });
  const result = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: 'Skills in use', cancellable: true },
    async (progress, token) => {
      let percent = 0;
      progress.report({ message: 'searching for sessions' });
      const onProgress = (read: number, files: number): void => {
        const now = files === 0 ? 0 : (100 * read) / files;
        const message = `${formatNumber(read)} of ${formatCount(files, 'file')}`;
        progress.report({ message, increment: now - percent });
        percent = now;
      };
      const report = await queryRuntime(module, log, (process) => process.reportSessions(params, onProgress, token));
      return token.isCancellationRequested ? undefined : report;
    },
  );
  if (typeof result !== 'string') return result;
  void vscode.window.showErrorMessage(`Try again. The sessions could not be read: ${result}`);
  return undefined;
}

async function openTarget(context: SkillsInUseContext, target: ReportTarget): Promise<void> {
  const native = (file: string): string => vscode.Uri.file(file).fsPath;
  if (target.kind === 'skill') await openSourceRange({ file: native(target.file) });
  else if (target.kind === 'words') await openCause({ ...target.cause, file: native(target.cause.file) });
  else await context.openMisses(target);
}

/** Writes the report as `skillwright sessions report` prints it, and offers to open the file. */
async function exportReport({ html, json }: SessionsReported, format: 'html' | 'json'): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const target = await vscode.window.showSaveDialog({
    title: 'Export Skills in Use',
    defaultUri: vscode.Uri.joinPath(folder, `skills-in-use.${format}`),
    filters: format === 'html' ? { HTML: ['html'] } : { JSON: ['json'] },
  });
  if (target === undefined) return;
  try {
    await writeFile(target.fsPath, `${format === 'html' ? html : json}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(`Choose another file. The report could not be saved: ${reason}`);
    return;
  }
  const open = format === 'html' ? 'Open in Browser' : 'Open';
  const choice = await vscode.window.showInformationMessage(`Exported the report to ${basename(target.fsPath)}.`, open);
  if (choice === undefined) return;
  if (format === 'html') await vscode.env.openExternal(target);
  else await vscode.window.showTextDocument(target);
}
