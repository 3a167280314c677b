import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { currentText } from '../misses/current-text.ts';

/** Maximum number of files to hash. In a larger skill, changes to other files are not detected. */
const MAX_FILES = 200;

/** Hashes the current Markdown texts of a skill, including unsaved changes, by absolute path. */
export async function hashTexts(root: string): Promise<Readonly<Record<string, string>>> {
  const pattern = new vscode.RelativePattern(vscode.Uri.file(root), '**/*.{md,markdown,mdx}');
  const uris = await vscode.workspace.findFiles(pattern, undefined, MAX_FILES);
  const files = new Set([join(root, 'SKILL.md'), ...uris.map((file) => file.fsPath)]);
  const hashes = await Promise.all(
    [...files].sort().map(async (file) => {
      const text = await currentText(file);
      return text === undefined ? [] : [[file, createHash('sha256').update(text).digest('hex')] as const];
    }),
  );
  return Object.fromEntries(hashes.flat());
}
