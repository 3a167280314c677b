/** Parses a target as written into prefix, path and anchor, and decides whether it names a real path at all. */

import { decode, normalize } from '../files/paths.ts';
import type { Base, Excuse, PluginVariable, Reference, ReferenceForm } from '../model/model.ts';
import { defined } from '../text/defined.ts';
import { installedPrefix, skillPrefixLength } from './skill-prefix.ts';

const PLUGIN_PREFIX =
  /^(?:\$\{(CLAUDE_PLUGIN_ROOT|PLUGIN_ROOT|extensionPath)\}|\$(CLAUDE_PLUGIN_ROOT|PLUGIN_ROOT)(?!\w))(?:\$\{\/\}|[/\\])/;

/** A mark that makes a client or a model load the file behind it: `@references/x.md`, `@load:x.md`. */
const LOADED = /^@(?:[a-z]{3,12}:)?(?=\.{1,2}\/|references?\/|[^@\s]{1,200}\.(?:mdx?|markdown|txt)(?:[#:.,;!?)]|$))/i;
/** A URL of a file that is relative after all: `file:x.md`, `file://x.md`. */
const RELATIVE_FILE_URL = /^file:(?:\/\/(?!\/)|(?!\/))/i;
/** A URL of a file of the machine, in a folder of skills or with a folder that skills have. */
const FILE_URL_OF_SKILL =
  /^file:(?:\/\/)?(?=\/(?!\/)|\/?[a-z]:\/)(?:[^?#]*\/)?(?:skills|references|scripts|assets)\/[^?#]/i;

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** A path of the machine or in the user's home, or a name in a registry (`@scope/package`). */
const ABSOLUTE = /^[~/\\@]/;
const PLACEHOLDER =
  /[<>{}[\]|]|\$[\w{(]|%[A-Z_]+%|\bYYYY|\bMM-DD|\bNNN*\b|\bXX+|(?:^|[/_-])(?:phase|step|part|chapter|module|file|test|version|v)-?[NXM](?=[-_./]|$)|\.\.\.|…|(?:^|\/)path\/to(?:\/|$)|(?:^|\/)(?:your|my|some)[-_]|(?:^|\/)(?:file_?name|script_?name|hello-world|example|sample|file|foo|bar|baz|name|topic|xyz|xxx|placeholder)\d?\.\w+$|[/_-](?:your|my|some)[-_]|\bfoo\b|(?:^|\/)skill-name(?:\/|$)/i;

/** A placeholder with `..` after it, as in `<base>/../x.md`. */
// eslint-disable-next-line regexp/no-super-linear-move -- reads a path of at most 400 units
const CLIMBS_PLACEHOLDER = /[<>{}[\]$%][^/]*\/(?:[^/]+\/)*\.\.(?:\/|$)/;

/** A name inside a file, as written in code spans: `x.json:tax.high`, `x.py:main`. (A link uses `#`.) */
const KEY = /(\.(?:jsonc?|ya?ml|toml)):[A-Za-z_][\w.]*$|(\.\w+):[A-Za-z_][\w-]*$/i;
/** A position in a file as tools print it, `x.py:12` or `x.py:12-20`, or anything after `::`: `x.py::test_one`. */
const POSITION = /(\.\w+)(?::\d+(?:[-:]\d+)?$|::)/;

/** A capital letter as a placeholder for any name. */
const LETTER = /(?:^|\/)[XNYZ]\.\w+$/;

/** The parts of a target that do not depend on where it is written. */
export type TargetParts = Pick<Reference, 'range' | 'target' | 'path' | 'base' | 'anchor' | 'atLoading' | 'excuse'>;

/**
 * Parses the target `raw` at `offset`. Undefined if it does not name a bundled file: a URL, a bare anchor, an absolute
 * path (a path of the machine is never bundled), or an empty text.
 */
export function parseTarget(raw: string, offset: number, form: ReferenceForm): TargetParts | undefined {
  const trimmed = raw.trim();
  if (trimmed === '' || trimmed.length > 400 || trimmed.startsWith('#')) return undefined;
  if (isLinked(form) && FILE_URL_OF_SKILL.test(trimmed)) return machinePath(raw, offset);
  const { base, length: prefixLength } = withMark(trimmed, form);
  const start = offset + raw.length - raw.trimStart().length + prefixLength;
  const text = trimmed.slice(prefixLength);

  if (SCHEME.test(text) || ABSOLUTE.test(text)) {
    if (!isPseudoLink(text, form)) return undefined;
    const range = { start, end: start + text.length };
    return { range, target: text, path: text, base, excuse: 'pseudo-link' };
  }
  const hash = text.indexOf('#');
  const target = withoutSuffix(hash < 0 ? text : text.slice(0, hash), form);
  const path = target === '' ? undefined : relativePath(target, form);
  if (path === undefined) return undefined;
  const anchor = hash < 0 ? undefined : anchorAt(text, hash, start);
  const excuse = patternExcuse(path);
  return defined({
    range: { start, end: start + target.length },
    target,
    path,
    base,
    anchor,
    excuse: excuse || undefined,
  });
}

const isLinked = (form: ReferenceForm): boolean => form === 'link' || form === 'image' || form === 'definition';

/** Returns the parts of a URL of a file of the machine, which no other machine has. */
function machinePath(raw: string, offset: number): TargetParts {
  const target = raw.trim();
  const start = offset + raw.length - raw.trimStart().length;
  const path = decode(target.replace(/^file:\/*(?=[a-z]:\/)|^file:\/{0,2}(?=\/)/i, ''));
  return { range: { start, end: start + target.length }, target, path, base: { kind: 'document' } };
}

/** Returns the base of a target and the length of its prefix, or of a mark or a scheme before the path. */
function withMark(target: string, form: ReferenceForm): { readonly base: Base; readonly length: number } {
  const mark = LOADED.exec(target) ?? (isLinked(form) ? RELATIVE_FILE_URL.exec(target) : null);
  return mark ? { base: { kind: 'document' }, length: mark[0].length } : prefixOf(target);
}

/** Returns true if a base is the folder of a plugin or of another skill, or where some skill is installed. */
export const isBaseElsewhere = ({ kind }: Base): boolean =>
  kind === 'plugin' || kind === 'other-skill' || kind === 'installed';

/** Returns the base of a target according to its prefix, such as `${CLAUDE_SKILL_DIR}/`, and the prefix's length. */
export function prefixOf(target: string): { readonly base: Base; readonly length: number } {
  const length = skillPrefixLength(target);
  if (length > 0) return { base: { kind: 'skill' }, length };
  const installed = installedPrefix(target);
  if (installed) return { base: { kind: 'installed', name: installed.name }, length: installed.length };
  const plugin = PLUGIN_PREFIX.exec(target);
  if (plugin === null) return { base: { kind: 'document' }, length: 0 };
  return { base: { kind: 'plugin', variable: (plugin[1] ?? plugin[2]) as PluginVariable }, length: plugin[0].length };
}

/**
 * Returns true for an address that only looks like a file: an editor's or app's own scheme, or `/plugin:command` in a
 * link.
 */
function isPseudoLink(text: string, form: ReferenceForm): boolean {
  if (SCHEME.test(text)) return /^(?:mdc|app|plugin|skill|vscode|cursor):/i.test(text);
  return form === 'link' && /^\/[\w-]+:[\w-]+$/.test(text);
}

/** Returns true if a target has a prefix for a known folder. */
export const hasPrefix = (target: string): boolean => prefixOf(target).length > 0;

/** Returns the anchor of a target at `start` with its `#` at `hash`; undefined if nothing follows the `#`. */
function anchorAt(text: string, hash: number, start: number): Reference['anchor'] {
  const name = text.slice(hash + 1);
  if (name === '') return undefined;
  return { name: decode(name), range: { start: start + hash + 1, end: start + text.length } };
}

/** Strips a query, a position in the file, or the punctuation of a sentence from the end of a target. */
function withoutSuffix(target: string, form: ReferenceForm): string {
  let text = target;
  if (isLinked(form)) {
    const query = /\?[\w=&-]*$/.exec(text);
    if (query) text = text.slice(0, query.index);
  }
  const position = POSITION.exec(text) ?? (form === 'code' ? KEY.exec(text) : null);
  if (position) text = text.slice(0, position.index + (position[1] ?? position[2] ?? '').length);
  // eslint-disable-next-line regexp/no-super-linear-move -- reads a path of at most 400 units
  return form === 'bare' || form === 'fence' || form === 'fence-command' ? text.replace(/[.,;:!?]+$/, '') : text;
}

/** Returns the path of a target, with its trailing slash; undefined if it is absolute or empty. */
function relativePath(target: string, form: ReferenceForm): string | undefined {
  const written = decode(unescapeTarget(target, form)).replaceAll('\\', '/');
  if (written.startsWith('/')) return undefined;
  // What a placeholder stands for is unknown, and so is the folder above it.
  if (CLIMBS_PLACEHOLDER.test(written)) return written;
  const path = normalize(written) + (written.endsWith('/') ? '/' : '');
  return path === '' || path === '/' ? undefined : path;
}

/** Returns the reason why a path does not name one particular file: it is a pattern or contains a placeholder. */
function patternExcuse(path: string): Excuse | undefined {
  if (/[*?]/.test(path)) return 'glob';
  return PLACEHOLDER.test(path) || LETTER.test(path) ? 'placeholder' : undefined;
}

/**
 * Returns a target as Markdown reads it: in a link, `the\_guide.md` and `a&amp;b.md` mean `the_guide.md` and `a&b.md`.
 */
export const unescapeTarget = (target: string, form: ReferenceForm): string =>
  isLinked(form) ? target.replace(/\\([!-.:-@[\]-`{-~])/g, '$1').replaceAll('&amp;', '&') : target;

/** The folders of the specification. */
export const SPEC_FOLDERS: ReadonlySet<string> = new Set(['references', 'scripts', 'assets']);
/** The folders of the specification, and other names that authors commonly give to the folders of a skill. */
export const BUNDLE_FOLDERS: ReadonlySet<string> = new Set([
  ...SPEC_FOLDERS,
  'reference',
  'script',
  'asset',
  'templates',
  'template',
  'resources',
  'resource',
  'examples',
  'rules',
  'guides',
  'workflows',
  'prompts',
  'agents',
  'themes',
]);

const EXTENSIONS =
  'md|mdx|markdown|txt|rst|py|sh|bash|zsh|ps1|js|mjs|cjs|ts|mts|cts|tsx|jsx|rb|pl|lua|go|rs|java|kt|swift|c|h|cpp|hpp|cs|php|r|sql|json|jsonl|json5|jsonc|yaml|yml|toml|ini|cfg|conf|csv|tsv|xml|html|htm|css|scss|svg|png|jpe?g|gif|webp|pdf|docx?|xlsx?|pptx?|tex|bib|sty|ipynb|template|tmpl|tpl|j2|jinja2?|hbs|ejs|mustache|ttf|otf|woff2?|zip|drawio|mmd|dot|proto|graphql|tf|bicep|dockerfile|env|example|xsd|wasm|bat|cmd|kql|ndjson|http|rest';
/** The file extensions that are common in skills, in lower case. */
export const FILE_EXTENSIONS: readonly string[] = EXTENSIONS.split('|').flatMap((one) =>
  one.includes('?') ? [one.replace(/.\?/, ''), one.replace('?', '')] : [one],
);
const FILE = new RegExp(`\\.(?:${EXTENSIONS})$`, 'i');

/** Returns true if a path ends in an extension that is common in skills. */
export const hasFileExtension = (path: string): boolean => FILE.test(path);
const INNER = new RegExp(`\\.(?:${EXTENSIONS})(?![a-z0-9_])`, 'i');

/** Returns true if any part of a word ends in such an extension. */
export const containsFileExtension = (word: string): boolean => INNER.test(word);
