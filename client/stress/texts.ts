import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { currentText } from '../misses/current-text.ts';

/** Files looked at: a skill with more of them is compared by these. */
const MOST = 200;

/** Hashes of the Markdown texts of the skill in this folder, by their absolute paths, as the user sees them now. */
export async function textsOf(root: string): Promise<Readonly<Record<string, string>>> {
  const pattern = new vscode.RelativePattern(vscode.Uri.file(root), '**/*.{md,markdown,mdx}');
  const found = await vscode.workspace.findFiles(pattern, undefined, MOST);
  const files = new Set([join(root, 'SKILL.md'), ...found.map((file) => file.fsPath)]);
  const hashes = await Promise.all(
    [...files].sort().map(async (file) => {
      const text = await currentText(file);
      return text === undefined ? [] : [[file, createHash('sha256').update(text).digest('hex')] as const];
    }),
  );
  return Object.fromEntries(hashes.flat());
}
