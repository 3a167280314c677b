/** Determines whether a repository ignores a path, by the `.gitignore` files from its root down. */
import { join, within } from './paths.ts';

interface IgnoreRule {
  /** The parts of the pattern, the first of which is `**` unless it is relative to the folder of its file. */
  readonly parts: readonly string[];
  readonly isNegated: boolean;
  readonly foldersOnly: boolean;
}

/** Of a longer file, and of a folder nested more deeply, the rest is not read. */
const MAX_RULES = 200;
const MAX_FOLDERS = 24;
const MAX_PATTERN = 80;
/** With more of them, and with a longer name, nothing matches. */
const MAX_DEEP = 2;
const MAX_NAME = 255;

/**
 * Returns true if a path is ignored as a file, or as a folder if it ends in `/`, or because a folder above it is. `path` is
 * absolute and below `root`. `read` returns the text of a file; undefined if there is none.
 */
export function isGitIgnored(root: string, path: string, read: (path: string) => string | undefined): boolean {
  const isFolder = path.endsWith('/');
  const inner = within(root, join(path));
  if (inner === undefined || inner === '') return false;
  const parts = inner.split('/').slice(0, MAX_FOLDERS);
  const rules: { readonly folder: string; readonly rules: readonly IgnoreRule[] }[] = [];
  let current = root;
  for (const [index, part] of parts.entries()) {
    const inside = current === '/' ? '' : current;
    const own = rulesIn(read(`${inside}/.gitignore`) ?? '');
    if (own.length > 0) rules.push({ folder: current, rules: own });
    current = `${inside}/${part}`;
    // What is inside of an ignored folder cannot be included again.
    if (isIgnoredBy(rules, current, isFolder || index < parts.length - 1)) return true;
  }
  return false;
}

function isIgnoredBy(
  all: readonly { readonly folder: string; readonly rules: readonly IgnoreRule[] }[],
  path: string,
  isFolder: boolean,
): boolean {
  let ignored = false;
  for (const { folder, rules } of all) {
    const names = (within(folder, path) ?? '').split('/');
    for (const { parts, isNegated, foldersOnly } of rules)
      if ((isFolder || !foldersOnly) && isMatch(parts, names)) ignored = !isNegated;
  }
  return ignored;
}

/** The rules of the texts that were read last, since every path of a repository is compared with the same few. */
const known = new Map<string, readonly IgnoreRule[]>();
const MAX_KNOWN = 100;

function rulesIn(text: string): readonly IgnoreRule[] {
  if (text === '') return [];
  const rules = known.get(text) ?? parseRules(text);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, rules);
  return rules;
}

function parseRules(text: string): readonly IgnoreRule[] {
  return text
    .split('\n', MAX_RULES)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && line.length <= MAX_PATTERN)
    .flatMap((line): readonly IgnoreRule[] => {
      const isNegated = line.startsWith('!');
      const glob = isNegated ? line.slice(1) : line;
      const foldersOnly = glob.endsWith('/');
      const path = glob.replace(/\/$/, '').replace(/^\//, '');
      const parts = glob.replace(/\/$/, '').includes('/') ? path.split('/') : ['**', path];
      return parts.filter((part) => part === '**').length > MAX_DEEP ? [] : [{ parts, isNegated, foldersOnly }];
    });
}

function isMatch(parts: readonly string[], names: readonly string[]): boolean {
  const [part, ...rest] = parts;
  if (part === undefined) return names.length === 0;
  if (part === '**')
    return rest.length === 0 ? names.length > 0 : names.some((_, index) => isMatch(rest, names.slice(index)));
  const [name, ...below] = names;
  return name !== undefined && isNameMatch(part, name) && isMatch(rest, below);
}

/** Returns true if a name matches a glob with `*` and `?`, in time proportional to the product of their lengths. */
function isNameMatch(glob: string, name: string): boolean {
  if (name.length > MAX_NAME) return false;
  let at = 0;
  let next = 0;
  let star = -1;
  let resumed = 0;
  while (at < name.length) {
    if (glob[next] === '*') {
      star = next++;
      resumed = at;
    } else if (glob[next] === '?' || glob[next] === name[at]) {
      next++;
      at++;
    } else if (star >= 0) {
      next = star + 1;
      at = ++resumed;
    } else return false;
  }
  while (glob[next] === '*') next++;
  return next === glob.length;
}
