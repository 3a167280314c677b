/** Matches paths to the mentions that may mean them. */
import type { Mention, MentionKind } from '../model/model.ts';
import { contentWords, overlap, specificWords } from '../text/words.ts';

/** Returns true if a file is of the kind that a noun names. */
export function fitsKind(what: MentionKind, path: string): boolean {
  if (what === 'script') return path.startsWith('scripts/') || /\.(?:py|sh|js|mjs|ts|rb|ps1)$/.test(path);
  if (what === 'template') return /template|skeleton|boilerplate|scaffold/i.test(path);
  return /\.(?:md|mdx|txt|pdf|html|json|ya?ml|csv)$/.test(path);
}

/** Returns true if a path is clearly the file that a mention names, so a model that has read both does not guess. */
export function isClearlyMeant(mention: Mention, path: string): boolean {
  if (mention.folder !== undefined) return path.startsWith(`${mention.folder}/`) && mention.what !== 'name';
  const specific = specificWords(mention.text);
  return specific.length > 0 ? overlap(specific, contentWords(path)) === 1 : fitsKind(mention.what, path);
}
