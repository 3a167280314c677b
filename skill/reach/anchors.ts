/** The places of a document that a link with `#` can lead to. */
import type { Heading, Range, SkillDocument } from '../model/model.ts';
import { earlierOf } from '../text/edit.ts';
import { ofParts } from '../text/parts.ts';
import { slugger, slugOf } from '../text/slugs.ts';

export interface AnchorPlaces {
  /** GitHub's anchors of the headings, in order. */
  readonly slugs: readonly string[];
  /** Whether a link to `#name` leads somewhere: exactly, or as some other renderer would have it. */
  readonly has: (name: string) => boolean;
}

const ID = /<[a-z][\w-]*\s(?:[^<>]*?\s)?(?:id|name)\s*=\s*(?:"([^"\r\n]*)"|'([^'\r\n]*)'|([^\s"'>]+))/gi;
const ATTRIBUTE = /\{[^{}\r\n]{0,80}?#([\w:.-]{1,200})[^{}\r\n]{0,80}\}/g;
/** Headings inside quotations and lists have anchors too. */
const NESTED = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t]){0,32}#{1,6}[ \t]+([^\r\n]{1,300})/gm;

const kept = new WeakMap<SkillDocument, AnchorPlaces>();

/** Headings (repeats numbered as GitHub does), HTML's `id` and `name`, and `{#id}` behind a heading. */
export function anchorPlaces(document: SkillDocument): AnchorPlaces {
  const known = kept.get(document);
  if (known) return known;
  const slugs = sameAsBefore(
    document,
    document.headings.map(({ slug }) => slug),
  );
  const exact = new Set(slugs);
  let names: ReadonlySet<string> | undefined;
  const has = (name: string): boolean => {
    // Most lead to a heading as it stands, and the text need not be searched.
    if (isAlways(name) || exact.has(name)) return true;
    names ??= namesIn(document, slugs);
    return names.has(plain(name));
  };
  const places: AnchorPlaces = { slugs, has };
  kept.set(document, places);
  return places;
}

/** The heading that a link to `#name` leads to: the one with exactly this anchor, else one that another renderer would take. */
export function headingFor(document: SkillDocument, name: string): Heading | undefined {
  let known = byName.get(document);
  if (known === undefined) {
    const { headings } = document;
    // The first of several wins.
    const all = headings.toReversed();
    known = {
      exact: new Map(all.map((heading) => [heading.slug, heading])),
      plain: new Map(all.map((heading) => [plain(heading.slug), heading])),
    };
    byName.set(document, known);
  }
  return known.exact.get(name) ?? known.plain.get(plain(name));
}

interface HeadingsByName {
  readonly exact: ReadonlyMap<string, Heading>;
  readonly plain: ReadonlyMap<string, Heading>;
}
const byName = new WeakMap<SkillDocument, HeadingsByName>();

/** Where a link to `#name` leads: to a heading, also one inside a quotation or a list, or to an element with this `id`. */
export function anchorPlace(document: SkillDocument, name: string): Range | undefined {
  const heading = headingFor(document, name);
  if (heading) return heading.range;
  const wanted = plain(name);
  const { text } = document;
  for (const pattern of [ID, ATTRIBUTE]) {
    for (const match of text.matchAll(pattern)) {
      const id = match[1] ?? match[2] ?? match[3] ?? '';
      if (plain(id) === wanted) return { start: match.index, end: match.index + match[0].length };
    }
  }
  const slug = slugger();
  for (const match of text.matchAll(NESTED)) {
    if (plain(slug(nestedTitle(match[1] ?? ''))) === wanted)
      return { start: match.index, end: match.index + match[0].trimEnd().length };
  }
  return undefined;
}

/** The list of the version before where it is the same, so that what was made of it can be found again. */
function sameAsBefore(document: SkillDocument, slugs: readonly string[]): readonly string[] {
  const before = earlierOf(document);
  const known = (before && kept.get(before.document))?.slugs;
  return known?.length === slugs.length && known.every((slug, index) => slug === slugs[index]) ? known : slugs;
}

/** What a section has of names beside its headings. */
interface Written {
  /** Made comparable. */
  readonly names: readonly string[];
  /** Anchors of the headings, as if each stood alone. */
  readonly nested: readonly string[];
}

const written = new WeakMap<object, Written>();

/** All names of a text that some renderer has, made comparable. */
function namesIn(document: SkillDocument, slugs: readonly string[]): ReadonlySet<string> {
  const names = new Set(slugs.map(plain));
  const slug = slugger();
  const parts = [writtenIn(document.text.slice(0, document.bodyStart)), ...ofParts(document, written, writtenIn)];
  for (const part of parts) {
    for (const name of part.names) names.add(name);
    for (const nested of part.nested) names.add(plain(slug(nested)));
  }
  return names;
}

function writtenIn(text: string): Written {
  const names: string[] = [];
  const nested: string[] = [];
  for (const match of text.matchAll(ID)) names.push(plain(match[1] ?? match[2] ?? match[3] ?? ''));
  for (const match of text.matchAll(ATTRIBUTE)) names.push(plain(match[1] ?? ''));
  for (const match of text.matchAll(NESTED)) nested.push(slugOf(nestedTitle(match[1] ?? '')));
  return { names, nested };
}

/** The words of a heading inside a quotation or a list, without mark-up. */
const nestedTitle = (heading: string): string => withoutClosing(heading).replace(/\{#[^}]*\}|[`*]|<[^<>]*>/g, '');

/** A heading without the blanks and the signs that close it. */
function withoutClosing(heading: string): string {
  const whole = heading.trimEnd();
  let end = whole.length;
  while (whole[end - 1] === '#') end--;
  return /\s/.test(whole[end - 1] ?? '') ? whole.slice(0, end).trimEnd() : whole;
}

/** The top of a page, lines as GitHub names them, text fragments: no heading is meant. */
const isAlways = (name: string): boolean => /^(?:top|L\d+(?:C\d+)?(?:-L?\d+(?:C\d+)?)?|:~:.*|)$/i.test(name);

/** Case does not matter to a reader, and GitLab and pandoc write one hyphen where GitHub writes two. */
const plain = (name: string): string =>
  name
    .replace(/^user-content-/, '')
    .toLowerCase()
    // What makes an emoji of a sign stays in GitHub's anchor, unseen.
    .replace(/[\u200d\ufe0e\ufe0f]/g, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '');
