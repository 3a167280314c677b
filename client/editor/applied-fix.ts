/** Applied fixes: detecting whether a fix is still in its file, and undoing it. */
import * as vscode from 'vscode';
import { lineChange } from '../timeline/line-change.ts';
import type { ChangedLine, Fix } from './fixes.ts';

interface WrittenLines {
  readonly document: vscode.TextDocument;
  readonly lines: readonly ChangedLine[];
}

/** Finds the current position of the lines that a fix wrote, preferring the nearest match. Undefined unless all are found. */
async function writtenLines({ edit, lines: written = [] }: Fix): Promise<WrittenLines | undefined> {
  const [[uri] = []] = edit.entries();
  if (uri === undefined || written.length === 0) return undefined;
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    const byText = Map.groupBy(
      Array.from({ length: document.lineCount }, (_, line) => line),
      (line) => document.lineAt(line).text,
    );
    const matchedLines = new Set<number>();
    const lines = written.flatMap((one): readonly ChangedLine[] => {
      const [line] = (byText.get(one.after) ?? [])
        .filter((candidate) => !matchedLines.has(candidate))
        .sort((a, b) => Math.abs(a - one.line) - Math.abs(b - one.line));
      if (line === undefined) return [];
      matchedLines.add(line);
      return [{ ...one, line }];
    });
    return lines.length === written.length ? { document, lines } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns true if the lines changed by the fix can be found again. */
export function canUndo({ lines = [] }: Fix): boolean {
  return lines.length > 0 && lines.every(({ before, after }) => before !== after);
}

/** Returns true if everything that the fix wrote is still in its file. */
export async function isApplied(fix: Fix): Promise<boolean> {
  return (await writtenLines(fix)) !== undefined;
}

/** Restores the lines as they were before the fix, and saves. Returns false if one of them has changed since. */
export async function undoFix(fix: Fix): Promise<boolean> {
  const found = await writtenLines(fix);
  if (found === undefined) return false;
  const edit = new vscode.WorkspaceEdit();
  for (const { line, before, after } of found.lines) {
    const { start, removed, inserted } = lineChange(before, after);
    const range = new vscode.Range(line, start.length, line, start.length + inserted.length);
    edit.replace(found.document.uri, range, removed);
  }
  return (await vscode.workspace.applyEdit(edit)) && (await found.document.save());
}
