/** Names that lack a part: a file's name without its folder, a link without its extension. */

import { isTold } from '../clues/evidence.ts';
import { missingOf } from '../clues/missing.ts';
import { namesOwnFile } from '../clues/own-name.ts';
import { basename, dirname, extension, join, within } from '../files/paths.ts';
import { hasFileExtension } from '../references/target.ts';
import { ignored, isCommand, isLink, type Question, type Resolution } from './resolution.ts';

/**
 * The bundled files of that name, or silence; undefined for any other path with a folder, for a link to a file that nobody
 * has or a name that the text presents as the skill's, and where the text has a file read or run whose folder a prefix tells (`{baseDir}/x.py`).
 */
export function bareName(question: Question): Resolution | undefined {
  const { reference, context } = question;
  const { path } = reference;
  if (path.includes('/')) return withoutExtension(question);
  if (!hasFileExtension(path)) return ignored('unknown', 'resolved.no-file-name');
  if (reference.base.kind === 'skill')
    return isSentTo(question) ? undefined : ignored('user-file', 'resolved.bare-name');
  const files = [...context.skill.bundle.files].filter((file) => basename(file) === path);
  if (files.length > 0) return { kind: 'bare', files };
  if (isLink(reference)) return undefined;
  return namesOwnFile(missingOf(reference, question.document, context.skill))
    ? undefined
    : ignored('user-file', 'resolved.bare-name');
}

/** Whether a path behind a prefix is run, linked or told to be opened. */
function isSentTo({ reference, document: { text } }: Question): boolean {
  const { start, end } = reference.range;
  // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 100 units
  const prefix = /(?:<[^<>]*>|[^\s`"'(]*)\/$/.exec(text.slice(Math.max(0, start - 100), start))?.[0].length ?? 0;
  return (
    isCommand(reference) ||
    isLink(reference) ||
    isTold({ ...reference, range: { start: start - prefix, end } }, { text })
  );
}

/** Markdown files that a link leads to once it has their extension: sites add it, clients do not. */
function withoutExtension({ reference, document, context: { skill } }: Question): Resolution | undefined {
  const { path, base } = reference;
  if (!isLink(reference) || path.endsWith('/') || extension(path) !== '') return undefined;
  const folders = base.kind === 'document' ? [dirname(document.path), skill.root] : [skill.root];
  const files = folders.flatMap((folder) =>
    MARKDOWN.map((ending) => within(skill.root, join(folder, path) + ending) ?? '').filter((file) =>
      skill.bundle.files.has(file),
    ),
  );
  return files.length > 0 ? { kind: 'bare', files: [...new Set(files)] } : undefined;
}

const MARKDOWN = ['.md', '.mdx', '.markdown'];
