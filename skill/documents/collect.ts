/** Parses one section: its headings, its paths, and prose that names files without a path. */

import { excuseOf } from '../clues/excuses.ts';
import { decode } from '../files/paths.ts';
import { folderMentions } from '../guess/folder-mentions.ts';
import { findMentions } from '../guess/mentions.ts';
import { parseBlock } from '../markdown/blocks.ts';
import { blank, type ParsedBlock } from '../markdown/parsed-block.ts';
import type { Fence, Section } from '../markdown/sections.ts';
import type { Anchor, Mention, Range, Reference } from '../model/model.ts';
import { commandTokens, isMachinePath } from '../references/commands.ts';
import { fencePaths } from '../references/fences.ts';
import { hasPrefix } from '../references/target.ts';
import { WorkingFolder } from '../references/working-folder.ts';
import { defined } from '../text/defined.ts';
import { lineAround, rangeAt } from '../text/lines.ts';
import { bareTargets, type FoundPath, FoundPaths } from './found-paths.ts';

/** The content of a section. All ranges are relative to the section. */
export interface SectionContent {
  readonly headings: readonly { readonly depth: number; readonly text: string; readonly range: Range }[];
  readonly references: readonly Reference[];
  readonly mentions: readonly Mention[];
  readonly anchors: readonly Anchor[];
}

