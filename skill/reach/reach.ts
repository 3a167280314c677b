/** Which bundled files a model can come upon: those that SKILL.md leads to, and what these lead to in turn. */
import { isCopied, isForOthers } from '../files/audience.ts';
import { isMarkdown } from '../files/find.ts';
import { dirname, extension, join, within } from '../files/paths.ts';
import type { SkillPlace } from '../files/skills.ts';
import type { Bundle, Skill, SkillDocument } from '../model/model.ts';
import { leadsFromOutside, leadsOf, leadsOfScript, namesFromOutside, pathsOf } from './leads.ts';
import { namesOf } from './names-in.ts';

/** Opens the bundled texts; undefined where there is none. Paths are absolute. */
export interface Texts {
  readonly document: (path: string) => SkillDocument | undefined;
  readonly script: (path: string) => string | undefined;
}

/** Beyond this a bundle is a library or a data set, and no list of its files helps anyone. */
export const MAX_FILES = 2_000;

/** Folders that are copied or run as a whole, told by what lies in them. */
const PROJECT =
  /(?:^|\/)(?:package\.json|pyproject\.toml|cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|gemfile|__init__\.py|[^/]+\.(?:csproj|sln|xcodeproj))$/i;
const CLIENTS = /^agents\/[^/]+\.ya?ml$/i;
/** Files that hold no text. */
export const NO_TEXT =
  /^\.(?:png|jpe?g|gif|webp|ico|svg|pdf|docx?|xlsx?|pptx?|zip|gz|tgz|ttf|otf|woff2?|mp[34]|wav|mov|wasm|csv|parquet|db)$/;

/**
 * Bundled files, by path, that no text leads to: no path, no name, no folder, no import. Empty where nobody can tell.
 * `outer`: the skills whose folders the skill lies in, the nearest first; their texts may lead to its files.
 */
export function unreached(skill: Skill, texts: Texts, outer: readonly SkillPlace[] = []): readonly string[] {
  const { bundle, root, manifest } = skill;
  if ([bundle, ...outer.map((one) => one.bundle)].some(isTooLarge)) return [];
  // A skill among what another one copies or tests is material of that.
  if (outer.some((one) => isMaterial(`${within(one.root, root) ?? ''}/`))) return [];
  const wanted = new Set([...bundle.files].filter((file) => join(root, file) !== manifest.path && !isForOthers(file)));
  if (wanted.size === 0) return [];
  // Those that nothing leads to so far, also those that nobody wants: their texts may lead on.
  const sought = new Set(bundle.files);
  const documents: SkillDocument[] = [manifest];
  // What a client shows of the skill, an icon, is for it, and its manifest names it.
  for (const manifest of [...bundle.files].filter((file) => CLIENTS.test(file))) {
    const text = texts.script(join(root, manifest)) ?? '';
    for (const file of wanted) if (text.includes(file)) wanted.delete(file);
  }
  const scripts: string[] = [];
  const projects = new Set(projectsOf(bundle));

  const follow = (leads: Iterable<string>): void => {
    for (const file of leads) {
      if (!sought.delete(file)) continue;
      wanted.delete(file);
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
  // Most files are reached by plain paths: texts are searched, and scripts opened, only where some are left.
  const ways = [
    (document: SkillDocument) => document.plainly?.(root, bundle) ?? pathsOf(document, root, bundle),
    (document: SkillDocument) => namesOf(document, bundle, sought),
    (document: SkillDocument) => leadsOf(document, root, bundle, sought),
  ];
  const gone = ways.map(() => 0);
  let opened = 0;
  const outside = outsideTexts(skill, texts, outer, sought);
  while (wanted.size > 0) {
    const way = gone.findIndex((count) => count < documents.length);
    const next = documents[gone[way] ?? 0];
    if (next) {
      gone[way] = (gone[way] ?? 0) + 1;
      follow(ways[way]?.(next) ?? []);
    } else if (opened < scripts.length) {
      const text = texts.script(join(root, scripts[opened++] ?? ''));
      if (text !== undefined) follow(leadsOfScript(text, bundle));
    } else {
      const leads = outside.next();
      if (leads.done) break;
      follow(leads.value);
    }
  }
  return [...wanted].sort();
}

const isTooLarge = ({ truncated, files }: Bundle): boolean => truncated || files.size > MAX_FILES;

const isMaterial = (folder: string): boolean => isCopied(folder) || isForOthers(folder);

/** What the texts of the skills around lead to, one text after the other: documents first, for scripts are many. */
function* outsideTexts(
  { bundle, root }: Skill,
  texts: Texts,
  outer: readonly SkillPlace[],
  sought: ReadonlySet<string>,
): Generator<ReadonlySet<string>, undefined> {
  const roots = outer.map((one) => one.root);
  const all = outer.flatMap((one) =>
    [...one.bundle.files].filter((file) => !isForOthers(file) || isManifest(file)).map((file) => join(one.root, file)),
  );
  for (const path of all.filter(isMarkdown)) {
    const document = texts.document(path);
    if (document) yield leadsFromOutside(document, [dirname(path), ...roots], root, bundle, sought);
  }
  for (const path of all.filter((one) => !isMarkdown(one) && !NO_TEXT.test(extension(one)))) {
    const text = texts.script(path);
    if (text !== undefined) yield namesFromOutside(text, bundle, sought);
  }
  return undefined;
}

const isManifest = (file: string): boolean => file === 'SKILL.md' || file === 'skill.md';

/**
 * Documents that SKILL.md leads to through another document only, by path, with the absolute path of the document through
 * which one comes there first.
 */
export function deepDocuments(skill: Skill, document: Texts['document']): ReadonlyMap<string, string> {
  const { root, bundle, manifest } = skill;
  const deep = new Map<string, string>();
  if (bundle.truncated || bundle.files.size > MAX_FILES) return deep;
  // Below SKILL.md plain paths alone: a name in passing sends nobody on.
  const sought = new Set([...bundle.files].filter((file) => isMarkdown(file) && join(root, file) !== manifest.path));
  const plainly = manifest.plainly?.(root, bundle);
  if (plainly && [...sought].every((file) => plainly.has(file))) return deep;
  let level: readonly SkillDocument[] = [manifest];
  while (level.length > 0) {
    const next: SkillDocument[] = [];
    for (const from of level) {
      if (sought.size === 0) return deep;
      for (const file of from === manifest ? leadsOf(from, root, bundle) : pathsOf(from, root, bundle, sought)) {
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

/** Folders inside the skill that hold a project or a package of their own. */
export function projectsOf(bundle: Bundle): readonly string[] {
  return [...new Set([...bundle.files].filter((file) => PROJECT.test(file)).map(dirname))].filter(
    (folder) => folder !== '',
  );
}
