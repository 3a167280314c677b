/**
 * Which answers about a document hold for its next version. A key changes one section; what is said of paths and mentions
 * far from it depends on it only through what the whole text says: of these facts each is held against what was typed.
 * A clue that looks at more than 4,000 units around a path, and not through `placesOf`, must be told here.
 */
import { isAboutSkills } from '../clues/evidence.ts';
import { basename, dirname, stem } from '../files/paths.ts';
import type { Bundle, Range, Reference, Skill, SkillDocument } from '../model/model.ts';
import { type Earlier, earlierOf, touched } from '../text/edit.ts';
import { contentWords, overlap, specificWords } from '../text/words.ts';

/** Nothing looks farther around a path or a mention than this, in UTF-16 units. */
const FAR = 5_000;
/** How far around another place that has its words a clue looks. */
const WORDS = 3_000;
/** Longer than any words that are looked for. */
const LONGEST = 500;
/** With so many paths that lead nowhere the limit of `placesOf` may be reached, which depends on the order of questions. */
const MOST_LOST = 250;

/** Of the reference or the mention at an index of a document: the index in the version before whose answer still holds. */
export interface Unchanged {
  readonly reference: (index: number) => number | undefined;
  readonly mention: (index: number) => number | undefined;
}

const NOTHING: Unchanged = { reference: () => undefined, mention: () => undefined };

/** `lost`: how many references of the version before lead nowhere. */
export function unchangedIn(document: SkillDocument, skill: Skill, lost: number): Unchanged {
  const before = earlierOf(document);
  const typed = touched(document, LONGEST);
  if (before === undefined || typed === undefined || lost > MOST_LOST || !isPlain(document, before, skill))
    return NOTHING;
  const firstHeading = document.headings[document.headings.length - before.tail.headings]?.range.start;
  /** The index before of what stands at one now, where it stands far away and below the same heading. */
  const far = (index: number, { start, end }: Range, of: 'references' | 'mentions'): number | undefined => {
    const { [of]: head } = before.head;
    const back = before.document[of].length - document[of].length;
    if (index < head) return end + FAR < before.edit.start ? index : undefined;
    if (index < document[of].length - before.tail[of]) return undefined;
    const isBelow = firstHeading !== undefined && start > firstHeading;
    return isBelow && start > before.edit.newEnd + FAR ? index + back : undefined;
  };
  const changed = changedReferences(document, before);
  // What is bundled counts for all of its folder, what is not for the same path alone.
  const folders = new Set(changed.flatMap(({ path }) => (skill.bundle.files.has(path) ? dirname(path) : [])));
  const paths = new Set(changed.map(({ path }) => path));
  const headings = changedHeadings(document, before);
  // "Templates" in a heading keeps a promise of them.
  const mentionsHold = !namesAny(document, skill.bundle) && !headings.some((text) => /template/i.test(text));
  const headingWords = headings.map((text) => contentWords(text));
  // What stood around the edit and is not there any more stood in what was typed over.
  const { start, newEnd } = before.edit;
  const stands = containing([typed[0], document.text.slice(Math.max(0, start - WORDS), newEnd + WORDS)]);
  return {
    reference(index) {
      const reference = document.references[index];
      const old = reference && far(index, reference.range, 'references');
      if (reference === undefined || old === undefined) return undefined;
      const { path, excuse } = reference;
      const said = [path, `/${path.split('/')[0] ?? ''}/`];
      if (excuse === 'glob' || folders.has(dirname(path)) || paths.has(path) || endsFile(path, skill.bundle))
        return undefined;
      return said.some(stands) ? undefined : old;
    },
    mention(index) {
      const mention = document.mentions[index];
      if (mention === undefined || !mentionsHold) return undefined;
      // A folder is told by any path into it.
      const into = `${mention.folder ?? ''}/`;
      if (mention.folder !== undefined && changed.some(({ path }) => path.startsWith(into))) return undefined;
      // What the words name may be a section of the text.
      const words = headingWords.length > 0 ? specificWords(mention.text) : [];
      if (headingWords.some((heading) => overlap(words, heading) === 1)) return undefined;
      return far(index, mention.range, 'mentions');
    },
  };
}

