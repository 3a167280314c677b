/** Whether a path can be what a mention names. */
import type { Mention, MentionKind } from '../model/model.ts';
import { contentWords, overlap, specificWords } from '../text/words.ts';

/** Whether a file is of the sort that a noun names. */
export function fits(what: MentionKind, path: string): boolean {
  if (what === 'script') return path.startsWith('scripts/') || /\.(?:py|sh|js|mjs|ts|rb|ps1)$/.test(path);
  if (what === 'template') return /template|skeleton|boilerplate|scaffold/i.test(path);
  return /\.(?:md|mdx|txt|pdf|html|json|ya?ml|csv)$/.test(path);
}

/** Whether a path plainly is the thing that a mention names, so that a model which has read both does not guess. */
export function answers(mention: Mention, path: string): boolean {
  if (mention.folder !== undefined) return path.startsWith(`${mention.folder}/`) && mention.what !== 'name';
  const specific = specificWords(mention.text);
  return specific.length > 0 ? overlap(specific, contentWords(path)) === 1 : fits(mention.what, path);
}
