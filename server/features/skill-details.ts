import { estimateTokens, join, routes, type Texts, unreachedFiles, within } from '../../skill/index.ts';
import type { BundledFile, SkillDetails } from '../protocol.ts';
import type { SkillEntry } from '../workspace/entry.ts';
import { uriOf } from '../workspace/uris.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Bundled files beyond these are not read for a figure. */
const MAX_READ = 300;
const MAX_CHARACTERS = 4 * 1024 * 1024;
/** A list that nobody reads to its end. */
const MAX_OTHERS = 500;
/** A tree nests no deeper: what lies below stands beside. */
const MAX_DEPTH = 12;

/**
 * What a skill of a workspace consists of; undefined where its SKILL.md cannot be read. Reads all of its texts, so it is
 * asked for skills that somebody looks at.
 */
export function skillDetails(workspace: Workspace, entry: SkillEntry): SkillDetails | undefined {
  const skill = entry.skill();
  if ('unreadable' in skill) return undefined;
  const texts: Texts = {
    document(path) {
      const document = entry.document(path);
      return 'unreadable' in document ? undefined : document;
    },
    script: (path) => entry.script(path),
  };
  const manifest = within(entry.root, entry.manifest) ?? '';
  const sizes = new Sizes(entry);
  const node = (path: string, leadsTo: readonly BundledFile[] = []): BundledFile => {
    const tokens = sizes.of(path);
    return { path, uri: uriOf(join(entry.root, path)), ...(tokens === undefined ? {} : { tokens }), leadsTo };
  };
  const ways = routes(skill, texts);
  const left = unreachedFiles(skill, texts, workspace.placesAround(entry));
  const alone = new Set(left);
  const others = [...skill.bundle.files]
    .filter((file) => file !== manifest && !ways.has(file) && !alone.has(file))
    .sort();
  const tree = treeOf(ways, manifest, node);
  const { text, bodyStart } = skill.manifest;
  return {
    manifest: tree,
    unreferenced: left.map((file) => node(file)),
    others: others.slice(0, MAX_OTHERS).map((file) => node(file)),
    omitted: Math.max(0, others.length - MAX_OTHERS),
    // Last: the figures of all files above are in it.
    tokens: {
      catalogue: catalogueTokens(skill.name, skill.description),
      instructions: estimateTokens(text.slice(bodyStart)),
      resources: sizes.total(manifest),
      more: sizes.more || skill.bundle.truncated || others.length > MAX_OTHERS,
    },
  };
}

/** What a client's list of skills costs for one of them. */
export const catalogueTokens = (name: string, description: string): number => estimateTokens(`${name}: ${description}`);

/** `ways`: by file, the one through which one comes there. */
function treeOf(
  ways: ReadonlyMap<string, string>,
  top: string,
  node: (path: string, leadsTo?: readonly BundledFile[]) => BundledFile,
): BundledFile {
  const below = new Map<string, string[]>();
  for (const [file, from] of ways) {
    const files = below.get(from);
    if (files) files.push(file);
    else below.set(from, [file]);
  }
  const childrenOf = (from: string, depth: number): readonly BundledFile[] => {
    const files = (below.get(from) ?? []).sort();
    if (depth < MAX_DEPTH) return files.map((file) => node(file, childrenOf(file, depth + 1)));
    return files.flatMap((file) => [node(file), ...childrenOf(file, depth + 1)]);
  };
  return node(top, childrenOf(top, 0));
}

/** Tokens of bundled files, each read once, up to a limit. */
class Sizes {
  readonly #entry: SkillEntry;
  readonly #known = new Map<string, number | undefined>();
  #characters = 0;
  more = false;

  constructor(entry: SkillEntry) {
    this.#entry = entry;
  }

  of(path: string): number | undefined {
    if (this.#known.has(path)) return this.#known.get(path);
    if (this.#known.size >= MAX_READ || this.#characters > MAX_CHARACTERS) {
      this.more = true;
      return undefined;
    }
    const text = this.#entry.text(join(this.#entry.root, path));
    const tokens = text === undefined ? undefined : estimateTokens(text);
    this.#characters += text?.length ?? 0;
    this.#known.set(path, tokens);
    return tokens;
  }

  /** Of all that were asked for but `except`. */
  total(except: string): number {
    let sum = 0;
    for (const [path, tokens] of this.#known) if (path !== except) sum += tokens ?? 0;
    return sum;
  }
}
