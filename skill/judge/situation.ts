/** The facts that clues use: one reference in its text, with the bundle and the repository around it. */
import { basename, dirname, extension, join, stem, within } from '../files/paths.ts';
import type { Bundle, Reference, Skill, SkillDocument } from '../model/model.ts';
import type { ResolveContext } from '../resolution/resolution.ts';
import { fiveOccurrencesOf, knownOccurrences } from '../text/occurrences.ts';
import { type Elsewhere, elsewhereOf, isIgnoredByGit, isNamedByBuild, isNamedByScript } from './around-path.ts';

/** The facts about the document and the skill, which are the same for all its references. */
export interface DocumentSituation {
  readonly document: SkillDocument;
  readonly skill: Skill;
  readonly isManifest: boolean;
  /** Names and stems of all bundled files, in lower case. */
  readonly names: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
  /** Extensions of all bundled files except SKILL.md. */
  readonly kinds: ReadonlySet<string>;
  /** Returns true if the repository has a folder with this path relative to its root. */
  readonly repositoryHas: (path: string) => boolean;
  /** Returns true if the repository has a file with this path relative to its root. */
  readonly repositoryHasFile: (path: string) => boolean;
  /** Number of bundled files directly in the folder of the document. */
  readonly crowd: number;
  /** Returns true if another skill has a folder with this path. */
  readonly othersHave: (path: string) => boolean;
}

export interface Situation extends DocumentSituation {
  readonly reference: Reference;
  readonly path: string;
  /** The first part of the path. */
  readonly first: string;
  readonly isLink: boolean;
  readonly isCommand: boolean;
  /** The folder of the path relative to the skill; empty if it has none. */
  readonly parent: string;
  /** Bundled files directly in that folder with the same extension. */
  readonly kin: readonly string[];
  /** Number of occurrences of the path in the text, up to 4. */
  readonly occurrences: number;
  /** The places where files outside of the skill end in the path. */
  readonly elsewhere: ReadonlySet<Elsewhere>;
  readonly isNamedByScript: () => boolean;
  readonly isNamedByBuild: () => boolean;
  readonly isGitIgnored: () => boolean;
  /** The language of the fence around it: empty if it names none, undefined outside fences. */
  readonly language: string | undefined;
}

interface Names {
  readonly names: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
  /** By folder, and in it by extension. */
  readonly byFolder: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  readonly kinds: ReadonlySet<string>;
}

const known = new WeakMap<Bundle, Names>();

function namesOf(bundle: Bundle): Names {
  const cached = known.get(bundle);
  if (cached) return cached;
  const byFolder = new Map<string, Map<string, string[]>>();
  const names = new Set<string>();
  const stems = new Set<string>();
  const kinds = new Set<string>();
  for (const file of bundle.files) {
    names.add(basename(file).toLowerCase());
    stems.add(stem(file).toLowerCase());
    const kind = extension(file);
    if (file !== 'SKILL.md') kinds.add(kind);
    const folder = dirname(file);
    const inFolder = byFolder.get(folder) ?? new Map<string, string[]>();
    byFolder.set(folder, inFolder);
    const same = inFolder.get(kind);
    if (same) same.push(file);
    else inFolder.set(kind, [file]);
  }
  const result = { names, stems, byFolder, kinds };
  known.set(bundle, result);
  return result;
}

const MAX_OCCURRENCES = 4;

/** Collects the facts about one reference of `document`, whose path is assumed to be missing from the bundle. */
export function situationOf(reference: Reference, document: SkillDocument, context: ResolveContext): Situation {
  const { skill, fs, repositoryRoot, skills } = context;
  const { path, form } = reference;
  const { names, stems, byFolder, kinds } = namesOf(skill.bundle);
  const fromSkill = dirname(path);
  const fromDocument = dirname(within(skill.root, join(dirname(document.path), path)) ?? '');
  const parent = byFolder.has(fromSkill) ? fromSkill : fromDocument || fromSkill;
  let occurrences: number | undefined;
  let elsewhere: ReadonlySet<Elsewhere> | undefined;
  return {
    reference,
    document,
    skill,
    path,
    first: path.split('/')[0] ?? '',
    isManifest: document.path === skill.manifest.path,
    isLink: form === 'link' || form === 'image' || form === 'definition',
    isCommand: form === 'fence-command' || form === 'code-command',
    parent,
    kin: (parent === '' ? undefined : byFolder.get(parent)?.get(extension(path))) ?? [],
    names,
    stems,
    kinds,
    // Computed on demand, since it reads the entire text.
    get occurrences() {
      occurrences ??= countOccurrences(path, document);
      return occurrences;
    },
    // Only for unresolved paths that a clue is evaluated for, since it indexes the repository.
    get elsewhere() {
      elsewhere ??= elsewhereOf(reference, context);
      return elsewhere;
    },
    isNamedByScript: () => isNamedByScript(reference, context),
    isNamedByBuild: () => isNamedByBuild(reference, context),
    isGitIgnored: () => isIgnoredByGit(reference, document, context),
    language:
      form.startsWith('fence') || form === 'tree' ? languageAt(document.text, reference.range.start) : undefined,
    repositoryHas: (folder) =>
      repositoryRoot !== undefined && !folder.startsWith('..') && fs.kind(join(repositoryRoot, folder)) === 'folder',
    repositoryHasFile: (file) =>
      repositoryRoot !== undefined && !file.startsWith('..') && fs.kind(join(repositoryRoot, file)) === 'file',
    crowd: crowdOf(byFolder.get(dirname(within(skill.root, document.path) ?? ''))),
    othersHave: (folder) => skills.holding(folder).some((other) => other.root !== skill.root),
  };
}

/** Counts the occurrences of the path in the text, up to 4. */
function countOccurrences(path: string, document: SkillDocument): number {
  const known = knownOccurrences(path, document) ?? fiveOccurrencesOf(path, document);
  let count = 0;
  let end = 0;
  for (const at of known) {
    if (at < end || count === MAX_OCCURRENCES) continue;
    count++;
    end = at + path.length;
  }
  return count;
}

function crowdOf(inFolder: ReadonlyMap<string, readonly string[]> | undefined): number {
  let count = 0;
  for (const files of inFolder?.values() ?? []) count += files.length;
  return count;
}

/** Maximum distance to the start of the fence, in UTF-16 units. */
const FENCE_REACH = 4_000;

function languageAt(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - FENCE_REACH), at);
  const backticks = before.lastIndexOf('```');
  // Only tildes after the last backticks count.
  const after = before.slice(Math.max(0, backticks));
  const tildes = after.lastIndexOf('~~~');
  const open = tildes < 0 ? backticks : before.length - after.length + tildes;
  if (open < 0) return '';
  return /^(?:`+|~+)[ \t]*([\w+-]*)/.exec(before.slice(open, open + 80))?.[1]?.toLowerCase() ?? '';
}
