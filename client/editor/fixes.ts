import * as vscode from 'vscode';
import type { Words } from './words.ts';

/** A file, and words in it, from 1 as a journal counts. */
export interface Place {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

export interface Fix {
  readonly title: string;
  readonly edit: vscode.WorkspaceEdit;
  /** What follows the edit, as opening the file that it makes. */
  readonly command?: vscode.Command;
  /** The line that it was asked for before and after, where the fix changes words within lines only. */
  readonly before?: string;
  readonly after?: string;
  /** Every line that it changes, where it changes words within lines of one file only. */
  readonly lines?: readonly ChangedLine[];
}

export interface ChangedLine {
  /** From 0. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

/** What a reader sees of changes within lines: the line that was asked for, else the first. */
function preview(
  document: vscode.TextDocument,
  edit: vscode.WorkspaceEdit,
  asked?: number,
): Pick<Fix, 'before' | 'after' | 'lines'> | undefined {
  const [[uri, changes] = [undefined, []], ...otherFiles] = edit.entries();
  if (uri?.toString() !== document.uri.toString() || otherFiles.length > 0 || changes.length === 0) return undefined;
  if (changes.some(({ range, newText }) => !range.isSingleLine || newText.includes('\n'))) return undefined;
  const lines = [...Map.groupBy(changes, ({ range }) => range.start.line)].map(([line, onLine]): ChangedLine => {
    const before = document.lineAt(line).text;
    // From the end on, so that the places of the others hold.
    const after = onLine
      .toSorted((a, b) => b.range.start.character - a.range.start.character)
      .reduce(
        (text, { range: { start, end }, newText }) =>
          text.slice(0, start.character) + newText + text.slice(end.character),
        before,
      );
    return { line, before, after };
  });
  const shown = lines.find(({ line }) => line === asked) ?? lines[0];
  return shown && { before: shown.before, after: shown.after, lines };
}

/** The editor's range of a journal's place. Figures below 1 (a hostile journal) are taken as 1. */
export function rangeOf(place: Place): vscode.Range {
  const from0 = (n: number): number => Math.max(0, Math.floor(n) - 1);
  const { line = 1, column = 1, endLine = line, endColumn = column } = place;
  return new vscode.Range(from0(line), from0(column), from0(endLine), from0(endColumn));
}

/** Words of a text as a place of its file. */
export function placeOf(file: string, { line, column, endLine, endColumn }: Words): Place {
  return { file, line: line + 1, column: column + 1, endLine: endLine + 1, endColumn: endColumn + 1 };
}

/**
 * The quick fixes that the language server offers at a place now, likeliest first. Asked of the server rather than kept
 * in the journal, so that a fix is never older than the text. Empty where the text has changed or the file is gone.
 */
export async function fixesAt(place: Place): Promise<readonly Fix[]> {
  try {
    const document = await vscode.workspace.openTextDocument(place.file);
    const actions = await vscode.commands.executeCommand<readonly vscode.CodeAction[] | undefined>(
      'vscode.executeCodeActionProvider',
      document.uri,
      rangeOf(place),
      vscode.CodeActionKind.QuickFix.append('skillwright').value,
    );
    const preferred = (action: vscode.CodeAction): number => (action.isPreferred === true ? 0 : 1);
    return (actions ?? [])
      .toSorted((a, b) => preferred(a) - preferred(b))
      .flatMap((action) =>
        action.edit === undefined
          ? []
          : [
              {
                title: action.title,
                edit: action.edit,
                ...(action.command && { command: action.command }),
                ...preview(document, action.edit, rangeOf(place).start.line),
              },
            ],
      );
  } catch {
    return [];
  }
}

/**
 * Fixes for words that the language server is silent about: the path is written behind them. Suggestions come from a
 * journal, so only what can be nothing but a path within the skill becomes text.
 */
export function fixFromSuggestions(
  document: vscode.TextDocument,
  words: vscode.Range,
  suggestions: readonly string[],
): readonly Fix[] {
  const paths = suggestions.filter((path) => /^(?!.*\.\.)[\p{L}\p{N}_.-][\p{L}\p{N}_./ -]{0,200}$/u.test(path));
  return paths.slice(0, 3).map((path) => {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, words.end, ` (\`${path}\`)`);
    return { title: `Write the path of ${path}`, edit, ...preview(document, edit) };
  });
}

/** Applies a fix, saves what it changed and says whether it worked. */
export async function applyFix(fix: Fix): Promise<boolean> {
  if (!(await vscode.workspace.applyEdit(fix.edit))) return false;
  const saves = fix.edit.entries().map(async ([uri]) => (await vscode.workspace.openTextDocument(uri)).save());
  const saved = (await Promise.all(saves)).every(Boolean);
  if (fix.command !== undefined)
    await vscode.commands.executeCommand(fix.command.command, ...(fix.command.arguments ?? []));
  return saved;
}

/**
 * Opens a file at a place, beside the timeline where there is room for two editors, and says whether that worked. A missing
 * file is told, not thrown.
 */
export async function openPlace(place: Place): Promise<boolean> {
  try {
    const document = await vscode.workspace.openTextDocument(place.file);
    const other = vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.viewColumn;
    await vscode.window.showTextDocument(document, {
      selection: rangeOf(place),
      viewColumn: other ?? vscode.ViewColumn.One,
    });
    return true;
  } catch {
    void vscode.window.showErrorMessage(
      `${place.file} cannot be opened. It may have been moved or deleted since the run.`,
    );
    return false;
  }
}
