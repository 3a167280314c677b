/**
 * The other places of a finding in the editor. VS Code underlines a diagnostic at its own range and lists each one among
 * the Problems, so that one finding with several places is one diagnostic with related information; its other places
 * are underlined here, as VS Code would.
 */
import * as vscode from 'vscode';

/** `source` of the language server's diagnostics. */
const SOURCE = 'skillwright';

/** Colours of a theme by severity: of the underline, as a CSS variable, and of the mark beside the scroll bar. */
const LOOKS: readonly (readonly [
  vscode.DiagnosticSeverity,
  line: string,
  colour: string,
  ruler: string | undefined,
])[] = [
  [vscode.DiagnosticSeverity.Error, 'wavy', 'editorError', 'editorOverviewRuler.errorForeground'],
  [vscode.DiagnosticSeverity.Warning, 'wavy', 'editorWarning', 'editorOverviewRuler.warningForeground'],
  [vscode.DiagnosticSeverity.Information, 'wavy', 'editorInfo', 'editorOverviewRuler.infoForeground'],
  [vscode.DiagnosticSeverity.Hint, 'dotted', 'editorHint', undefined],
];

function underline(line: string, colour: string, ruler: string | undefined): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    // A theme's colour can be named here by its variable only; wavy lines would leave gaps below `g` and `p`.
    textDecoration: `underline ${line} 1px var(--vscode-${colour}-foreground, currentColor); text-decoration-skip-ink: none`,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    ...(ruler === undefined
      ? {}
      : { overviewRulerColor: new vscode.ThemeColor(ruler), overviewRulerLane: vscode.OverviewRulerLane.Right }),
  });
}

/** Ranges of a document's other places, by the severity of their finding. */
export function otherPlaces(uri: vscode.Uri): ReadonlyMap<vscode.DiagnosticSeverity, readonly vscode.Range[]> {
  const own = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === SOURCE);
  const bySeverity = Map.groupBy(own, ({ severity }) => severity);
  const rangesOf = ({ relatedInformation = [] }: vscode.Diagnostic): readonly vscode.Range[] =>
    relatedInformation.flatMap(({ location }) => (location.uri.toString() === uri.toString() ? [location.range] : []));
  return new Map([...bySeverity].map(([severity, found]) => [severity, found.flatMap(rangesOf)]));
}

/** Underlines the other places in all editors, now and whenever findings change. */
export function underlineOtherPlaces(): vscode.Disposable {
  const types = new Map(LOOKS.map(([severity, ...look]) => [severity, underline(...look)]));
  const show = (editor: vscode.TextEditor): void => {
    const places = otherPlaces(editor.document.uri);
    for (const [severity, type] of types) editor.setDecorations(type, places.get(severity) ?? []);
  };
  const showAll = (wanted: (uri: vscode.Uri) => boolean): void => {
    for (const editor of vscode.window.visibleTextEditors) if (wanted(editor.document.uri)) show(editor);
  };
  showAll(() => true);
  return vscode.Disposable.from(
    ...types.values(),
    vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      const changed = new Set(uris.map((uri) => uri.toString()));
      showAll((uri) => changed.has(uri.toString()));
    }),
    vscode.window.onDidChangeVisibleTextEditors(() => showAll(() => true)),
  );
}
