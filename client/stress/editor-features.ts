/** Editor features for stress tests: diagnostics at words that waste calls, and code actions for fixes and the report. */
import * as vscode from 'vscode';
import { rangeOf, SKILL_DOCUMENTS } from '../editor/located-words.ts';
import { fixesForCause } from '../misses/fixes.ts';
import { describeCause } from './describe.ts';
import type { StressLocation, StressStore } from './store.ts';

/** The `source` of these diagnostics. */
const SOURCE = 'skillwright stress';
const KIND = vscode.CodeActionKind.QuickFix.append('stress');
const REPORT = 'skillwright.stress.report';

/** Registers the editor features for the tests in a store. `report` shows the page of a skill. */
export function registerStressFeatures(store: StressStore, report: (root: string) => void): vscode.Disposable {
  const diagnostics = vscode.languages.createDiagnosticCollection('skillwright-stress');
  const update = (files: readonly string[]): void => {
    for (const file of files) diagnostics.set(vscode.Uri.file(file), store.of(file).map(diagnosticOf));
  };
  return vscode.Disposable.from(
    diagnostics,
    store.onDidChange(update),
    vscode.languages.registerCodeActionsProvider(
      SKILL_DOCUMENTS,
      {
        async provideCodeActions({ uri }, range) {
          const locations = store
            .of(uri.fsPath)
            .filter((location) => rangeOf(location).intersection(range) !== undefined);
          return (await Promise.all(locations.map(actionsOf))).flat();
        },
      },
      { providedCodeActionKinds: [KIND] },
    ),
    vscode.commands.registerCommand(REPORT, (root: string) => report(root)),
  );
}

function diagnosticOf(location: StressLocation): vscode.Diagnostic {
  const { Warning, Information } = vscode.DiagnosticSeverity;
  const message = describeCause(location.cause, location.test.skill);
  const diagnostic = new vscode.Diagnostic(rangeOf(location), message, location.cause.doubtful ? Information : Warning);
  diagnostic.source = SOURCE;
  diagnostic.code = 'wasted-calls';
  return diagnostic;
}

/** Creates a code action that shows the report, and fixes if the language server offers none for these words. */
async function actionsOf(location: StressLocation): Promise<vscode.CodeAction[]> {
  const diagnostics = [diagnosticOf(location)];
  const show = new vscode.CodeAction('Show the stress test', KIND);
  show.command = { command: REPORT, title: show.title, arguments: [location.test.root] };
  show.diagnostics = diagnostics;
  const offered = location.cause.suggestions.length === 0 ? undefined : await fixesForCause(location.cause);
  // The server's own fixes are already in the list.
  const fixes = offered?.source === 'run' ? offered.fixes : [];
  const actions = fixes.map(({ title, edit }) => {
    const action = new vscode.CodeAction(title, KIND);
    action.edit = edit;
    action.diagnostics = diagnostics;
    return action;
  });
  return [...actions, show];
}
