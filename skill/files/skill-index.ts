/** The other skills of a workspace, as targets of references. */
import type { Bundle } from '../model/model.ts';
import { basename } from './paths.ts';

/** The part of a skill that is needed to resolve references from elsewhere. */
export interface KnownSkill {
  readonly name: string;
  readonly root: string;
  readonly bundle: Bundle;
}

/** Queries about other skills, used by `resolve`. */
export interface SkillLookup {
  /** Skills with that name in the frontmatter or as their folder's name. */
  named(name: string): readonly KnownSkill[];
  /** The skill whose folder is `root`. */
  at(root: string): KnownSkill | undefined;
  /** Skills that bundle exactly this path, relative to their root. Only paths with a `/` are indexed. */
  holding(path: string): readonly KnownSkill[];
  /** The entries in the root folders of all skills: the names as written, by name in lower case. */
  rootNames(): ReadonlyMap<string, ReadonlySet<string>>;
}

/** A lookup that follows changes of the workspace. The cost of a query does not depend on the number of skills. */
export interface SkillIndex extends SkillLookup {
  put(place: KnownSkill): void;
  remove(root: string): void;
}

export function skillIndex(places: Iterable<KnownSkill> = []): SkillIndex {
  const byRoot = new Map<string, KnownSkill>();
  const byName = new Map<string, Set<KnownSkill>>();
  const byPath = new Map<string, Set<KnownSkill>>();
  let names: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  const keys = (place: KnownSkill): readonly [Map<string, Set<KnownSkill>>, string][] => [
    [byName, place.name.toLowerCase()],
    [byName, basename(place.root).toLowerCase()],
    ...[...place.bundle.files, ...place.bundle.folders]
      .filter((path) => path.includes('/'))
      .map((path): [Map<string, Set<KnownSkill>>, string] => [byPath, path]),
  ];
  const remove = (root: string): void => {
    const place = byRoot.get(root);
    if (!place) return;
    names = undefined;
    byRoot.delete(root);
    for (const [map, key] of keys(place)) {
      map.get(key)?.delete(place);
      if (map.get(key)?.size === 0) map.delete(key);
    }
  };
  const put = (place: KnownSkill): void => {
    remove(place.root);
    names = undefined;
    byRoot.set(place.root, place);
    for (const [map, key] of keys(place)) {
      const set = map.get(key);
      if (set) set.add(place);
      else map.set(key, new Set([place]));
    }
  };
  for (const place of places) put(place);
  return {
    put,
    remove,
    named: (name) => inOrder(byName.get(name.toLowerCase())),
    at: (root) => byRoot.get(root),
    holding: (path) => inOrder(byPath.get(path)),
    rootNames() {
      names ??= rootNamesOf(byRoot.values());
      return names;
    },
  };
}

function rootNamesOf(places: Iterable<KnownSkill>): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const { bundle } of places) {
    for (const paths of [bundle.files, bundle.folders]) {
      for (const name of paths) {
        if (name.includes('/')) continue;
        const written = names.get(name.toLowerCase());
        if (written) written.add(name);
        else names.set(name.toLowerCase(), new Set([name]));
      }
    }
  }
  return names;
}

/** Sorts by folder, since the order of registration means nothing. */
const inOrder = (places: Iterable<KnownSkill> = []): readonly KnownSkill[] =>
  [...places].sort((a, b) => (a.root < b.root ? -1 : 1));

/** The lookup for a skill on its own. */
export const noSkills: SkillLookup = {
  named: () => [],
  at: () => undefined,
  holding: () => [],
  rootNames: () => new Map(),
};
