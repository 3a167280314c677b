/** Finds the bundled files that a model can reach: those that SKILL.md leads to, directly or through other files. */
import { isForCopying, isForOthers } from '../files/audience.ts';
import { isMarkdown } from '../files/find.ts';
import { dirname, extension, join, within } from '../files/paths.ts';
import type { KnownSkill } from '../files/skill-index.ts';
import type { Bundle, Skill, SkillDocument } from '../model/model.ts';
import { filesNamedBy } from './names-in.ts';
import {
  filesNamedOutside,
  filesReachedBy,
  filesReachedByScript,
  filesReachedFromOutside,
  filesReferencedBy,
} from './reached-files.ts';

/** Opens the bundled texts; undefined if there is none. Paths are absolute. */
export interface Texts {
  readonly document: (path: string) => SkillDocument | undefined;
  readonly script: (path: string) => string | undefined;
}

/** A larger bundle is a library or a data set, for which a list of files would be useless. */
export const MAX_FILES = 2_000;

/** Folders that are copied or run as a unit, detected by their manifest. */
const PROJECT =
  /(?:^|\/)(?:package\.json|pyproject\.toml|cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|gemfile|__init__\.py|[^/]+\.(?:csproj|sln|xcodeproj))$/i;
const CLIENTS = /^agents\/[^/]+\.ya?ml$/i;
/** Extensions of files without text. */
export const NO_TEXT =
  /^\.(?:png|jpe?g|gif|webp|ico|svg|pdf|docx?|xlsx?|pptx?|zip|gz|tgz|ttf|otf|woff2?|mp[34]|wav|mov|wasm|csv|parquet|db)$/;

/**
 * Returns the paths of the bundled files that no text leads to by path, name, folder or import. Empty if this cannot be
 * decided. `outer` lists the skills whose folders contain this skill, nearest first; their texts may lead to its files.
 */
export function unreachedFiles(skill: Skill, texts: Texts, outer: readonly KnownSkill[] = []): readonly string[] {
  const { bundle, root, manifest } = skill;
  if ([bundle, ...outer.map((one) => one.bundle)].some(isTooLarge)) return [];
  // A skill among the files that another one copies or tests is part of that skill's material.
  if (outer.some((one) => isMaterialOfOther(`${within(one.root, root) ?? ''}/`))) return [];
  const { forModels, clientManifests, projects: projectFolders } = classify(bundle);
  const candidates = new Set(forModels.filter((file) => join(root, file) !== manifest.path));
  if (candidates.size === 0) return [];
  // All files that nothing leads to so far, including those that are never reported, since their texts may lead to
  // others.
  const sought = new Set(bundle.files);
  const documents: SkillDocument[] = [manifest];
  // Files that a client displays, such as an icon, are named in the client's manifest.
  for (const manifest of clientManifests) {
    const text = texts.script(join(root, manifest)) ?? '';
    for (const file of candidates) if (text.includes(file)) candidates.delete(file);
  }
  const scripts: string[] = [];
  const projects = new Set(projectFolders);

  const follow = (leads: Iterable<string>): void => {
    for (const file of leads) {
      if (!sought.delete(file)) continue;
      candidates.delete(file);
      for (const project of projects) {
        if (!file.startsWith(`${project}/`)) continue;
        projects.delete(project);
        follow([...bundle.files].filter((one) => one.startsWith(`${project}/`)));
      }
      if (!isMarkdown(file)) {
        if (!NO_TEXT.test(extension(file))) scripts.push(file);
        continue;
      }
      const document = join(root, file) === manifest.path ? undefined : texts.document(join(root, file));
      if (document) documents.push(document);
    }
  };
  // Most files are reached by plain paths. Texts are searched and scripts opened only if some are left.
  const searches = [
    (document: SkillDocument) => document.plainTargets?.(root, bundle) ?? filesReferencedBy(document, root, bundle),
    (document: SkillDocument) => filesNamedBy(document, bundle, sought),
    (document: SkillDocument) => filesReachedBy(document, root, bundle, sought),
  ];
  const searched = searches.map(() => 0);
  let opened = 0;
  const outside = outsideTexts(skill, texts, outer, sought);
  while (candidates.size > 0) {
    const search = searched.findIndex((count) => count < documents.length);
    const next = documents[searched[search] ?? 0];
    if (next) {
      searched[search] = (searched[search] ?? 0) + 1;
      follow(searches[search]?.(next) ?? []);
    } else if (opened < scripts.length) {
      const text = texts.script(join(root, scripts[opened++] ?? ''));
      if (text !== undefined) follow(filesReachedByScript(text, bundle));
    } else {
      const leads = outside.next();
      if (leads.done) break;
      follow(leads.value);
    }
  }
  return [...candidates].sort();
}