/** Whether the edit leaves alone what every path of the document may depend on: fences, where its parts begin, what it is about. */
function isPlain(document: SkillDocument, { document: old, edit }: Earlier, skill: Skill): boolean {
  const lines = [linesAround(old.text, edit.start, edit.end), linesAround(document.text, edit.start, edit.newEnd)];
  if (lines.some((text) => /```|~~~/.test(text))) return false;
  const isManifest = document.path === skill.manifest.path;
  if (!isManifest && (edit.start < document.bodyStart + FAR || lines.some((text) => /^##/m.test(text)))) return false;
  return (
    isAboutSkills(old) === isAboutSkills(document) &&
    old.headings[0]?.text === document.headings[0]?.text &&
    hasScripts(old) === hasScripts(document)
  );
}

const hasScripts = ({ headings }: SkillDocument): boolean => headings.some(({ text }) => /scripts\//i.test(text));

const linesAround = (text: string, start: number, end: number): string => {
  const newline = text.indexOf('\n', end);
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, newline < 0 ? text.length : newline);
};

/** What stood and stands in the sections that were read anew, where that is not the same. */
function changedReferences(document: SkillDocument, before: Earlier): readonly Reference[] {
  const between = ({ references }: SkillDocument) =>
    references.slice(before.head.references, references.length - before.tail.references);
  const [was, is] = [between(before.document), between(document)];
  const same = was.length === is.length && was.every((one, index) => told(one) === told(is[index]));
  return same ? [] : [...was, ...is];
}

/** Whether a document has the same paths in the same forms and order as the version before. */
export function hasSameReferences(document: SkillDocument): boolean {
  const before = earlierOf(document);
  return before !== undefined && changedReferences(document, before).length === 0;
}

/** The headings that stood and stand in the sections that were read anew, where those are not the same. */
function changedHeadings(document: SkillDocument, { document: old, head, tail }: Earlier): readonly string[] {
  const between = ({ headings }: SkillDocument) =>
    headings.slice(head.headings, headings.length - tail.headings).map(({ text }) => text);
  const [was, is] = [between(old), between(document)];
  return was.length === is.length && was.every((text, index) => text === is[index]) ? [] : [...was, ...is];
}

const told = (one: Reference | undefined): string =>
  one === undefined ? '' : `${one.form} ${one.excuse ?? ''} ${one.base.kind} ${one.path}`;

/** Answers whether one of some texts has the words; most are asked for again and again. */
function containing(texts: readonly string[]): (words: string) => boolean {
  const answers = new Map<string, boolean>();
  return (words) => {
    const known = answers.get(words) ?? texts.some((text) => text.includes(words));
    answers.set(words, known);
    return known;
  };
}

/** Whether what was typed may name a bundled file, or a family of such by what its names begin with. */
function namesAny(document: SkillDocument, bundle: Bundle): boolean {
  const { names, longest } = beginnings(bundle);
  // A part left open is looked for behind a name.
  const texts = touched(document, longest + 130) ?? [];
  return names.some((name) => texts.some((text) => text.includes(name)));
}

const begun = new WeakMap<Bundle, { readonly names: readonly string[]; readonly longest: number }>();

function beginnings(bundle: Bundle) {
  const files = [...bundle.files];
  const known = begun.get(bundle) ?? {
    names: [...new Set(files.map((file) => stem(basename(file)).slice(0, 6)))],
    longest: files.reduce((most, file) => Math.max(most, file.length), 0),
  };
  begun.set(bundle, known);
  return known;
}

const ends = new WeakMap<Bundle, Map<string, boolean>>();

/** Whether a bundled file lies at the path in some other folder. */
function endsFile(path: string, bundle: Bundle): boolean {
  const answers = ends.get(bundle) ?? new Map<string, boolean>();
  ends.set(bundle, answers);
  const known = answers.get(path) ?? [...bundle.files].some((file) => file.endsWith(`/${path}`));
  answers.set(path, known);
  return known;
}
