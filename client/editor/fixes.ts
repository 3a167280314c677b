/** Fixes of findings as a page shows them: found, applied, and their place opened. */
import * as vscode from 'vscode';
import { defined } from '../../runtime/text/objects.ts';
import { writePathTitle } from '../../server/protocol.ts';
import type { TextRange } from './recorded-words.ts';

/** A file and a range in it. Lines and columns count from 1, as in a journal. */
export interface SourceRange {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

export interface Fix {
  readonly title: string;
  readonly edit: vscode.WorkspaceEdit;
  /** A command to run after the edit, such as opening the file that it creates. */
  readonly command?: vscode.Command;
  /** The text of the requested line before and after the fix, if it only changes text within lines. */
  readonly before?: string;
  readonly after?: string;
  /** Every changed line, if the fix only changes text within lines of one file. */
  readonly lines?: readonly ChangedLine[];
}

export interface ChangedLine {
  /** From 0. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

/** Returns the changed lines of an edit, and as its preview the requested line or else the first. */
function preview(
  document: vscode.TextDocument,
  edit: vscode.WorkspaceEdit,
  requested?: number,
): Pick<Fix, 'before' | 'after' | 'lines'> | undefined {
  const [[uri, changes] = [undefined, []], ...otherFiles] = edit.entries();
  if (uri?.toString() !== document.uri.toString() || otherFiles.length > 0 || changes.length === 0) return undefined;
  if (changes.some(({ range, newText }) => !range.isSingleLine || newText.includes('\n'))) return undefined;
  const lines = [...Map.groupBy(changes, ({ range }) => range.start.line)].map(([line, onLine]): ChangedLine => {
    const before = document.lineAt(line).text;
    // Apply from the end, so that the remaining offsets stay valid.
    const after = onLine
      .toSorted((a, b) => b.range.start.character - a.range.start.character)
      .reduce(
        (text, { range: { start, end }, newText }) =>
          text.slice(0, start.character) + newText + text.slice(end.character),
        before,
      );
    return { line, before, after };
  });
  const previewed = lines.find(({ line }) => line === requested) ?? lines[0];
  return previewed && { before: previewed.before, after: previewed.after, lines };
}

/** Converts a range from a journal to an editor range. Values below 1 (in a malicious journal) are treated as 1. */
export function rangeOf(source: SourceRange): vscode.Range {
  const from0 = (n: number): number => Math.max(0, Math.floor(n) - 1);
  const { line = 1, column = 1, endLine = line, endColumn = column } = source;
  return new vscode.Range(from0(line), from0(column), from0(endLine), from0(endColumn));
}

/** Converts a range of a text, which counts from 0, to a range of its file. */
export function sourceRangeOf(file: string, { line, column, endLine, endColumn }: TextRange): SourceRange {
  return { file, line: line + 1, column: column + 1, endLine: endLine + 1, endColumn: endColumn + 1 };
}

const FIXES = vscode.CodeActionKind.QuickFix.append('skillwright').value;

/**
 * Returns the quick fixes that the language server currently offers for a range, preferred ones first. They come from the
 * server rather than the journal, so that a fix is never older than the text. Empty if the file cannot be opened.
 * @param kind the kind of the code actions; default: fixes of findings
 */
export async function fixesAt(source: SourceRange, kind = FIXES): Promise<readonly Fix[]> {
  try {
    const document = await vscode.workspace.openTextDocument(source.file);
    const actions = await vscode.commands.executeCommand<readonly vscode.CodeAction[] | undefined>(
      'vscode.executeCodeActionProvider',
      document.uri,
      rangeOf(source),
      kind,
    );
    const preferred = (action: vscode.CodeAction): number => (action.isPreferred === true ? 0 : 1);
    return (actions ?? [])
      .toSorted((a, b) => preferred(a) - preferred(b))
      .flatMap((action) =>
        action.edit === undefined
          ? []
          : [
              defined({
                title: action.title,
                edit: action.edit,
                command: action.command,
                ...preview(document, action.edit, rangeOf(source).start.line),
              }),
            ],
      );
  } catch {
    return [];
  }
}

/**
 * Creates fixes for words that the language server reports nothing about: each inserts a suggested path after them.
 * Suggestions come from a journal, so only those that can only be a path within the skill are inserted.
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
    return { title: writePathTitle(path), edit, ...preview(document, edit) };
  });
}

/** Applies a fix and saves the changed files. Returns false if either failed. */
export async function applyFix(fix: Fix): Promise<boolean> {
  if (!(await vscode.workspace.applyEdit(fix.edit))) return false;
  const saves = fix.edit.entries().map(async ([uri]) => (await vscode.workspace.openTextDocument(uri)).save());
  const saved = (await Promise.all(saves)).every(Boolean);
  if (fix.command !== undefined)
    await vscode.commands.executeCommand(fix.command.command, ...(fix.command.arguments ?? []));
  return saved;
}

/**
 * Opens a file at a range, next to the timeline if there is room. If the file cannot be opened, shows an error message and
 * returns false.
 */
export async function openSourceRange(source: SourceRange): Promise<boolean> {
  try {
    const document = await vscode.workspace.openTextDocument(source.file);
    const other = vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.viewColumn;
    await vscode.window.showTextDocument(document, {
      selection: rangeOf(source),
      viewColumn: other ?? vscode.ViewColumn.One,
    });
    return true;
  } catch {
    void vscode.window.showErrorMessage(`Cannot open ${source.file}. It may have been moved or deleted since the run.`);
    return false;
  }
}
