/** Misses in the editor: diagnostics, code lenses, the ways to the rows of the timeline, and back to the fixes. */
import * as vscode from 'vscode';
import { fixesOf } from './fixes.ts';
import { countOf, describeSpot, type Spot } from './spots.ts';
import type { Asked, MissStore } from './store.ts';

/** `source` of these diagnostics. */
const SOURCE = 'skillwright run';
/** Beside the language server's `quickfix.skillwright`, so that asking for one does not bring the other. */
const KIND = vscode.CodeActionKind.QuickFix.append('run');
const SHOW = 'skillwright.showMisses';

const SELECTOR: vscode.DocumentSelector = [
  { scheme: 'file', language: 'skill' },
  { scheme: 'file', language: 'markdown' },
];

/** What is handed to `skillwright.showMisses`: a journal, and `seq`s of its events. */
type ShowArguments = readonly [journal: string, seqs: readonly number[]];

/**
 * Shows the misses of a store.
 * @param reveal shows the rows of these events in the timeline of a run
 */
export function showMisses(
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
  const spotsAt = ({ uri }: vscode.TextDocument, range: vscode.Range): readonly Spot[] =>
    store.of(uri.fsPath).filter((spot) => rangeOf(spot).intersection(range) !== undefined);
  return vscode.Disposable.from(
    diagnostics,
    lensesChanged,
    store.onDidChange(update),
    vscode.languages.registerCodeLensProvider(SELECTOR, {
      onDidChangeCodeLenses: lensesChanged.event,
      provideCodeLenses: ({ uri }) => lensesOf(store.of(uri.fsPath), store.asked(uri.fsPath)),
    }),
    vscode.languages.registerHoverProvider(SELECTOR, {
      provideHover(document, position) {
        const spots = spotsAt(document, new vscode.Range(position, position));
        return spots[0] && new vscode.Hover(linkTo(spots), rangeOf(spots[0]));
      },
    }),
    vscode.languages.registerCodeActionsProvider(
      SELECTOR,
      {
        async provideCodeActions(document, range) {
          const spots = spotsAt(document, range);
          return (await Promise.all(spots.map((spot) => actionsOf(spot)))).flat();
        },
      },
      { providedCodeActionKinds: [KIND] },
    ),
    vscode.commands.registerCommand(SHOW, (...[journal, seqs]: ShowArguments) => reveal(journal, seqs)),
    vscode.commands.registerTextEditorCommand('skillwright.showInTimeline', (editor) => {
      const spots = nearCursor(store, editor);
      if (spots[0] !== undefined) reveal(...argumentsOf(spots));
      else void vscode.window.showInformationMessage('The last run of this skill missed nothing because of this file.');
    }),
  );
}

function rangeOf({ words }: Spot): vscode.Range {
  return new vscode.Range(words.line, words.column, words.endLine, words.endColumn);
}

function argumentsOf(spots: readonly Spot[]): ShowArguments {
  return [spots[0]?.journal ?? '', spots.flatMap((spot) => spot.misses.map((miss) => miss.seq))];
}

function diagnosticOf(spot: Spot): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(rangeOf(spot), describeSpot(spot), vscode.DiagnosticSeverity.Warning);
  diagnostic.source = SOURCE;
  diagnostic.code = 'miss';
  return diagnostic;
}

/** One above each line, for all that it led to: lenses side by side could not be told apart. */
function lensesOf(spots: readonly Spot[], asked: Asked): vscode.CodeLens[] {
  const missed = Map.groupBy(spots, (spot) => spot.words.line);
  const found = new Map(asked.lines.map((one) => [one.line, one.seqs]));
  return [...new Set([...missed.keys(), ...found.keys()])].map((line) => {
    const onLine = missed.get(line) ?? [];
    const seqs = found.get(line) ?? [];
    const told = [
      onLine.length === 0 ? '' : countOf(onLine),
      seqs.length === 0 ? '' : `asked for ${seqs.length === 1 ? 'once' : `${seqs.length} times`}`,
    ].filter((part) => part !== '');
    const [journal, misses] = argumentsOf(onLine);
    const run = (onLine[0] ?? asked).simulated ? 'the last run (simulated)' : 'the last run';
    return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
      title: `${told.join(', ')} in ${run} · show`,
      tooltip: 'Show in the timeline; again: the next one',
      command: SHOW,
      arguments: [journal || asked.journal, [...misses, ...seqs].sort((a, b) => a - b)] satisfies ShowArguments,
    });
  });
}

/** VS Code shows the diagnostic itself in the same hover. */
function linkTo(spots: readonly Spot[]): vscode.MarkdownString {
  const link = encodeURIComponent(JSON.stringify(argumentsOf(spots)));
  const text = new vscode.MarkdownString(`[Show ${countOf(spots)} in the timeline](command:${SHOW}?${link})`);
  text.isTrusted = { enabledCommands: [SHOW] };
  return text;
}

/** The way to the rows, and a fix where the language server, which is silent about some words, offers none itself. */
async function actionsOf(spot: Spot): Promise<vscode.CodeAction[]> {
  const diagnostics = [diagnosticOf(spot)];
  const show = new vscode.CodeAction(`Show ${countOf([spot])} in the timeline`, KIND);
  show.command = { command: SHOW, title: show.title, arguments: [...argumentsOf([spot])] };
  show.diagnostics = diagnostics;
  const cause = spot.misses.find((miss) => miss.cause.suggestions.length > 0)?.cause;
  const offered = cause === undefined ? undefined : await fixesOf(cause);
  // The server's own are in the list anyway.
  const fixes = offered?.from === 'suggestions' ? offered.fixes : [];
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

/** The spots of the cursor's line, else those of the nearest line that has some. */
function nearCursor(store: MissStore, { document, selection }: vscode.TextEditor): readonly Spot[] {
  const spots = store.of(document.uri.fsPath);
  const away = ({ words }: Spot): number => Math.abs(words.line - selection.active.line);
  const least = Math.min(...spots.map(away));
  const line = spots.find((spot) => away(spot) === least)?.words.line;
  return spots.filter((spot) => spot.words.line === line);
}
