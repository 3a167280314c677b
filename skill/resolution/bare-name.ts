/** Resolves incomplete names: a file name without its folder, or a link without its extension. */

import { hasOpenInstruction } from '../clues/evidence.ts';
import { missingPathOf } from '../clues/missing-path.ts';
import { isOwnFileName } from '../clues/own-name.ts';
import { basename, dirname, extension, join, within } from '../files/paths.ts';
import { hasFileExtension } from '../references/target.ts';
import { ignored, isCommand, isLink, type Resolution, type ResolveRequest } from './resolution.ts';

/**
 * Resolves a file name to the bundled files of that name, or ignores it. Undefined for any other path with a folder,
 * for a link to an unknown file, for a name that the text presents as the skill's own, and for a file with a prefix as
 * its folder (`{baseDir}/x.py`) that the text says to read or run.
 */
export function resolveBareName(request: ResolveRequest): Resolution | undefined {
  const { reference, context } = request;
  const { path } = reference;
  if (path.includes('/')) return resolveWithoutExtension(request);
  if (!hasFileExtension(path)) return ignored('unknown', 'resolved.no-file-name');
  // In the folder where a skill is installed, other files are the state of its user.
  if (reference.base.kind === 'installed' && !TEXT_OR_SCRIPT.test(path))
    return ignored('user-file', 'resolved.bare-name');
  if (reference.base.kind === 'skill' || reference.base.kind === 'installed')
    return isOpenedOrRun(request) ? undefined : ignored('user-file', 'resolved.bare-name');
  const files = [...context.skill.bundle.files].filter((file) => basename(file) === path);
  if (files.length > 0) return { kind: 'bare', files };
  if (isLink(reference)) return undefined;
  return isOwnFileName(missingPathOf(reference, request.document, context.skill))
    ? undefined
    : ignored('user-file', 'resolved.bare-name');
}

/** Returns true if the text says to run or open a path with a prefix, or links to it. */
function isOpenedOrRun({ reference, document: { text } }: ResolveRequest): boolean {
  const { start, end } = reference.range;
  // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 100 units
  const prefix = /(?:<[^<>]*>|[^\s`"'(]*)\/$/.exec(text.slice(Math.max(0, start - 100), start))?.[0].length ?? 0;
  return (
    isCommand(reference) ||
    isLink(reference) ||
    hasOpenInstruction({ ...reference, range: { start: start - prefix, end } }, { text })
  );
}

/**
 * Returns the Markdown files that a link points to once their extension is added, as websites do and clients do not.
 */
function resolveWithoutExtension({ reference, document, context: { skill } }: ResolveRequest): Resolution | undefined {
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

const TEXT_OR_SCRIPT = /\.(?:mdx?|py|sh|bash|ps1|[cm]?js|ts|rb)$/i;
const MARKDOWN = ['.md', '.mdx', '.markdown'];
