import { join } from 'node:path';
import * as vscode from 'vscode';
import {
  type CatalogsShown,
  type CatalogTarget,
  CHOOSE_CATALOG_FOLDER,
  CHOOSE_CLIENT,
  CLEAR_CATALOG_FOCUS,
  FIX_CATALOG_TARGET,
  OPEN_CATALOG_TARGET,
  SHOW_CATALOGS,
  type ShowCatalogsParams,
} from '../../runtime/protocol/catalog.ts';
import { formatCount, formatNumber } from '../../runtime/text/count.ts';
import { defined } from '../../runtime/text/objects.ts';
import { isEmptyWindow } from '../dialogs/offer-command.ts';
import { askForFolder } from '../dialogs/open-folder.ts';
import { requireTrust } from '../dialogs/workspace-trust.ts';
import { openSourceRange, sourceRangeOf } from '../editor/fixes.ts';
import { queryRuntime } from '../runtime-process/query-runtime.ts';
import { CatalogPanel } from './catalog-panel.ts';
import { rangesWithFix } from './quick-fixes.ts';

/** The dependencies of the page. */
export interface WhatClientsSeeContext {
  /** Absolute path of `dist/runtime.cjs`. */
  readonly module: string;
  readonly log: vscode.LogOutputChannel;
  /** Remembers the client. */
  readonly state: vscode.Memento;
}

const CLIENT_KEY = 'whatClientsSee.client';
/** The argument with which the page itself asks to be read again. */
const AGAIN = 'again';

/**
 * Registers "Skillwright: Show What Clients See": a page about the skills that clients offer to a model. The home and the settings of
 * clients are read when the command is invoked, and again when they change while the page is open.
 */
export function registerWhatClientsSee({ module, log, state }: WhatClientsSeeContext): vscode.Disposable {
  const read = (
    params: ShowCatalogsParams,
    onProgress: (done: number, all: number) => void,
    token: vscode.CancellationToken,
  ) => queryRuntime(module, log, (process) => process.showCatalogs(params, onProgress, token));
  const memory = {
    get: () => state.get<string>(CLIENT_KEY),
    set: (client: string) => void state.update(CLIENT_KEY, client),
  };
  const panel = new CatalogPanel(memory, async (params) => {
    const never = new vscode.CancellationTokenSource();
    const shown = await read(params, () => undefined, never.token);
    if (typeof shown !== 'string') return shown;
    log.error(`What clients see could not be read again: ${shown}`);
    return undefined;
  });
  const show = async (params: ShowCatalogsParams): Promise<void> => {
    const shown = await withProgress((onProgress, token) => read(params, onProgress, token));
    if (shown !== undefined) await panel.show(params, shown);
  };
  const command = vscode.commands.registerCommand;
  return vscode.Disposable.from(
    panel,
    command(SHOW_CATALOGS, async (skill?: unknown) => {
      if (!(await requireTrust('Trust this workspace to see what clients make of its skills and settings.'))) return;
      const params = skill === AGAIN && panel.params !== undefined ? panel.params : await paramsFor(skill);
      if (params !== undefined) await show(params);
    }),
    command(CHOOSE_CLIENT, (client: unknown) => panel.choose(String(client))),
    command(CLEAR_CATALOG_FOCUS, async () => {
      if (panel.params !== undefined) await show({ cwd: panel.params.cwd });
    }),
    command(CHOOSE_CATALOG_FOLDER, async () => {
      const cwd = panel.params === undefined ? undefined : await pickFolder(panel.params.cwd);
      if (cwd !== undefined) await show(defined({ ...panel.params, cwd }));
    }),
    command(OPEN_CATALOG_TARGET, async (number: unknown) => {
      const target = panel.target(number);
      if (target !== undefined) await openTarget(target);
    }),
    command(FIX_CATALOG_TARGET, async (number: unknown) => {
      const target = panel.target(number);
      if (target !== undefined) await openFix(target);
    }),
  );
}

/**
 * Returns the folder in which the clients would work, and the skill to show first. Undefined if no folder is open.
 * @param skill the skill's folder, an absolute path, from the Skills view; anything else for all skills alike
 */
async function paramsFor(skill: unknown): Promise<ShowCatalogsParams | undefined> {
  if (isEmptyWindow()) {
    await askForFolder('Open the folder in which you start the clients first.');
    return undefined;
  }
  const root = typeof skill === 'string' && skill !== AGAIN ? vscode.Uri.file(skill) : undefined;
  const near = root ?? vscode.window.activeTextEditor?.document.uri;
  const folder = (near && vscode.workspace.getWorkspaceFolder(near)) ?? vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) return undefined;
  return defined({
    cwd: slashes(folder.uri.fsPath),
    focus: root === undefined ? undefined : slashes(join(root.fsPath, 'SKILL.md')),
  });
}

/** Asks for the folder in which the clients would work. */
async function pickFolder(current: string): Promise<string | undefined> {
  const [picked] =
    (await vscode.window.showOpenDialog({
      title: 'The Folder in Which You Start the Clients',
      openLabel: 'Show What Clients See',
      defaultUri: vscode.Uri.file(current),
      canSelectFolders: true,
      canSelectFiles: false,
    })) ?? [];
  return picked && slashes(picked.fsPath);
}

/** Reads with progress that can be cancelled. Undefined if it was, or if it failed, which is shown to the user. */
async function withProgress(
  read: (
    onProgress: (done: number, clients: number) => void,
    token: vscode.CancellationToken,
  ) => Promise<CatalogsShown | string>,
): Promise<CatalogsShown | undefined> {
  const result = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: 'What clients see', cancellable: true },
    async (progress, token) => {
      progress.report({ message: 'reading skills, settings and plugins' });
      const shown = await read((done, clients) => {
        const message = `${formatNumber(done)} of ${formatCount(clients, 'client')}`;
        progress.report({ message, increment: done === 0 ? 0 : 100 / clients });
      }, token);
      return token.isCancellationRequested ? undefined : shown;
    },
  );
  if (typeof result !== 'string') return result;
  void vscode.window.showErrorMessage(`Try again. What clients see could not be read: ${result}`);
  return undefined;
}

async function openTarget({ file }: CatalogTarget): Promise<void> {
  const uri = vscode.Uri.file(file);
  const stat = await vscode.workspace.fs.stat(uri).then(
    ({ type }) => type,
    () => undefined,
  );
  if (stat !== undefined && (stat & vscode.FileType.Directory) !== 0)
    await vscode.commands.executeCommand('revealFileInOS', uri);
  else await openSourceRange({ file: uri.fsPath });
}

/** Opens the finding about a target, with its quick fixes. */
async function openFix(target: CatalogTarget): Promise<void> {
  const [range] = await rangesWithFix(target);
  const file = vscode.Uri.file(target.file).fsPath;
  if (range === undefined) {
    await openSourceRange({ file });
    return;
  }
  const { line, character: column } = range.start;
  if (!(await openSourceRange(sourceRangeOf(file, { line, column, endLine: line, endColumn: column })))) return;
  // The menu asks once: the server must know the file by then.
  await vscode.commands.executeCommand('vscode.executeCodeActionProvider', vscode.Uri.file(target.file), range);
  await vscode.commands.executeCommand('editor.action.quickFix');
}

const slashes = (path: string): string => (process.platform === 'win32' ? path.replaceAll('\\', '/') : path);
