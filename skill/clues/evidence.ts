/** Evidence in the bundle and in the wording that a missing path is the skill's own. */

import { basename, dirname, extension, normalize, stem, within } from '../files/paths.ts';
import { editsBetween, suggest } from '../files/suggest.ts';
import type { Bundle, Reference, Skill, SkillDocument } from '../model/model.ts';
import { anyOf } from '../text/any-of.ts';
import { firstIndexFrom, lineAround } from '../text/lines.ts';
import { mapParts, PartAnswers } from '../text/parts.ts';

const RUNNERS = ['python3?', 'node', 'bash', 'sh', 'uv run', 'npx tsx'];
const OPENING = ['consult', 'see', 'read', 'load', 'open', 'follow', 'run', 'running', 'execute', 'check', 'refer to'];
const USING = ['using', 'use', 'via', 'per'];
/** "the template in". */
const PART_OF = '(?:the\\s+(?:[\\w-]+\\s+){1,3}(?:in|at|from)\\s+)?';
/** An instruction to open this particular path: "read `…`", "see `…`", "using the template in `…`". */
export const DIRECT = new RegExp(
  anyOf([
    `(?:^|[\\s\`:])${anyOf(RUNNERS)}\\s+$`,
    `\\b${anyOf([...OPENING, ...USING])}\\s+${PART_OF}[*_"'([]*\`?(?:${anyOf(RUNNERS)}\\s+)?$`,
  ]),
  'i',
);
const SUPPOSED = /\b(?:examples?|e\.g\.|suppose|imagine|might|would|could)\b/i;

const CREATE = ['create', 'author', 'scaffold', 'build', 'improve', 'develop', 'design', 'update', 'generate'];
const CREATING = ['creating', 'generating', 'writing', 'improving', 'writes?', 'updating', 'authoring', 'scaffolding'];
/** The description of a skill about writing skills, which shows the files of future skills. */
const TEACHES = new RegExp(
  `\\b${anyOf([`${anyOf(CREATE)}(?:s|d|ing)?`, ...CREATING])}\\s+` +
    '(?!skills?\\b(?<=writing skills?))(?:[\\w/-]+\\s+){0,4}skills?\\b',
  'i',
);
/** File names that are common in many folders. */
const COMMON = /^(?:readme|index|main|config|setup|utils?|test|package|changelog|license|__init__|skill)\./i;
/** Returns true if many folders have a file of this name, so the name is no evidence. */
export const isCommonName = (path: string): boolean => COMMON.test(basename(path));
/** A description that names skills as its topic, or SKILL.md. */
const ABOUT_SKILLS = /\bskill[ -](?:authoring|creation|development|writing|packaging)\b|\bSKILL\.md\b/i;
/** Minimum number of mentions of SKILL.md in a document that is treated as being about writing skills. */
const MIN_MENTIONS = 5;
const mentionsOftenCache = new WeakMap<SkillDocument, boolean>();
/** Caches how often a section mentions SKILL.md. */
const mentionCounts = new PartAnswers<number>();

/**
 * Returns true if a skill or one of its documents is about writing skills, and therefore shows paths of future skills.
 */
export function isAboutWritingSkills(skill: Skill, document?: SkillDocument): boolean {
  if (TEACHES.test(skill.description) || ABOUT_SKILLS.test(skill.description)) return true;
  if (document === undefined || document.path === skill.manifest.path) return false;
  return mentionsManifestOften(document) || isHowTo(document, skill);
}

const WRITING = ['create', 'creating', 'write', 'writing', 'author', 'authoring', 'build', 'building'];
const DEVELOPING = ['develop', 'developing', 'design', 'designing'];
const ASPECTS = ['authoring', 'creation', 'development', 'writing', 'structure', 'anatomy', 'template'];
/** The name or first heading of a document on writing skills or plugins. */
const HOW_TO_NAME = new RegExp(
  `(?:^|[/_-])${anyOf([
    `${anyOf([...WRITING, ...DEVELOPING])}[-_](?:[a-z0-9]+[-_]){0,2}(?:skills?|plugins?)`,
    `(?:skill|plugin)s?[-_]${anyOf(ASPECTS)}`,
  ])}(?=[./_-]|$)`,
  'i',
);
const WRITE_STEMS = ['creat', 'writ', 'author', 'build', 'develop', 'design', 'structur'];
const TOPICS = ['authoring', 'creation', 'development', 'structure', 'anatomy', 'layout'];
const HOW_TO_HEADING = new RegExp(
  anyOf([
    `^(?:how to )?${anyOf(WRITE_STEMS)}(?:e|ing)?\\s+(?:[\\w-]+\\s+){0,3}(?:skills?|plugins?)\\b`,
    `\\b(?:skill|plugin)s?\\s+${anyOf(TOPICS)}\\b`,
    '\\banatomy of an? (?:skill|plugin)\\b',
  ]),
  'i',
);
const howToCache = new WeakMap<SkillDocument, boolean>();

/** Returns true if a document other than SKILL.md explains how to create a skill or a plugin. */
export function isHowTo(document: SkillDocument, skill: Skill): boolean {
  const known =
    howToCache.get(document) ??
    (HOW_TO_NAME.test((within(skill.root, document.path) ?? '').replace(/SKILL\.md$/i, '')) ||
      HOW_TO_HEADING.test(document.headings[0]?.text ?? ''));
  howToCache.set(document, known);
  return known;
}

/** Counts how often a text mentions SKILL.md, up to `MIN_MENTIONS`. */
const countMentions = (text: string): number => text.split('SKILL.md', MIN_MENTIONS + 1).length - 1;

