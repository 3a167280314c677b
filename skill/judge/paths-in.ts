/** The paths that a text names and whether the skill has them, told by the text alone: no block is parsed for it. */
import { dirname, extension, join, within } from '../files/paths.ts';
import type { Bundle, Skill, SkillDocument } from '../model/model.ts';

/** A path that a text names, once. */
export interface NamedPath {
  /** As written, without `./` and without an anchor. */
  readonly path: string;
  /** The folder that it is written with; empty for a bare name. */
  readonly folder: string;
  readonly extension: string;
  /** The bundle has it, as seen from the text's folder or from the skill's. */
  readonly exists: boolean;
}

/** What a document says about its files as a whole. */
export interface NamedPaths {
  readonly all: readonly NamedPath[];
  /** How many of `all` exist. */
  readonly existing: number;
}

/** A link's target, or a path with a folder or a document's extension. Neither repeats what another part may match. */
const PATH =
  /\]\(([^()\s#]{1,200})|(?<![\w./:@-])((?:\.{1,2}\/)*[\w.-]{1,80}(?:\/[\w.-]{1,80}){0,8}\.(?:md|py|sh|js|ts|json|ya?ml|txt|html))\b/gi;
/** UTF-16 units and paths of a text that are looked at. */
const MOST_TEXT = 60_000;
const MOST_PATHS = 400;

const written = new WeakMap<SkillDocument, ReadonlySet<string>>();
const known = new WeakMap<SkillDocument, { readonly bundle: Bundle; readonly paths: NamedPaths }>();

/** Kept by document, for as long as the bundle is the same one. */
export function pathsIn(document: SkillDocument, skill: Skill): NamedPaths {
  const kept = known.get(document);
  if (kept?.bundle === skill.bundle) return kept.paths;
  const { root, bundle } = skill;
  const own = dirname(document.path);
  const has = (path: string): boolean => bundle.files.has(path) || bundle.folders.has(path);
  const all = [...writtenIn(document)].map((path): NamedPath => {
    const exists = has(path) || has(within(root, join(own, path)) ?? '');
    return { path, folder: dirname(path), extension: extension(path), exists };
  });
  const paths = { all, existing: all.filter(({ exists }) => exists).length };
  known.set(document, { bundle, paths });
  return paths;
}

function writtenIn(document: SkillDocument): ReadonlySet<string> {
  const kept = written.get(document);
  if (kept) return kept;
  const seen = new Set<string>();
  for (const [, link, plain] of document.text.slice(document.bodyStart, MOST_TEXT).matchAll(PATH)) {
    const path = (link ?? plain ?? '').replace(/^\.\//, '');
    if (path === '' || path.includes(':') || path.startsWith('/')) continue;
    seen.add(path);
    if (seen.size >= MOST_PATHS) break;
  }
  written.set(document, seen);
  return seen;
}
