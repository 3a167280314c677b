import { createHash } from 'node:crypto';
import { join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { own } from '../../runtime/text/objects.ts';
import { currentText } from './current-text.ts';

/** Maximum number of files to hash. In a larger skill, only changes of SKILL.md are detected. */
const MAX_FILES = 500;
/** Hidden folders, such as those of Git and of our own runs, and what packages and scripts leave behind. */
const IGNORED = /(?:^|\/)(?:\.|node_modules\/|__pycache__\/)/;

/** Hashes of texts by absolute path. */
export type TextHashes = Readonly<Record<string, string>>;

/** The texts of a skill: its Markdown files, or all files whose path relative to its folder, with `/`, is not excluded. */
export type HashedTexts = { readonly kind: 'markdown' } | { readonly kind: 'all'; readonly excluded: RegExp };

/** Hashes the current texts of a skill, including unsaved changes. */
export async function hashTexts(root: string, texts: HashedTexts): Promise<TextHashes> {
  const glob = texts.kind === 'markdown' ? '**/*.{md,markdown,mdx}' : '**/*';
  const pattern = new vscode.RelativePattern(vscode.Uri.file(root), glob);
  const found = await vscode.workspace.findFiles(pattern, undefined, MAX_FILES + 1);
  const own = found.map(({ fsPath }) => fsPath).filter((file) => isHashed(root, file, texts));
  // Which files a search with a limit finds differs from time to time.
  const files = new Set([join(root, 'SKILL.md'), ...(found.length > MAX_FILES ? [] : own)]);
  const hashes = await Promise.all(
    [...files].sort().map(async (file) => {
      const text = await currentText(file);
      return text === undefined ? [] : [[file, createHash('sha256').update(text).digest('hex')] as const];
    }),
  );
  return Object.fromEntries(hashes.flat());
}

function isHashed(root: string, file: string, texts: HashedTexts): boolean {
  if (texts.kind === 'markdown') return true;
  const path = relative(root, file).split(sep).join('/');
  return !IGNORED.test(path) && !texts.excluded.test(path);
}

/** Returns true if no text was changed, added or removed. */
export function sameTexts(before: TextHashes, now: TextHashes): boolean {
  const files = Object.keys(now);
  return files.length === Object.keys(before).length && files.every((file) => own(before, file) === own(now, file));
}
