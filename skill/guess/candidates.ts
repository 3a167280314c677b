/** The bundled files that a mention may mean, cached by bundle because every mention is compared with them. */
import { isForOthers } from '../files/audience.ts';
import { basename } from '../files/paths.ts';
import type { Bundle, Mention, Skill } from '../model/model.ts';
import { specificWords } from '../text/words.ts';
import { fitsKind } from './fits.ts';

/** Returns the bundled files of the kind that a mention names. */
export function candidatesFor({ what, text }: Mention, { bundle }: Skill): readonly string[] {
  const withAssets = what === 'template' && specificWords(text).length > 0;
  const byKind = candidateCache.get(bundle) ?? new Map<string, readonly string[]>();
  candidateCache.set(bundle, byKind);
  const kind = withAssets ? `${what} or asset` : what;
  const known = byKind.get(kind);
  if (known !== undefined) return known;
  const all = filesForModels(bundle).filter(
    (path) => fitsKind(what, path) || (withAssets && path.startsWith('assets/')),
  );
  byKind.set(kind, all);
  return all;
}

/** Cached by kind. */
const candidateCache = new WeakMap<Bundle, Map<string, readonly string[]>>();

/** Returns the files in folders that a model may be meant to load. */
const filesForModels = ({ files }: Bundle): readonly string[] =>
  [...files].filter((path) => path.includes('/') && !isForOthers(path));

const namesOf = new WeakMap<Bundle, ReadonlySet<string>>();

/** Returns the names of all bundled files in lower case. */
export function lowerNames(bundle: Bundle): ReadonlySet<string> {
  const known = namesOf.get(bundle) ?? new Set([...bundle.files].map((path) => basename(path).toLowerCase()));
  namesOf.set(bundle, known);
  return known;
}
