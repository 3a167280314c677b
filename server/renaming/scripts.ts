/** Finds the names of moved files in non-Markdown texts: only their author knows the purpose of a name in a program. */
import { basename, extension, isMarkdown, join, relative } from '../../skill/index.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Move } from './moves.ts';

/** A line of a file. */
export interface LinePlace {
  readonly path: string;
  /** One-based. */
  readonly line: number;
}

/** Maximum number of examined files, and of reported lines. */
const MAX_FILES = 500;
const MAX_PLACES = 50;
/** Binary files without lines. */
const BINARY_EXTENSIONS = /^\.(?:png|jpe?g|gif|webp|ico|pdf|zip|gz|docx?|xlsx?|pptx?|ttf|otf|woff2?|mp[34]|wasm|svg)$/;

/** Returns the lines of a skill's scripts and data that contain the old name of a moved file. */
export function findInScripts(workspace: Workspace, { from, to }: Move): readonly LinePlace[] {
  const owner = workspace.skillOf(to) ?? workspace.skillOf(from);
  if (!owner) return [];
  const old = relative(owner.root, from);
  // A file moved to another folder is also named by its folder.
  const name = basename(from) === basename(to) ? old.split('/').slice(-2).join('/') : basename(from);
  if (name.length < 3) return [];
  const word = new RegExp(`(?<![\\w.-])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`);
  const found: LinePlace[] = [];
  const files = [...owner.bundle.files].filter((file) => !isMarkdown(file) && !BINARY_EXTENSIONS.test(extension(file)));
  for (const file of files.slice(0, MAX_FILES)) {
    const path = join(owner.root, file);
    const text = owner.script(path);
    if (text === undefined || !text.includes(name)) continue;
    for (const [index, line] of text.split('\n').entries()) {
      if (found.length >= MAX_PLACES) return found;
      if (line.includes(name) && word.test(line)) found.push({ path, line: index + 1 });
    }
  }
  return found;
}
