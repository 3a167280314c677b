/** Chooses the location of a file that is copied into a skill. */
import { type Bundle, extension, join, stem } from '../../../skill/index.ts';

const SCRIPTS =
  /^\.(?:py|sh|bash|zsh|fish|ps1|bat|cmd|rb|pl|lua|r|js|mjs|cjs|ts|mts|cts|php|go|rs|java|kt|swift|awk|sql)$/;
const REFERENCES = /^\.(?:md|mdx|markdown|txt|rst|adoc|org|tex|pdf|html?)$/;
/** Maximum length of a name; longer ones are truncated. */
const MAX_NAME = 100;

/** Returns the folder that the Agent Skills specification recommends: `scripts`, `references`, or else `assets`. */
export function folderFor(name: string): 'scripts' | 'references' | 'assets' {
  const end = extension(name);
  return SCRIPTS.test(end) ? 'scripts' : REFERENCES.test(end) ? 'references' : 'assets';
}

/**
 * Returns an unused path in the skill for a file name, ignoring letter case.
 * @param taken returns true if a path relative to the skill exists although the bundle does not list it
 */
export function freePath(name: string, bundle: Bundle, taken: (path: string) => boolean): string {
  const plain = safeName(name);
  const folder = folderFor(plain);
  const known = new Set([...bundle.files, ...bundle.folders].map((one) => one.toLowerCase()));
  const end = extension(plain);
  const base = end === '' ? plain : plain.slice(0, plain.length - end.length);
  for (let number = 1; ; number++) {
    const path = join(folder, `${base}${number === 1 ? '' : `-${number}`}${plain.slice(base.length)}`);
    if (!known.has(path.toLowerCase()) && !taken(path)) return path;
  }
}

/** Returns a portable name: no folder, and no characters that are problematic in file systems or Markdown. */
function safeName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const clean = stripEnds(last.normalize('NFC').replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}<>:"|?*`#%()[\]{}\s]+/gu, '-'));
  const end = extension(clean);
  const short = stem(clean).slice(0, MAX_NAME - Math.min(end.length, 20));
  return clean === '' ? 'file' : clean.length <= MAX_NAME ? clean : short + clean.slice(clean.length - end.length);
}

/** Strips dots and hyphens from both ends: such a file would be hidden, or an option of a command. */
function stripEnds(name: string): string {
  let [start, end] = [0, name.length];
  while (start < end && '-.'.includes(name.charAt(start))) start++;
  while (end > start && '-.'.includes(name.charAt(end - 1))) end--;
  return name.slice(start, end);
}
