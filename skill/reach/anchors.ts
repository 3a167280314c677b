/** The anchors of a document, as targets of links with `#`. */
import type { Heading, Range, SkillDocument } from '../model/model.ts';
import { previousVersionOf } from '../text/edit.ts';
import { mapParts, PartAnswers } from '../text/parts.ts';
import { slugger, slugNumberer, slugOf } from '../text/slugs.ts';

export interface Anchors {
  /** GitHub's anchors of the headings, in order. */
  readonly slugs: readonly string[];
  /** Returns true if a link to `#name` has a target, exactly or according to another renderer. */
  readonly has: (name: string) => boolean;
}

const ID = /<[a-z][\w-]*\s(?:[^<>]*?\s)?(?:id|name)\s*=\s*(?:"([^"\r\n]*)"|'([^'\r\n]*)'|([^\s"'>]+))/gi;
const ATTRIBUTE = /\{[^{}\r\n]{0,80}?#([\w:.-]{1,200})[^{}\r\n]{0,80}\}/g;
/** Headings inside quotes and lists have anchors too. */
const NESTED = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t]){0,32}#{1,6}[ \t]+([^\r\n]{1,300})/gm;

const cache = new WeakMap<SkillDocument, Anchors>();

/** Collects headings (with duplicates numbered as on GitHub), HTML `id` and `name`, and `{#id}` after a heading. */
export function collectAnchors(document: SkillDocument): Anchors {
  const known = cache.get(document);
  if (known) return known;
  const slugs = reuseIfEqual(
    document,
    document.headings.map(({ slug }) => slug),
  );
  const exact = new Set(slugs);
  let names: ReadonlySet<string> | undefined;
  const has = (name: string): boolean => {
    // Most links have exactly the anchor of a heading, so the text need not be searched.
    if (isAlwaysValid(name) || exact.has(name)) return true;
    names ??= namesIn(document, slugs);
    return names.has(normalizeAnchor(name));
  };
  const anchors: Anchors = { slugs, has };
  cache.set(document, anchors);
  return anchors;
}

/**
 * Returns the heading that `#name` refers to: the one with exactly this anchor, or else one that another renderer
 * accepts.
 */
export function headingFor(document: SkillDocument, name: string): Heading | undefined {
  let known = byName.get(document);
  if (known === undefined) {
    const { headings } = document;
    // The first of several headings wins.
    const all = headings.toReversed();
    known = {
      exact: new Map(all.map((heading) => [heading.slug, heading])),
      plain: new Map(all.map((heading) => [normalizeAnchor(heading.slug), heading])),
    };
    byName.set(document, known);
  }
  return known.exact.get(name) ?? known.plain.get(normalizeAnchor(name));
}

interface HeadingsByName {
  readonly exact: ReadonlyMap<string, Heading>;
  readonly plain: ReadonlyMap<string, Heading>;
}
const byName = new WeakMap<SkillDocument, HeadingsByName>();

/** Returns the target of `#name`: a heading, also inside a quote or a list, or an element with this `id`. */
export function anchorTarget(document: SkillDocument, name: string): Range | undefined {
  const heading = headingFor(document, name);
  if (heading) return heading.range;
  const sought = normalizeAnchor(name);
  const { text } = document;
  for (const pattern of [ID, ATTRIBUTE]) {
    for (const match of text.matchAll(pattern)) {
      const id = match[1] ?? match[2] ?? match[3] ?? '';
      if (normalizeAnchor(id) === sought) return { start: match.index, end: match.index + match[0].length };
    }
  }
  const slug = slugger();
  for (const match of text.matchAll(NESTED)) {
    if (normalizeAnchor(slug(nestedTitle(match[1] ?? ''))) === sought)
      return { start: match.index, end: match.index + match[0].trimEnd().length };
  }
  return undefined;
}

