/** A fix that was applied: whether it is still in its file, and how it is taken out again. */
import * as vscode from 'vscode';
import { lineChange } from '../timeline/line-change.ts';
import type { Fix } from './fixes.ts';

interface Found {
  readonly document: vscode.TextDocument;
  /** From 0. */
  readonly line: number;
}

/** The line that the fix wrote, wherever it stands now: of several the nearest to where it was written. */
async function writtenLine({ edit, after }: Fix): Promise<Found | undefined> {
  const [[uri, [change] = []] = []] = edit.entries();
  if (uri === undefined || change === undefined || after === undefined) return undefined;
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    const lines = Array.from({ length: document.lineCount }, (_, line) => line);
    const [line] = lines
      .filter((one) => document.lineAt(one).text === after)
      .sort((a, b) => Math.abs(a - change.range.start.line) - Math.abs(b - change.range.start.line));
    return line === undefined ? undefined : { document, line };
  } catch {
    return undefined;
  }
}

/** Whether the fix is one whose place in the file can be found again. */
export function canUndo({ before, after }: Fix): boolean {
  return before !== undefined && after !== undefined && before !== after;
}

/** Whether what the fix wrote still stands in its file. */
export async function isApplied(fix: Fix): Promise<boolean> {
  return (await writtenLine(fix)) !== undefined;
}

/** Puts the line back as it was before the fix, and saves; false where the line has changed since. */
export async function undoFix(fix: Fix): Promise<boolean> {
  const { before, after } = fix;
  const found = await writtenLine(fix);
  if (found === undefined || before === undefined || after === undefined) return false;
  const { document, line } = found;
  const { start, removed, inserted } = lineChange(before, after);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(line, start.length, line, start.length + inserted.length), removed);
  return (await vscode.workspace.applyEdit(edit)) && (await document.save());
}
