import { defined, estimateTokens, join, routes, type Texts, unreachedFiles, within } from '../../skill/index.ts';
import type { BundledFile, SkillDetails, SkillNeed } from '../protocol.ts';
import { linesOf } from '../workspace/lines.ts';
import type { SkillEntry } from '../workspace/skill-entry.ts';
import { uriOf } from '../workspace/uris.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Session } from './session.ts';
import { skillNeeds } from './skill-needs.ts';

/** Maximum number of bundled files that are read to estimate tokens. */
const MAX_READ = 300;
const MAX_CHARACTERS = 4 * 1024 * 1024;
/** Maximum number of other files in the list. */
const MAX_OTHERS = 500;
/** Maximum depth of the tree; deeper files are listed at this level. */
const MAX_DEPTH = 12;

/**
 * Returns the contents of a skill; undefined if its SKILL.md cannot be read. Reads all of its texts, so it should be
 * requested only for skills that are shown.
 */
export function skillDetails(session: Session, workspace: Workspace, entry: SkillEntry): SkillDetails | undefined {
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
    return defined({ path, uri: uriOf(join(entry.root, path)), tokens, leadsTo });
  };
  const referrers = routes(skill, texts);
  const unreferenced = unreachedFiles(skill, texts, workspace.placesAround(entry));
  const unreferencedSet = new Set(unreferenced);
  const others = [...skill.bundle.files]
    .filter((file) => file !== manifest && !referrers.has(file) && !unreferencedSet.has(file))
    .sort();
  const tree = treeOf(referrers, manifest, node);
  const { text, bodyStart } = skill.manifest;
  return {
    manifest: tree,
    unreferenced: unreferenced.map((file) => node(file)),
    others: others.slice(0, MAX_OTHERS).map((file) => node(file)),
    omitted: Math.max(0, others.length - MAX_OTHERS),
    needs: needsForView(session, workspace, entry),
    // Last, since it includes the tokens of all files above.
    tokens: {
      catalogue: catalogueTokens(skill.name, skill.description),
      instructions: estimateTokens(text.slice(bodyStart)),
      resources: sizes.total(manifest),
      more: sizes.more || skill.bundle.truncated || others.length > MAX_OTHERS,
    },
  };
}

function needsForView(session: Session, workspace: Workspace, entry: SkillEntry): readonly SkillNeed[] {
  const skill = entry.skill();
  const needs = skillNeeds(session, workspace, entry);
  if ('unreadable' in skill || needs.length === 0) return [];
  const lines = linesOf(skill.manifest);
  return needs.map(({ kind, name, range, missing }) =>
    defined({ kind, name, at: lines.position(range.start), missing }),
  );
}

/** Returns the tokens of one entry in a client's list of skills. */
export const catalogueTokens = (name: string, description: string): number => estimateTokens(`${name}: ${description}`);

/** Builds the tree from `referrers`, which maps each file to the one that references it first. */
function treeOf(
  referrers: ReadonlyMap<string, string>,
  top: string,
  node: (path: string, leadsTo?: readonly BundledFile[]) => BundledFile,
): BundledFile {
  const filesByReferrer = new Map<string, string[]>();
  for (const [file, from] of referrers) {
    const files = filesByReferrer.get(from);
    if (files) files.push(file);
    else filesByReferrer.set(from, [file]);
  }
  const childrenOf = (from: string, depth: number): readonly BundledFile[] => {
    const files = (filesByReferrer.get(from) ?? []).sort();
    if (depth < MAX_DEPTH) return files.map((file) => node(file, childrenOf(file, depth + 1)));
    return files.flatMap((file) => [node(file), ...childrenOf(file, depth + 1)]);
  };
  return node(top, childrenOf(top, 0));
}

/** Token counts of bundled files, each read once, up to a limit. */
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

  /** Returns the total of all requested files except one. */
  total(except: string): number {
    let sum = 0;
    for (const [path, tokens] of this.#known) if (path !== except) sum += tokens ?? 0;
    return sum;
  }
}
