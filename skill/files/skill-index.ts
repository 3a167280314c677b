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
  /** The names of all skills, sorted. */
  names(): ReadonlySet<string>;
}

/** A lookup that follows changes of the workspace. The cost of a query does not depend on the number of skills. */
export interface SkillIndex extends SkillLookup {
  put(skill: KnownSkill): void;
  remove(root: string): void;
}

export function skillIndex(skills: Iterable<KnownSkill> = []): SkillIndex {
  const byRoot = new Map<string, KnownSkill>();
  const byName = new Map<string, Set<KnownSkill>>();
  const byPath = new Map<string, Set<KnownSkill>>();
  let names: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  const keys = (skill: KnownSkill): readonly [Map<string, Set<KnownSkill>>, string][] => [
    [byName, skill.name.toLowerCase()],
    [byName, basename(skill.root).toLowerCase()],
    ...[...skill.bundle.files, ...skill.bundle.folders]
      .filter((path) => path.includes('/'))
      .map((path): [Map<string, Set<KnownSkill>>, string] => [byPath, path]),
  ];
  const remove = (root: string): void => {
    const skill = byRoot.get(root);
    if (!skill) return;
    names = undefined;
    byRoot.delete(root);
    for (const [map, key] of keys(skill)) {
      map.get(key)?.delete(skill);
      if (map.get(key)?.size === 0) map.delete(key);
    }
  };
  const put = (skill: KnownSkill): void => {
    remove(skill.root);
    names = undefined;
    byRoot.set(skill.root, skill);
    for (const [map, key] of keys(skill)) {
      const set = map.get(key);
      if (set) set.add(skill);
      else map.set(key, new Set([skill]));
    }
  };
  for (const skill of skills) put(skill);
  return {
    put,
    remove,
    named: (name) => sortByRoot(byName.get(name.toLowerCase())),
    at: (root) => byRoot.get(root),
    holding: (path) => sortByRoot(byPath.get(path)),
    rootNames() {
      names ??= rootNamesOf(byRoot.values());
      return names;
    },
    names: () => new Set([...byRoot.values()].map(({ name }) => name).sort()),
  };
}

function rootNamesOf(skills: Iterable<KnownSkill>): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const { bundle } of skills) {
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
const sortByRoot = (skills: Iterable<KnownSkill> = []): readonly KnownSkill[] =>
  [...skills].sort((a, b) => (a.root < b.root ? -1 : 1));

/** The lookup for a skill on its own. */
export const noSkills: SkillLookup = {
  named: () => [],
  at: () => undefined,
  holding: () => [],
  rootNames: () => new Map(),
  names: () => new Set(),
};
