/** Prefixes that stand for the skill's own folder, as authors and clients write them: `${CLAUDE_SKILL_DIR}/`, `<this-skill>/`. */

const PREFIX = String.raw`(?:\$\{[A-Z_]{0,40}SKILL[A-Z_]{0,40}\}|\$[A-Z_]{0,40}SKILL[A-Z]{0,40}(?:_(?:DIR|ROOT|PATH|HOME|FOLDER|BASE)[A-Z_]{0,40})?|\{{1,3}(?:base_?dir|skill[_-]?(?:dir|path|root|base|folder|home)\w{0,40})\}{1,3}|\$\{?(?:base_?dir|skill_?(?:dir|path|root))\}?|<(?:this[- _])?(?:skill|base)[-_ ]?(?:s[-_ ])?(?:directory|dir|path|root|folder|base)>|<path[-_ ]to[-_ ](?:this[-_ ])?skill>|<this[-_ ]skill>|\[(?:skill|base)[-_ ]?(?:dir|path|root|folder|directory)\])[/\\]`;
const AT_START = new RegExp(`^${PREFIX}`, 'i');
const ANYWHERE = new RegExp(PREFIX, 'gi');
/** A path after a prefix, without the punctuation of a sentence. */
const PATH_AFTER = /^[\w@./-]{0,200}\w/;

/** Returns the length of the prefix at the start of a target, its slash included; 0 if there is none. */
export const skillPrefixLength = (target: string): number => AT_START.exec(target)?.[0].length ?? 0;

/** A path with such a prefix. */
export interface PrefixedPath {
  /** The offset of the prefix. */
  readonly start: number;
  /** The prefix without its slash. */
  readonly prefix: string;
  /** The path after the slash. */
  readonly path: string;
}

/** Returns the paths of a text with such a prefix, in code and prose alike, in order. */
export function* prefixedPaths(text: string, from: number): Iterable<PrefixedPath> {
  for (const { 0: found, index } of text.slice(from).matchAll(ANYWHERE)) {
    const start = from + index;
    const after = start + found.length;
    const path = PATH_AFTER.exec(text.slice(after, after + 201))?.[0];
    if (path !== undefined) yield { start, prefix: found.slice(0, -1), path };
  }
}