/** The files and folders of a bundle that are treated differently, classified by their paths. */
interface Classified {
  /** Files that are not for people only. */
  readonly forModels: readonly string[];
  /** Manifests that name what a client displays. */
  readonly clientManifests: readonly string[];
  /** Folders that contain a project of their own. */
  readonly projects: readonly string[];
}
const classified = new WeakMap<Bundle, Classified>();

/** Classifies the files of a bundle once for all versions of its texts. */
function classify(bundle: Bundle): Classified {
  const known = classified.get(bundle);
  if (known !== undefined) return known;
  const files = [...bundle.files];
  const result: Classified = {
    forModels: files.filter((file) => !isForOthers(file)),
    clientManifests: files.filter((file) => CLIENTS.test(file)),
    projects: projectsOf(bundle),
  };
  classified.set(bundle, result);
  return result;
}

const isTooLarge = ({ truncated, files }: Bundle): boolean => truncated || files.size > MAX_FILES;

const isMaterialOfOther = (folder: string): boolean => isForCopying(folder) || isForOthers(folder);

/** Yields the files that the texts of surrounding skills lead to, documents before the more numerous scripts. */
function* outsideTexts(
  { bundle, root }: Skill,
  texts: Texts,
  outer: readonly KnownSkill[],
  sought: ReadonlySet<string>,
): Generator<ReadonlySet<string>, undefined> {
  const roots = outer.map((one) => one.root);
  const all = outer.flatMap((one) =>
    [...one.bundle.files].filter((file) => !isForOthers(file) || isManifest(file)).map((file) => join(one.root, file)),
  );
  for (const path of all.filter(isMarkdown)) {
    const document = texts.document(path);
    if (document) yield filesReachedFromOutside(document, [dirname(path), ...roots], root, bundle, sought);
  }
  for (const path of all.filter((one) => !isMarkdown(one) && !NO_TEXT.test(extension(one)))) {
    const text = texts.script(path);
    if (text !== undefined) yield filesNamedOutside(text, bundle, sought);
  }
  return undefined;
}

const isManifest = (file: string): boolean => file === 'SKILL.md' || file === 'skill.md';

/**
 * Returns the documents that SKILL.md leads to only through another document: a map from their paths to the absolute
 * path of the document that leads there first.
 */
export function deepDocuments(skill: Skill, document: Texts['document']): ReadonlyMap<string, string> {
  const { root, bundle, manifest } = skill;
  const deep = new Map<string, string>();
  if (bundle.truncated || bundle.files.size > MAX_FILES) return deep;
  // Below SKILL.md, only plain paths count: a name in passing does not send the model there.
  const sought = new Set([...bundle.files].filter((file) => isMarkdown(file) && join(root, file) !== manifest.path));
  const plain = manifest.plainTargets?.(root, bundle);
  if (plain && [...sought].every((file) => plain.has(file))) return deep;
  let level: readonly SkillDocument[] = [manifest];
  while (level.length > 0) {
    const next: SkillDocument[] = [];
    for (const from of level) {
      if (sought.size === 0) return deep;
      for (const file of from === manifest
        ? filesReachedBy(from, root, bundle)
        : filesReferencedBy(from, root, bundle, sought)) {
        if (!sought.delete(file)) continue;
        if (from !== manifest) deep.set(file, from.path);
        const one = document(join(root, file));
        if (one) next.push(one);
      }
    }
    level = next;
  }
  return deep;
}

/** Returns the folders inside the skill that contain a project or package of their own. */
export function projectsOf(bundle: Bundle): readonly string[] {
  return [...new Set([...bundle.files].filter((file) => PROJECT.test(file)).map(dirname))].filter(
    (folder) => folder !== '',
  );
}
