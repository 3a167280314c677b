/** Texts that are no Markdown and name what moves: nobody but their author can tell what a name in a program is for. */
import { basename, extension, isMarkdown, join, relative } from '../../skill/index.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Move } from './moves.ts';

/** A line of a file. */
export interface LinePlace {
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

/** Files that are looked through, and places that are told. */
const MOST_FILES = 500;
const MOST_PLACES = 50;
/** Pictures and the like have no lines. */
const NO_TEXT = /^\.(?:png|jpe?g|gif|webp|ico|pdf|zip|gz|docx?|xlsx?|pptx?|ttf|otf|woff2?|mp[34]|wasm|svg)$/;

/** The lines of a skill's scripts and data that name what was moved by its old name. */
export function namedInScripts(workspace: Workspace, { from, to }: Move): readonly LinePlace[] {
  const owner = workspace.skillOf(to) ?? workspace.skillOf(from);
  if (!owner) return [];
  const old = relative(owner.root, from);
  // What only has another folder is named by its folder, too.
  const wanted = basename(from) === basename(to) ? old.split('/').slice(-2).join('/') : basename(from);
  if (wanted.length < 3) return [];
  const word = new RegExp(`(?<![\\w.-])${wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`);
  const found: LinePlace[] = [];
  const files = [...owner.bundle.files].filter((file) => !isMarkdown(file) && !NO_TEXT.test(extension(file)));
  for (const file of files.slice(0, MOST_FILES)) {
    const path = join(owner.root, file);
    const text = owner.script(path);
    if (text === undefined || !text.includes(wanted)) continue;
    for (const [index, line] of text.split('\n').entries()) {
      if (found.length >= MOST_PLACES) return found;
      if (line.includes(wanted) && word.test(line)) found.push({ path, line: index + 1 });
    }
  }
  return found;
}
