import * as vscode from 'vscode';
import type { SessionSource, SessionsFound } from '../../runtime/protocol/sessions.ts';
import { formatCount, formatNumber } from '../../runtime/text/count.ts';
import { queryRuntime } from '../runtime-process/query-runtime.ts';
import type { SessionContext } from './context.ts';
import { compareLatestFirst, describeSession, missesOf, sourceOf } from './session-items.ts';
import { sessionFolders } from './settings.ts';

/** Maximum number of sessions in the list. */
const LIMIT = 500;
/** Minimum time between two updates of the list, in milliseconds. */
const SHOW_INTERVAL_MS = 400;

interface Item extends vscode.QuickPickItem {
  /** Absent for the items that open a file and the settings. */
  readonly source?: SessionSource;
}

const OPEN_FILE: Item = {
  label: '$(folder-opened) Open File…',
  description: 'a session of any supported client',
  alwaysShow: true,
};

const ADD_FOLDER: Item = {
  label: '$(settings-gear) Add Folder…',
  description: 'to search for sessions, in the settings',
  alwaysShow: true,
};

/**
 * Lists the sessions of other agents on this machine, the latest first, while they are being read. Closing the list stops
 * reading. Returns the selected session; undefined if none was selected.
 */
export async function pickSession(
  context: Pick<SessionContext, 'module' | 'log' | 'server' | 'addMisses'>,
): Promise<SessionSource | undefined> {
  const { module, log, server } = context;
  const pick = vscode.window.createQuickPick<Item>();
  const stop = new vscode.CancellationTokenSource();
  pick.title = 'Open Agent Session';
  pick.placeholder = 'Searching for sessions…';
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  // Items that arrive must not move the selection.
  pick.keepScrollPosition = true;
  pick.busy = true;
  pick.items = [OPEN_FILE];
  // The item for a file is below all sessions.
  pick.buttons = [{ iconPath: new vscode.ThemeIcon('folder-opened'), tooltip: 'Open File…' }];
  const chosen = new Promise<Item | undefined>((resolve) => {
    pick.onDidAccept(() => resolve(pick.selectedItems[0]));
    pick.onDidTriggerButton(() => resolve(OPEN_FILE));
    pick.onDidHide(() => resolve(undefined));
  });
  pick.show();
  const items: (Item & { readonly end: string })[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Shows what was found. VS Code focuses the first item of new ones, so the focused one is focused again. */
  const show = (): void => {
    timer = undefined;
    items.sort(compareLatestFirst);
    const [active] = pick.activeItems;
    pick.items = [...items, OPEN_FILE];
    if (active !== undefined && active !== OPEN_FILE) pick.activeItems = [active];
  };
  const add = ({ files, read, sessions }: SessionsFound): void => {
    context.addMisses(sessions.map(missesOf));
    items.push(
      ...sessions.map((session) => ({
        ...describeSession(session, timeOf(session.end)),
        source: sourceOf(session),
        end: session.end,
      })),
    );
    pick.placeholder = `${formatCount(items.length, 'session')} in ${formatNumber(read)} of ${formatCount(files, 'file')}`;
    // Each update competes with the user's keys, of which VS Code reports later.
    timer ??= setTimeout(show, items.length === sessions.length ? 0 : SHOW_INTERVAL_MS);
  };
  const listed = queryRuntime(module, log, async (process) => {
    const skills = (await server.skills()).map(({ root }) => root);
    return process.listSessions({ folders: sessionFolders(), limit: LIMIT, skills }, add, stop.token);
  });
  void listed.then((problem) => {
    pick.busy = false;
    // The last update may still be to come, and would replace what is shown now.
    clearTimeout(timer);
    if (items.length > 0) show();
    if (problem !== undefined) pick.placeholder = `The sessions cannot be listed. ${problem}`;
    else if (items.length === 0) {
      pick.placeholder = 'No sessions found. Open a file, or add a folder.';
      pick.items = [OPEN_FILE, ADD_FOLDER];
    } else pick.placeholder = 'Select the session to open';
  });
  const item = await chosen;
  stop.cancel();
  clearTimeout(timer);
  pick.dispose();
  if (item === ADD_FOLDER)
    await vscode.commands.executeCommand('workbench.action.openSettings', 'skillwright.sessions.folders');
  if (item === undefined || item === ADD_FOLDER) return undefined;
  return item.source ?? (await chooseFile());
}

const timeOf = (iso: string): string => {
  const time = new Date(iso);
  return Number.isNaN(time.getTime())
    ? ''
    : new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
};

async function chooseFile(): Promise<SessionSource | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: 'Open Agent Session',
    openLabel: 'Open Session',
    filters: { 'Agent sessions': ['jsonl', 'json', 'zst', 'db', 'txt', 'log'], 'All files': ['*'] },
  });
  const file = chosen?.[0]?.fsPath;
  return file === undefined ? undefined : { file };
}
