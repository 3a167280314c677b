/**
 * Underlines the related ranges of a diagnostic. A finding with several ranges is one diagnostic with related information,
 * so that Problems lists it once. VS Code underlines only the diagnostic's own range, so the others are underlined here in
 * the same style.
 */
import * as vscode from 'vscode';
import { defined } from '../../runtime/text/objects.ts';

/** The `source` of the language server's diagnostics. */
const SOURCE = 'skillwright';

/** The line style and theme colors of each severity: of the underline (a CSS variable) and of the overview ruler mark. */
const STYLES: readonly (readonly [
  vscode.DiagnosticSeverity,
  line: string,
  color: string,
  ruler: string | undefined,
])[] = [
  [vscode.DiagnosticSeverity.Error, 'wavy', 'editorError', 'editorOverviewRuler.errorForeground'],
  [vscode.DiagnosticSeverity.Warning, 'wavy', 'editorWarning', 'editorOverviewRuler.warningForeground'],
  [vscode.DiagnosticSeverity.Information, 'wavy', 'editorInfo', 'editorOverviewRuler.infoForeground'],
  [vscode.DiagnosticSeverity.Hint, 'dotted', 'editorHint', undefined],
];

function underline(line: string, color: string, ruler: string | undefined): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType(
    defined({
      // Theme colors are available as CSS variables only. Without `skip-ink: none`, wavy
      // lines have gaps below `g` and `p`.
      textDecoration: `underline ${line} 1px var(--vscode-${color}-foreground, currentColor); text-decoration-skip-ink: none`,
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
      overviewRulerColor: ruler === undefined ? undefined : new vscode.ThemeColor(ruler),
      overviewRulerLane: ruler === undefined ? undefined : vscode.OverviewRulerLane.Right,
    }),
  );
}

/** Returns the related ranges in a document, by the severity of their diagnostic. */
export function relatedRanges(uri: vscode.Uri): ReadonlyMap<vscode.DiagnosticSeverity, readonly vscode.Range[]> {
  const ours = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === SOURCE);
  const bySeverity = Map.groupBy(ours, ({ severity }) => severity);
  const rangesOf = ({ relatedInformation = [] }: vscode.Diagnostic): readonly vscode.Range[] =>
    relatedInformation.flatMap(({ location }) => (location.uri.toString() === uri.toString() ? [location.range] : []));
  return new Map([...bySeverity].map(([severity, found]) => [severity, found.flatMap(rangesOf)]));
}

/** Underlines the related ranges in all visible editors, now and whenever diagnostics change. */
export function underlineRelatedRanges(): vscode.Disposable {
  const types = new Map(STYLES.map(([severity, ...look]) => [severity, underline(...look)]));
  const show = (editor: vscode.TextEditor): void => {
    const ranges = relatedRanges(editor.document.uri);
    for (const [severity, type] of types) editor.setDecorations(type, ranges.get(severity) ?? []);
  };
  const showAll = (filter: (uri: vscode.Uri) => boolean): void => {
    for (const editor of vscode.window.visibleTextEditors) if (filter(editor.document.uri)) show(editor);
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
