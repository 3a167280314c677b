/** Words that waste calls in the editor: diagnostics, and the ways to the fixes and to the report. */
import * as vscode from 'vscode';
import { fixesForCause } from '../misses/fixes.ts';
import { describeCause } from './describe.ts';
import type { StressSpot, StressStore } from './store.ts';

/** `source` of these diagnostics. */
const SOURCE = 'skillwright stress';
const KIND = vscode.CodeActionKind.QuickFix.append('stress');
const REPORT = 'skillwright.stress.report';
const SELECTOR: vscode.DocumentSelector = [
  { scheme: 'file', language: 'skill' },
  { scheme: 'file', language: 'markdown' },
];

/** Shows the words of a store; `report` shows the page of a skill. */
export function showStress(store: StressStore, report: (root: string) => void): vscode.Disposable {
  const diagnostics = vscode.languages.createDiagnosticCollection('skillwright-stress');
  const update = (files: readonly string[]): void => {
    for (const file of files) diagnostics.set(vscode.Uri.file(file), store.of(file).map(diagnosticOf));
  };
  return vscode.Disposable.from(
    diagnostics,
    store.onDidChange(update),
    vscode.languages.registerCodeActionsProvider(
      SELECTOR,
      {
        async provideCodeActions({ uri }, range) {
          const spots = store.of(uri.fsPath).filter((spot) => rangeOf(spot).intersection(range) !== undefined);
          return (await Promise.all(spots.map(actionsOf))).flat();
        },
      },
      { providedCodeActionKinds: [KIND] },
    ),
    vscode.commands.registerCommand(REPORT, (root: string) => report(root)),
  );
}

function rangeOf({ words }: StressSpot): vscode.Range {
  return new vscode.Range(words.line, words.column, words.endLine, words.endColumn);
}

function diagnosticOf(spot: StressSpot): vscode.Diagnostic {
  const { Warning, Information } = vscode.DiagnosticSeverity;
  const message = describeCause(spot.cause, spot.of.skill);
  const diagnostic = new vscode.Diagnostic(rangeOf(spot), message, spot.cause.doubtful ? Information : Warning);
  diagnostic.source = SOURCE;
  diagnostic.code = 'wasted-calls';
  return diagnostic;
}

/** The way to the report, and a fix where the language server, which is silent about some words, offers none itself. */
async function actionsOf(spot: StressSpot): Promise<vscode.CodeAction[]> {
  const diagnostics = [diagnosticOf(spot)];
  const show = new vscode.CodeAction('Show the stress test', KIND);
  show.command = { command: REPORT, title: show.title, arguments: [spot.of.root] };
  show.diagnostics = diagnostics;
  const offered = spot.cause.suggestions.length === 0 ? undefined : await fixesForCause(spot.cause);
  // The server's own are in the list anyway.
  const fixes = offered?.source === 'suggestions' ? offered.fixes : [];
  const actions = fixes.map(({ title, edit }) => {
    const action = new vscode.CodeAction(title, KIND);
    action.edit = edit;
    action.diagnostics = diagnostics;
    return action;
  });
  return [...actions, show];
}
