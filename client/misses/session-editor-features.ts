/** Editor features for the misses of other agents' sessions: diagnostics, code lenses and code actions. */
import * as vscode from 'vscode';
import type { SessionMisses } from '../../runtime/protocol/sessions.ts';
import { rangeOf, SKILL_DOCUMENTS } from '../editor/located-words.ts';
import { fixesForCause } from './fixes.ts';
import type { SessionMissStore } from './session-miss-store.ts';
import { describeSessionMisses, formatDate, missedIn, type SessionMissLocation } from './session-misses.ts';

/** The `source` of these diagnostics. */
const SOURCE = 'skillwright session';
const KIND = vscode.CodeActionKind.QuickFix.append('session');
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
  const diagnostics = vscode.languages.createDiagnosticCollection('skillwright-session');
  const lensesChanged = new vscode.EventEmitter<void>();
  const update = (files: readonly string[]): void => {
    for (const file of files) diagnostics.set(vscode.Uri.file(file), store.of(file).map(diagnosticOf));
    lensesChanged.fire();
    void vscode.commands.executeCommand('setContext', 'skillwright.hasSessionMisses', store.files.length > 0);
  };
  return vscode.Disposable.from(
    diagnostics,
    lensesChanged,
    store.onDidChange(update),
    vscode.languages.registerCodeLensProvider(SKILL_DOCUMENTS, {
      onDidChangeCodeLenses: lensesChanged.event,
      provideCodeLenses: ({ uri }) => lensesOf(store.of(uri.fsPath)),
    }),
    vscode.languages.registerCodeActionsProvider(
      SKILL_DOCUMENTS,
      {
        async provideCodeActions({ uri }, range) {
          const here = store.of(uri.fsPath).filter((one) => rangeOf(one).intersection(range) !== undefined);
          return (await Promise.all(here.map(actionsOf))).flat();
        },
      },
      { providedCodeActionKinds: [KIND] },
    ),
    vscode.commands.registerCommand(SHOW, async (sessions: readonly SessionMisses[]) => {
      const session = await pickSession(sessions);
      if (session !== undefined) await reveal(session);
    }),
    vscode.commands.registerCommand(CLEAR, () => store.clear()),
  );
}

function diagnosticOf(location: SessionMissLocation): vscode.Diagnostic {
  const message = describeSessionMisses(location, vscode.env.language);
  const diagnostic = new vscode.Diagnostic(rangeOf(location), message, vscode.DiagnosticSeverity.Warning);
  diagnostic.source = SOURCE;
  diagnostic.code = 'miss';
  return diagnostic;
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

/** Creates code actions that open the session and hide its misses, and fixes if the language server offers none. */
async function actionsOf(location: SessionMissLocation): Promise<vscode.CodeAction[]> {
  const diagnostics = [diagnosticOf(location)];
  const create = (title: string, command: string, args: unknown[] = []): vscode.CodeAction => {
    const action = new vscode.CodeAction(title, KIND);
    action.command = { command, title, arguments: args };
    action.diagnostics = diagnostics;
    return action;
  };
  const [cause] = location.sessions.flatMap(({ misses }) => misses.map((miss) => miss.cause));
  const offered = cause === undefined ? undefined : await fixesForCause(cause);
  // The server's own fixes are already in the list.
  const fixes = (offered?.source === 'run' ? offered.fixes : []).map(({ title, edit }) => {
    const action = new vscode.CodeAction(title, KIND);
    action.edit = edit;
    action.diagnostics = diagnostics;
    return action;
  });
  return [
    ...fixes,
    create('Show the miss in the timeline of its session', SHOW, [location.sessions]),
    create('Hide the misses of agent sessions', CLEAR),
  ];
}