/** Returns true if a document mentions SKILL.md repeatedly. */
export function mentionsManifestOften(document: SkillDocument): boolean {
  const known = mentionsOftenCache.get(document);
  if (known !== undefined) return known;
  const inBody = mapParts(document, mentionCounts, countMentions).reduce((sum, one) => sum + one, 0);
  const isOften = inBody + countMentions(document.text.slice(0, document.bodyStart)) >= MIN_MENTIONS;
  mentionsOftenCache.set(document, isOften);
  return isOften;
}

/**
 * Returns true if a path equals a bundled one except for a typo in its name or its folder. If the correct name is on
 * the same line, it is no typo, and names that differ in digits are different files.
 */
export function isTypo({ path, range }: Reference, { text }: SkillDocument, skill: Skill): boolean {
  const { folders } = skill.bundle;
  const plain = normalize(path).replace(/^(?:\.\.\/)+/, '');
  const [nearest] = suggest(path, skill.bundle, 1);
  const line = lineAround(text, range);
  if (nearest === undefined || text.slice(line.start, line.end).includes(nearest)) return false;
  const [a, b] = [plain.toLowerCase(), nearest.toLowerCase()];
  if (a === b) return true;
  if (extension(a) !== extension(b)) return false;
  if (dirname(a) === dirname(b)) {
    const [one, other] = [a, b].map((name) => stem(name).replaceAll('_', '-')) as [string, string];
    if (one === other) return true;
    const [first, second] = [one, other].map((name) => name.replace(/-?v?\d+/g, ''));
    if (first === second) return false;
    return Math.min(one.length, other.length) >= 5 && editsBetween(one, other) <= (one.length >= 9 ? 2 : 1);
  }
  return basename(a) === basename(b) && !folders.has(dirname(plain)) && editsBetween(dirname(a), dirname(b)) <= 2;
}

/**
 * Returns true if other paths of the same form, folder and extension resolve to bundled files, which suggests that this
 * path is also meant to be bundled. With `lines`, only paths from `from` to `lines` lines away count.
 */
export function hasExistingSiblings(
  reference: Reference,
  document: SkillDocument,
  skill: Skill,
  lines?: number,
  from = 0,
): boolean {
  const { path, range } = reference;
  if (!bundlesKind(dirname(path), extension(path), skill)) return false;
  const { paths, all } = siblingsOf(reference, document, skill);
  if (lines === undefined) return paths.size > (paths.has(path) ? 1 : 0);
  for (let index = firstIndexFrom(all, range.start - 2 * NEAR); index < all.length; index++) {
    const other = all[index];
    if (other === undefined || other.range.start > range.end + NEAR) return false;
    const [start, end] =
      other.range.start < range.start ? [other.range.end, range.start] : [range.end, other.range.start];
    if (other.path === path || end - start > NEAR) continue;
    const linesBetween = document.text.slice(start, end).split('\n').length - 1;
    if (linesBetween >= from && linesBetween <= lines) return true;
  }
  return false;
}

/** Maximum distance between items of the same list, in UTF-16 units; no path is longer. */
const NEAR = 400;

/** The paths of one form, folder and extension that resolve to bundled files, in order. */
interface Siblings {
  readonly paths: ReadonlySet<string>;
  readonly all: readonly Reference[];
}
const siblingCache = new WeakMap<SkillDocument, { readonly skill: Skill; readonly siblings: Map<string, Siblings> }>();

/** Computes the siblings once for all paths of the same kind, of which there may be thousands. */
function siblingsOf({ form, path }: Reference, document: SkillDocument, skill: Skill): Siblings {
  let known = siblingCache.get(document);
  if (known?.skill !== skill) {
    known = { skill, siblings: new Map() };
    siblingCache.set(document, known);
  }
  const folder = dirname(path);
  const kind = extension(path);
  const key = `${form} ${kind} ${folder}`;
  const before = known.siblings.get(key);
  if (before) return before;
  const isSibling = (one: string) => dirname(one) === folder && extension(one) === kind;
  const all = [...document.referencesWhere(isSibling)]
    .filter((other) => other.form === form && skill.bundle.files.has(other.path))
    .sort((a, b) => a.range.start - b.range.start);
  const siblings = { paths: new Set(all.map((one) => one.path)), all };
  known.siblings.set(key, siblings);
  return siblings;
}

/** Returns true if the prose tells the model to open or run this very path, and not as an example. */
export function hasOpenInstruction(
  { form, range }: Pick<Reference, 'form' | 'range'>,
  { text }: Pick<SkillDocument, 'text'>,
): boolean {
  if (form !== 'code' && form !== 'bare') return false;
  const before = beforeOf({ range }, { text });
  return DIRECT.test(before) && !SUPPOSED.test(before);
}

/** Returns the text before a path on its line. */
const beforeOf = ({ range }: Pick<Reference, 'range'>, { text }: Pick<SkillDocument, 'text'>): string =>
  text.slice(lineAround(text, range).start, range.start);

const bundledKinds = new WeakMap<Bundle, ReadonlySet<string>>();

/** Returns true if the skill bundles files with the extension `kind` in a folder. */
export function bundlesKind(folder: string, kind: string, { bundle }: Skill): boolean {
  const known =
    bundledKinds.get(bundle) ?? new Set([...bundle.files].map((file) => `${extension(file)} ${dirname(file)}`));
  bundledKinds.set(bundle, known);
  return known.has(`${kind} ${folder}`);
}
