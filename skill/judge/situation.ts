/** What the clues look at: one reference in its text, with the bundle and the repository around it. */
import { basename, dirname, extension, join, stem, within } from '../files/paths.ts';
import type { Bundle, Reference, Skill, SkillDocument } from '../model/model.ts';
import type { ResolveContext } from '../resolution/resolution.ts';
import { fivePlacesOf, knownOccurrences } from '../text/occurrences.ts';

export interface Situation {
  readonly reference: Reference;
  readonly document: SkillDocument;
  readonly skill: Skill;
  readonly path: string;
  /** The first part of the path. */
  readonly first: string;
  readonly isManifest: boolean;
  readonly isLink: boolean;
  readonly isCommand: boolean;
  /** The folder of the path as seen from the skill; empty where it has none. */
  readonly parent: string;
  /** Bundled files directly in that folder, with the extension of the path. */
  readonly kin: readonly string[];
  /** Names and stems of all bundled files, in lower case. */
  readonly names: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
  /** Extensions of all bundled files but SKILL.md. */
  readonly kinds: ReadonlySet<string>;
  /** How often the text has the path, counted up to 4. */
  readonly places: number;
  /** Of the fence around it: empty where it names none, undefined outside fences. */
  readonly language: string | undefined;
  /** Whether the repository's root has a folder of this path. */
  readonly repositoryHas: (path: string) => boolean;
  /** Whether the repository has a file of this path, seen from its root. */
  readonly repositoryHasFile: (path: string) => boolean;
  /** Bundled files directly in the folder of the document. */
  readonly crowd: number;
  /** Whether another skill has a folder of this path. */
  readonly othersHave: (path: string) => boolean;
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
  const kept = known.get(bundle);
  if (kept) return kept;
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
  const made = { names, stems, byFolder, kinds };
  known.set(bundle, made);
  return made;
}

const MOST_PLACES = 4;

/** Everything that the clues ask about one reference of `document`. The bundle is taken to lack what the path names. */
export function situationOf(reference: Reference, document: SkillDocument, context: ResolveContext): Situation {
  const { skill, fs, repositoryRoot, skills } = context;
  const { path, form } = reference;
  const { names, stems, byFolder, kinds } = namesOf(skill.bundle);
  const direct = dirname(path);
  const seen = dirname(within(skill.root, join(dirname(document.path), path)) ?? '');
  const parent = byFolder.has(direct) ? direct : seen || direct;
  let places: number | undefined;
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
    // Reads the whole text, and not every question needs it.
    get places() {
      places ??= placesOfPath(path, document);
      return places;
    },
    language:
      form.startsWith('fence') || form === 'tree' ? languageAt(document.text, reference.range.start) : undefined,
    repositoryHas: (folder) =>
      repositoryRoot !== undefined && !folder.startsWith('..') && fs.kind(join(repositoryRoot, folder)) === 'folder',
    repositoryHasFile: (file) =>
      repositoryRoot !== undefined && !file.startsWith('..') && fs.kind(join(repositoryRoot, file)) === 'file',
    crowd: crowdOf(byFolder.get(dirname(within(skill.root, document.path) ?? ''))),
    othersHave: (folder) => skills.holding(folder).some((place) => place.root !== skill.root),
  };
}

/** Counts the occurrences of the path in the text, up to 4. */
function placesOfPath(path: string, document: SkillDocument): number {
  const known = knownOccurrences(path, document) ?? fivePlacesOf(path, document);
  let places = 0;
  let end = 0;
  for (const at of known) {
    if (at < end || places === MOST_PLACES) continue;
    places++;
    end = at + path.length;
  }
  return places;
}

function crowdOf(inFolder: ReadonlyMap<string, readonly string[]> | undefined): number {
  let count = 0;
  for (const files of inFolder?.values() ?? []) count += files.length;
  return count;
}

/** How far back the beginning of a fence is looked for, in UTF-16 units. */
const FENCE_REACH = 4_000;

function languageAt(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - FENCE_REACH), at);
  const backticks = before.lastIndexOf('```');
  // Only what is nearer than the backticks counts.
  const after = before.slice(Math.max(0, backticks));
  const tildes = after.lastIndexOf('~~~');
  const open = tildes < 0 ? backticks : before.length - after.length + tildes;
  if (open < 0) return '';
  return /^(?:`+|~+)[ \t]*([\w+-]*)/.exec(before.slice(open, open + 80))?.[1]?.toLowerCase() ?? '';
}
