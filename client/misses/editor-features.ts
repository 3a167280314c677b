/** Editor features for misses: diagnostics, code lenses, hovers, and code actions that open the timeline or apply a fix. */
import * as vscode from 'vscode';
import { rangeOf, SKILL_DOCUMENTS } from '../editor/located-words.ts';
import { fixesForCause } from './fixes.ts';
import { describeMisses, formatCount, type MissLocation } from './miss-locations.ts';
import type { FileRequests, MissStore } from './miss-store.ts';

/** The `source` of these diagnostics. */
const SOURCE = 'skillwright run';
/** A kind separate from the language server's `quickfix.skillwright`, so that requesting one does not return the other. */
const KIND = vscode.CodeActionKind.QuickFix.append('run');
const SHOW_COMMAND = 'skillwright.showMisses';

/** The arguments of `skillwright.showMisses`: a journal, and the `seq`s of some of its events. */
type ShowArguments = readonly [journal: string, seqs: readonly number[]];

/**
 * Registers the editor features for the misses of a store.
 * @param reveal shows the rows of these events in a run's timeline
 */
export function registerMissFeatures(
  store: MissStore,
  reveal: (journal: string, seqs: readonly number[]) => void,
): vscode.Disposable {
  const diagnostics = vscode.languages.createDiagnosticCollection('skillwright-run');
  const lensesChanged = new vscode.EventEmitter<void>();
  const update = (files: readonly string[]): void => {
    for (const file of files) diagnostics.set(vscode.Uri.file(file), store.of(file).map(diagnosticOf));
    lensesChanged.fire();
    void vscode.commands.executeCommand('setContext', 'skillwright.filesWithMisses', store.files);
  };
  const missesAt = ({ uri }: vscode.TextDocument, range: vscode.Range): readonly MissLocation[] =>
    store.of(uri.fsPath).filter((location) => rangeOf(location).intersection(range) !== undefined);
  return vscode.Disposable.from(
    diagnostics,
    lensesChanged,
    store.onDidChange(update),
    vscode.languages.registerCodeLensProvider(SKILL_DOCUMENTS, {
      onDidChangeCodeLenses: lensesChanged.event,
      provideCodeLenses: ({ uri }) => lensesOf(store.of(uri.fsPath), store.requests(uri.fsPath)),
    }),
    vscode.languages.registerHoverProvider(SKILL_DOCUMENTS, {
      provideHover(document, position) {
        const locations = missesAt(document, new vscode.Range(position, position));
        return locations[0] && new vscode.Hover(timelineLink(locations), rangeOf(locations[0]));
      },
    }),
    vscode.languages.registerCodeActionsProvider(
      SKILL_DOCUMENTS,
      {
        async provideCodeActions(document, range) {
          const locations = missesAt(document, range);
          return (await Promise.all(locations.map((location) => actionsOf(location)))).flat();
        },
      },
      { providedCodeActionKinds: [KIND] },
    ),
    vscode.commands.registerCommand(SHOW_COMMAND, (...[journal, seqs]: ShowArguments) => reveal(journal, seqs)),
    vscode.commands.registerTextEditorCommand('skillwright.showInTimeline', (editor) => {
      const locations = nearestToCursor(store, editor);
      if (locations[0] !== undefined) reveal(...argumentsOf(locations));
      else void vscode.window.showInformationMessage('This file caused no misses in the last run of its skill.');
    }),
  );
}

function argumentsOf(locations: readonly MissLocation[]): ShowArguments {
  return [locations[0]?.journal ?? '', locations.flatMap((location) => location.misses.map((miss) => miss.seq))];
}

function diagnosticOf(location: MissLocation): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(
    rangeOf(location),
    describeMisses(location),
    vscode.DiagnosticSeverity.Warning,
  );
  diagnostic.source = SOURCE;
  diagnostic.code = 'miss';
  return diagnostic;
}

/** Creates one code lens per line for all its misses and requests, because several lenses on a line are hard to tell apart. */
function lensesOf(locations: readonly MissLocation[], requests: FileRequests): vscode.CodeLens[] {
  const missesByLine = Map.groupBy(locations, (location) => location.range.line);
  const requestsByLine = new Map(requests.lines.map((one) => [one.line, one.seqs]));
  return [...new Set([...missesByLine.keys(), ...requestsByLine.keys()])].map((line) => {
    const onLine = missesByLine.get(line) ?? [];
    const seqs = requestsByLine.get(line) ?? [];
    const parts = [
      onLine.length === 0 ? '' : formatCount(onLine),
      seqs.length === 0 ? '' : `requested ${seqs.length === 1 ? 'once' : `${seqs.length} times`}`,
    ].filter((part) => part !== '');
    const [journal, misses] = argumentsOf(onLine);
    const run = (onLine[0] ?? requests).simulated ? 'the last run (simulated)' : 'the last run';
    return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
      title: `${parts.join(', ')} in ${run} · show`,
      tooltip: 'Show in the timeline. Click again for the next one.',
      command: SHOW_COMMAND,
      arguments: [journal || requests.journal, [...misses, ...seqs].sort((a, b) => a - b)] satisfies ShowArguments,
    });
  });
}

/** Creates a link to the timeline for a hover, in which VS Code also shows the diagnostic. */
function timelineLink(locations: readonly MissLocation[]): vscode.MarkdownString {
  const link = encodeURIComponent(JSON.stringify(argumentsOf(locations)));
  const text = new vscode.MarkdownString(
    `[Show ${formatCount(locations)} in the timeline](command:${SHOW_COMMAND}?${link})`,
  );
  text.isTrusted = { enabledCommands: [SHOW_COMMAND] };
  return text;
}

/** Creates a code action that opens the timeline, and fixes if the language server offers none for these words. */
async function actionsOf(location: MissLocation): Promise<vscode.CodeAction[]> {
  const diagnostics = [diagnosticOf(location)];
  const show = new vscode.CodeAction(`Show ${formatCount([location])} in the timeline`, KIND);
  show.command = { command: SHOW_COMMAND, title: show.title, arguments: [...argumentsOf([location])] };
  show.diagnostics = diagnostics;
  const cause = location.misses.find((miss) => miss.cause.suggestions.length > 0)?.cause;
  const offered = cause === undefined ? undefined : await fixesForCause(cause);
  // The server's own fixes are already in the list.
  const fixes = offered?.source === 'run' ? offered.fixes : [];
  return [
    ...fixes.map(({ title, edit }) => {
      const action = new vscode.CodeAction(title, KIND);
      action.edit = edit;
      action.diagnostics = diagnostics;
      return action;
    }),
    show,
  ];
}

/** Returns the misses on the line nearest to the cursor. */
function nearestToCursor(store: MissStore, { document, selection }: vscode.TextEditor): readonly MissLocation[] {
  const locations = store.of(document.uri.fsPath);
  const distance = ({ range }: MissLocation): number => Math.abs(range.line - selection.active.line);
  const min = Math.min(...locations.map(distance));
  const line = locations.find((location) => distance(location) === min)?.range.line;
  return locations.filter((location) => location.range.line === line);
}