/** Returns the array of the previous version if it is equal, so results derived from it stay cached. */
function reuseIfEqual(document: SkillDocument, slugs: readonly string[]): readonly string[] {
  const before = previousVersionOf(document);
  const known = (before && cache.get(before.document))?.slugs;
  return known !== undefined && areSame(known, slugs) ? known : slugs;
}

/** Anchors of a section other than those of its headings. */
interface ExtraAnchors {
  /** Normalized. */
  readonly names: readonly string[];
  /** Slugs of nested headings, not numbered. */
  readonly nested: readonly string[];
}

const cachedExtras = new PartAnswers<ExtraAnchors>();
/** Cached by the slugs of a document, which are the same list while its headings are unchanged. */
const namesBySlugs = new WeakMap<
  readonly string[],
  { readonly extras: ExtraAnchors; readonly names: ReadonlySet<string> }
>();

/** Returns all anchors of a text that any renderer supports, normalized. */
function namesIn(document: SkillDocument, slugs: readonly string[]): ReadonlySet<string> {
  const parts = [
    extraAnchorsIn(document.text.slice(0, document.bodyStart)),
    ...mapParts(document, cachedExtras, extraAnchorsIn),
  ];
  const extras: ExtraAnchors = {
    names: parts.flatMap((part) => part.names),
    nested: parts.flatMap((part) => part.nested),
  };
  const known = namesBySlugs.get(slugs);
  if (known && areSame(known.extras.names, extras.names) && areSame(known.extras.nested, extras.nested))
    return known.names;
  const slug = slugNumberer();
  const names = new Set([
    ...slugs.map(normalizeAnchor),
    ...extras.names,
    ...extras.nested.map((nested) => normalizeAnchor(slug(nested))),
  ]);
  namesBySlugs.set(slugs, { extras, names });
  return names;
}

const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, index) => name === other[index]);

function extraAnchorsIn(text: string): ExtraAnchors {
  const names: string[] = [];
  const nested: string[] = [];
  for (const match of text.matchAll(ID)) names.push(normalizeAnchor(match[1] ?? match[2] ?? match[3] ?? ''));
  for (const match of text.matchAll(ATTRIBUTE)) names.push(normalizeAnchor(match[1] ?? ''));
  for (const match of text.matchAll(NESTED)) nested.push(slugOf(nestedTitle(match[1] ?? '')));
  return { names, nested };
}

/** Returns the text of a heading inside a quote or a list, without markup. */
const nestedTitle = (heading: string): string => trimClosing(heading).replace(/\{#[^}]*\}|[`*]|<[^<>]*>/g, '');

/** Strips trailing blanks and the closing `#` characters of a heading. */
function trimClosing(heading: string): string {
  const whole = heading.trimEnd();
  let end = whole.length;
  while (whole[end - 1] === '#') end--;
  return /\s/.test(whole[end - 1] ?? '') ? whole.slice(0, end).trimEnd() : whole;
}

/** The top of a page, line numbers as on GitHub, and text fragments, which are always valid. */
const isAlwaysValid = (name: string): boolean => /^(?:top|L\d+(?:C\d+)?(?:-L?\d+(?:C\d+)?)?|:~:.*|)$/i.test(name);

/** Normalizes an anchor: ignores case, and reduces GitHub's double hyphens to single ones, as GitLab and pandoc do. */
function normalizeAnchor(name: string): string {
  // A fast path for most slugs: an edit of a heading normalizes all anchors of the document again.
  if (!IRREGULAR.test(name)) return name.toLowerCase();
  return (
    name
      .replace(/^user-content-/, '')
      .toLowerCase()
      // GitHub keeps the invisible characters that turn a symbol into an emoji.
      .replace(/[\u200d\ufe0e\ufe0f]/g, '')
      .replace(/-{2,}/g, '-')
      .replace(/^-|-$/g, '')
  );
}

const IRREGULAR = /^user-content-|[\u200d\ufe0e\ufe0f]|--|^-|-$/;