/** Occurs in any text that contains a path or a file name. */
const PATH_SIGN = /[\w)}>\].]\/(?!\/)|\.[a-z][a-z0-9]{0,9}(?![a-z0-9])/i;
const NEEDS_PARSER = /[`[<]/;
/** A link to a heading of the same document. */
export const ANCHOR_LINK = /\](?:\(|:)[ \t]*<?#/;
/** A target that is a URL or a heading of the same document. */
const NOT_A_FILE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i;
/** A line that turns the line above into a heading. */
const SETEXT = /\n {0,3}(?:=+|-+)[ \t]*\r?(?:\n|$)/;

/** Before a code span that a client runs when it loads the skill. */
const LOADED_COMMAND = /(?:^|\s)!`$/;

/** A file that no shell runs. */
const DOCUMENT = /\.(?:mdx?|markdown|txt|rst|csv|json|ya?ml)$/i;

/** The prose of a block that starts at `at`. */
interface Prose {
  readonly text: string;
  readonly at: number;
}

/** A parsed block. All ranges are offsets into its `source`. */
interface ReadBlock {
  readonly source: string;
  /** Offset of the block in the section. */
  readonly at: number;
  readonly parsed: ParsedBlock;
  readonly fences: readonly Range[];
}

/**
 * Parses `text`, one section; the result depends on nothing else. `section` may be limited to some of its blocks and
 * their fences. Their content is parsed as in the full section, except file names under the name of a folder in another
 * block. If `withMentions` is false, prose is not searched for mentions.
 */
export function collectSection(text: string, section: Section, withMentions = true): SectionContent {
  const headings: SectionContent['headings'][number][] = [];
  const paths = new FoundPaths();
  const prose: Prose[] = [];
  const anchors: Anchor[] = [];
  let nextFence = 0;
  for (const block of section.blocks) {
    if (block.onlyFence) continue;
    const source = text.slice(block.start, block.end);
    const at = block.start;
    const hasPaths = PATH_SIGN.test(source);
    const hasAnchors = ANCHOR_LINK.test(source);
    const parsed = readBlock(source, hasPaths, hasAnchors);
    while ((section.fences[nextFence]?.end ?? Number.POSITIVE_INFINITY) <= at) nextFence++;
    const read = { source, at, parsed, fences: fencesIn(block, section.fences, nextFence) };
    for (const { depth, text, start, end } of parsed.headings) {
      headings.push({ depth, text, range: { start: at + start, end: at + end } });
    }
    if (hasAnchors) addAnchors(anchors, read);
    if (hasPaths) addPaths(paths, read);
    prose.push({ text: proseOf(read), at });
  }
  for (const fence of section.fences) addFencePaths(paths, text, fence);
  const references = paths.inOrder().map((path) => referenceOf(text, path, section.fences));
  return { headings, references, mentions: withMentions ? mentionsOf(text, references, prose) : [], anchors };
}

/** Uses the parser if the result depends on markup. */
function readBlock(source: string, hasPaths: boolean, hasAnchors: boolean): ParsedBlock {
  const isHeading = source.startsWith('#') && /^#{1,6}[ \t]/.test(source);
  const needsParser =
    hasAnchors ||
    (hasPaths && NEEDS_PARSER.test(source)) ||
    (isHeading && /[`[<*_&\\]/.test(source)) ||
    SETEXT.test(source);
  return needsParser ? parseBlock(source) : readPlainBlock(source, isHeading);
}

/** Returns the fences in a block, relative to it; `first` is the index of the first fence that ends in or after the block. */
function fencesIn(block: Range, fences: readonly Fence[], first: number): readonly Range[] {
  const inside: Range[] = [];
  for (let next = first; (fences[next]?.start ?? Number.POSITIVE_INFINITY) < block.end; next++) {
    const { start, end } = fences[next] ?? block;
    inside.push({ start: start - block.start, end: end - block.start });
  }
  return inside;
}

const isFenced = ({ fences }: ReadBlock, { start, end }: Range): boolean => (rangeAt(fences, start)?.end ?? -1) >= end;

/** Adds the links to headings of the same document. */
function addAnchors(anchors: Anchor[], block: ReadBlock): void {
  const { source, at, parsed } = block;
  for (const target of parsed.targets) {
    const { start, end } = target;
    if (source[start] !== '#' || end - start < 2 || isFenced(block, target)) continue;
    const range = { start: at + start + 1, end: at + end };
    anchors.push({ name: decode(source.slice(start + 1, end)), range });
  }
}

/** Adds the paths of a block outside its fences: in links, in code spans, and in plain text. */
function addPaths(paths: FoundPaths, block: ReadBlock): void {
  const { source, at, parsed, fences } = block;
  paths.startBlock();
  for (const target of parsed.targets) {
    if (!isFenced(block, target)) paths.add(source.slice(target.start, target.end), at + target.start, target.form);
  }
  for (const code of parsed.codes) {
    if (code.linked || isFenced(block, code)) continue;
    const atLoading = LOADED_COMMAND.test(source.slice(Math.max(0, code.start - 3), code.start));
    addCode(paths, source.slice(code.start, code.end), at + code.start, atLoading);
  }
  for (const { raw, start } of bareTargets(blank(parsed.plain, fences))) paths.add(raw, at + start, 'bare');
}

/** Adds the path in a code span, or those of the command in it. */
function addCode(paths: FoundPaths, content: string, at: number, atLoading: boolean): void {
  const known = atLoading ? { atLoading } : {};
  if (/^\S+$/.test(content.trim())) {
    paths.add(content, at, atLoading ? 'code-command' : 'code', known);
    return;
  }
  if (isMachinePath(content.trim())) return;
  // A tag of a page to be written.
  const isTag = /<[a-z][\w-]*\s[^>]{0,200}\b(?:src|href)\s*=/i.test(content);
  const isElsewhere = new WorkingFolder().read(content);
  for (const { text, start, output } of commandTokens(content)) {
    const isOther = isElsewhere(start) && !hasPrefix(text);
    const excuse = output ? 'output' : isTag ? 'template' : isOther ? 'user-file' : undefined;
    // "`references/rules.md § Refunds`" names a document and a part of it; nothing is run.
    const isDocument = start === content.length - content.trimStart().length && DOCUMENT.test(text);
    const form = isDocument && !atLoading ? 'code' : 'code-command';
    paths.add(text, at + start, form, defined({ ...known, excuse }));
  }
}

function addFencePaths(paths: FoundPaths, text: string, { content, language }: Fence): void {
  const source = text.slice(content.start, content.end);
  if (!PATH_SIGN.test(source)) return;
  paths.startBlock();
  for (const { text: word, start, form, ...known } of fencePaths(source, language)) {
    paths.add(word, content.start + start, form, known);
  }
}

/** Creates the reference for a path, with the excuse that follows from the words around it. */
function referenceOf(text: string, { parts, form }: FoundPath, fences: readonly Fence[]): Reference {
  const fenceAtStart = rangeAt(fences, parts.range.start);
  const fence = fenceAtStart && fenceAtStart.end >= parts.range.end ? fenceAtStart : undefined;
  const { excuse, because, base } = excuseOf(text, parts, form, fence?.content);
  const { excuse: _, ...rest } = parts;
  return defined({
    kind: 'reference',
    form,
    ...rest,
    base,
    excuse: excuse || undefined,
    excusedBy: because || undefined,
  });
}

/** Returns the text of a block in which to search for mentions. */
function proseOf({ source, parsed, fences }: ReadBlock): string {
  // The text of a link to another site does not make a model guess, since the link says where it points.
  const externalTargets = parsed.targets.filter(
    ({ form, start }) => form !== 'definition' && NOT_A_FILE.test(source.slice(start, start + 40)),
  );
  return blank(parsed.prose, [...fences, ...externalTargets.map(({ linkRange }) => linkRange)]);
}

function mentionsOf(text: string, references: readonly Reference[], prose: readonly Prose[]): readonly Mention[] {
  const folders = folderMentions(text, references);
  const lineOf = (mention: Mention): number => lineAround(text, mention.range).start;
  const lines = new Set(folders.filter((mention) => mention.what === 'folder').map(lineOf));
  // "The provided templates in `assets/`" is one mention, and the folder is more specific.
  const fileMentions = prose.flatMap((block) => findMentions(block.text, block.at, references));
  const mentions = [...fileMentions.filter((mention) => !lines.has(lineOf(mention))), ...folders];
  return mentions.sort((a, b) => a.range.start - b.range.start);
}

/** Creates the result for a block that needs no parser: a plain heading, or prose without links and code. */
function readPlainBlock(source: string, isHeading: boolean): ParsedBlock {
  const line = source.replace(/\r?\n$/, '');
  const depth = /^#+/.exec(line)?.[0].length ?? 1;
  const text = line
    .replace(/^#+[ \t]+/, '')
    .trim()
    // Tried once per run of blanks; trying from each of a million blanks would take minutes.
    .replace(/(?<![ \t])[ \t]+#+$/, '');
  const headings = isHeading ? [{ start: 0, end: line.trimEnd().length, depth, text }] : [];
  return { codes: [], targets: [], headings, prose: source, plain: source };
}
