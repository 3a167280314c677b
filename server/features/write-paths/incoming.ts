/** Where a file from outside of a skill goes when it is copied into it. */
import { type Bundle, extension, join, stem } from '../../../skill/index.ts';

const SCRIPTS =
  /^\.(?:py|sh|bash|zsh|fish|ps1|bat|cmd|rb|pl|lua|r|js|mjs|cjs|ts|mts|cts|php|go|rs|java|kt|swift|awk|sql)$/;
const REFERENCES = /^\.(?:md|mdx|markdown|txt|rst|adoc|org|tex|pdf|html?)$/;
/** Longer names are cut: a path must fit everywhere. */
const MOST_NAME = 100;

/** The folder for a file by its kind, after the specification: `scripts`, `references`, else `assets`. */
export function folderFor(name: string): 'scripts' | 'references' | 'assets' {
  const end = extension(name);
  return SCRIPTS.test(end) ? 'scripts' : REFERENCES.test(end) ? 'references' : 'assets';
}

/**
 * A path in the skill for a file of this name that is not taken there, in any letter case.
 * @param taken whether there is anything at a path relative to the skill that its bundle does not list
 */
export function freePath(name: string, bundle: Bundle, taken: (path: string) => boolean): string {
  const plain = safeName(name);
  const folder = folderFor(plain);
  const known = new Set([...bundle.files, ...bundle.folders].map((one) => one.toLowerCase()));
  const end = extension(plain);
  const first = end === '' ? plain : plain.slice(0, plain.length - end.length);
  for (let number = 1; ; number++) {
    const path = join(folder, `${first}${number === 1 ? '' : `-${number}`}${plain.slice(first.length)}`);
    if (!known.has(path.toLowerCase()) && !taken(path)) return path;
  }
}

/** A name that is one everywhere: no folder, no sign that a system or a path in a text does not bear. */
function safeName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const clean = bare(last.normalize('NFC').replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}<>:"|?*`#%()[\]{}\s]+/gu, '-'));
  const end = extension(clean);
  const short = stem(clean).slice(0, MOST_NAME - Math.min(end.length, 20));
  return clean === '' ? 'file' : clean.length <= MOST_NAME ? clean : short + clean.slice(clean.length - end.length);
}

/** Without dots and hyphens at its ends: such a file is hidden, or an option of a command. */
function bare(name: string): string {
  let [start, end] = [0, name.length];
  while (start < end && '-.'.includes(name.charAt(start))) start++;
  while (end > start && '-.'.includes(name.charAt(end - 1))) end--;
  return name.slice(start, end);
}
