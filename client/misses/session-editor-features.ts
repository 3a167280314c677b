/** Editor features for the misses of other agents' sessions: diagnostics, code lenses and code actions. */
import * as vscode from 'vscode';
import type { SessionMisses } from '../../runtime/protocol/sessions.ts';
import { registerMissSource } from './miss-features.ts';
import type { SessionMissStore } from './session-miss-store.ts';
import { describeSessionMisses, formatDate, missedIn, type SessionMissLocation } from './session-misses.ts';

const SHOW = 'skillwright.sessions.showMisses';
const CLEAR = 'skillwright.clearSessionMisses';

/**
 * Registers the editor features for the misses of sessions.
 * @param reveal shows the rows of these misses in the timeline of their session
 */
export function registerSessionMissFeatures(
  store: SessionMissStore,
  reveal: (session: SessionMisses) => PromiseLike<void>,
): vscode.Disposable {
  return vscode.Disposable.from(
    registerMissSource<SessionMissLocation>({
      name: 'skillwright session',
      collection: 'skillwright-session',
      onDidChange: store.onDidChange,
      kind: vscode.CodeActionKind.QuickFix.append('session'),
      of: (file) => store.of(file),
      onUpdate: () =>
        void vscode.commands.executeCommand('setContext', 'skillwright.hasSessionMisses', store.files.length > 0),
      describe: (location) => describeSessionMisses(location, vscode.env.language),
      lensesOf: (file) => lensesOf(store.of(file)),
      causeOf: ({ sessions }) => sessions.flatMap(({ misses }) => misses)[0]?.cause,
      commandsOf: ({ sessions }): vscode.Command[] => [
        { command: SHOW, title: 'Show the miss in the timeline of its session', arguments: [sessions] },
        { command: CLEAR, title: 'Hide the misses of agent sessions' },
      ],
    }),
    vscode.commands.registerCommand(SHOW, async (sessions: readonly SessionMisses[]) => {
      const session = await pickSession(sessions);
      if (session !== undefined) await reveal(session);
    }),
    vscode.commands.registerCommand(CLEAR, () => store.clear()),
  );
}

/** Creates one code lens per line, for the sessions of all its words. */
function lensesOf(locations: readonly SessionMissLocation[]): vscode.CodeLens[] {
  return [...Map.groupBy(locations, ({ range }) => range.line)].map(([line, onLine]) => {
    const sessions = mergeMisses(onLine.flatMap((location) => location.sessions));
    return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
      title: `${missedIn(sessions, vscode.env.language)} · show`,
      tooltip: 'Show in the timeline of the session. Click again for the next miss.',
      command: SHOW,
      arguments: [sessions],
    });
  });
}

/** Joins the misses of each session, the latest session first. */
function mergeMisses(sessions: readonly SessionMisses[]): readonly SessionMisses[] {
  const groups = Map.groupBy(sessions, ({ source }) => `${source.file}\n${source.session ?? ''}`);
  return [...groups.values()]
    .flatMap(([first, ...others]) =>
      first === undefined ? [] : [{ ...first, misses: [first, ...others].flatMap(({ misses }) => misses) }],
    )
    .sort((a, b) => b.time.localeCompare(a.time));
}

/** Returns the only session, or the one that the user picks. */
async function pickSession(sessions: readonly SessionMisses[]): Promise<SessionMisses | undefined> {
  if (sessions.length < 2) return sessions[0];
  const items = sessions.map((session) => ({
    label: session.client,
    description: formatDate(session.time, vscode.env.language),
    detail: [...new Set(session.misses.map(({ path }) => path))].join(', '),
    session,
  }));
  const placeHolder = 'Select the session to open at its miss';
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.session;
}
