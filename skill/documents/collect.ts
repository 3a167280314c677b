/** One section read: its headings, the paths that stand in it, and the prose that names things without a path. */

import { excuseOf } from '../clues/excuses.ts';
import { decode } from '../files/paths.ts';
import { folderMentions } from '../guess/folder-mentions.ts';
import { findMentions } from '../guess/mentions.ts';
import { parseBlock } from '../markdown/blocks.ts';
import { blank, type ParsedBlock } from '../markdown/parsed-block.ts';
import type { Fence, Section } from '../markdown/sections.ts';
import type { Anchor, Mention, Range, Reference } from '../model/model.ts';
import { commandTokens } from '../references/commands.ts';
import { fencePaths } from '../references/fences.ts';
import { holding, lineAround } from '../text/lines.ts';
import { bareTargets, type FoundPath, FoundPaths } from './found-paths.ts';

/** All ranges are offsets into the document's section; `shift` them by its start. */
export interface SectionContent {
  readonly headings: readonly { readonly depth: number; readonly text: string; readonly range: Range }[];
  readonly references: readonly Reference[];
  readonly mentions: readonly Mention[];
  readonly anchors: readonly Anchor[];
}

/** A path or a file name may stand in a text only where one of these does. */
const PATH_SIGN = /[\w)}>\].]\/(?!\/)|\.[a-z][a-z0-9]{0,9}(?![a-z0-9])/i;
const NEEDS_PARSER = /[`[<]/;
/** A link to a heading of its own document. */
export const ANCHOR_LINK = /\](?:\(|:)[ \t]*<?#/;
/** A target that is an address or a heading of the same document. */
const AWAY = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i;
/** A line that makes a heading of the one above. */
const SETEXT = /\n {0,3}(?:=+|-+)[ \t]*\r?(?:\n|$)/;

/** The prose of a block that begins at `at`. */
interface Prose {
  readonly text: string;
  readonly at: number;
}

/** A block as it was read; all ranges are offsets into its `source`. */
interface ReadBlock {
  readonly source: string;
  /** Where the block begins in the section. */
  readonly at: number;
  readonly parsed: ParsedBlock;
  readonly fences: readonly Range[];
}

/**
 * Reads `text`, one section; the result depends on nothing else. `section` may have some of its blocks only, with their
 * fences: what stands in them is read as in the whole, but for file names under the name of a folder in another block.
 * `mentioned`: whether prose is read too.
 */
export function collectSection(text: string, section: Section, mentioned = true): SectionContent {
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
  return { headings, references, mentions: mentioned ? mentionsOf(text, references, prose) : [], anchors };
}

/** By the parser where something hangs on mark-up. */
function readBlock(source: string, hasPaths: boolean, hasAnchors: boolean): ParsedBlock {
  const isHeading = source.startsWith('#') && /^#{1,6}[ \t]/.test(source);
  const needsParser =
    hasAnchors ||
    (hasPaths && NEEDS_PARSER.test(source)) ||
    (isHeading && /[`[<*_&\\]/.test(source)) ||
    SETEXT.test(source);
  return needsParser ? parseBlock(source) : unparsed(source, isHeading);
}

/** The fences that a block has, by their places in it; `first` is the first that ends in it or behind it. */
function fencesIn(block: Range, fences: readonly Fence[], first: number): readonly Range[] {
  const inside: Range[] = [];
  for (let next = first; (fences[next]?.start ?? Number.POSITIVE_INFINITY) < block.end; next++) {
    const { start, end } = fences[next] ?? block;
    inside.push({ start: start - block.start, end: end - block.start });
  }
  return inside;
}

const isFenced = ({ fences }: ReadBlock, { start, end }: Range): boolean => (holding(fences, start)?.end ?? -1) >= end;

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

/** Adds the paths of a block outside its fences: those of links, of code, and those that stand in the text as they are. */
function addPaths(paths: FoundPaths, block: ReadBlock): void {
  const { source, at, parsed, fences } = block;
  paths.begin();
  for (const target of parsed.targets) {
    if (!isFenced(block, target)) paths.add(source.slice(target.start, target.end), at + target.start, target.form);
  }
  for (const code of parsed.codes) {
    if (!code.linked && !isFenced(block, code)) addCode(paths, source.slice(code.start, code.end), at + code.start);
  }
  for (const { raw, start } of bareTargets(blank(parsed.plain, fences))) paths.add(raw, at + start, 'bare');
}

/** Adds the path that a code span is, or those of the command that it has. */
function addCode(paths: FoundPaths, content: string, at: number): void {
  if (/^\S+$/.test(content.trim())) {
    paths.add(content, at, 'code');
    return;
  }
  for (const { text, start, output } of commandTokens(content)) {
    paths.add(text, at + start, 'code-command', output ? { excuse: 'output' } : {});
  }
}

function addFencePaths(paths: FoundPaths, text: string, { content, language }: Fence): void {
  const source = text.slice(content.start, content.end);
  if (!PATH_SIGN.test(source)) return;
  paths.begin();
  for (const { text: word, start, form, ...known } of fencePaths(source, language)) {
    paths.add(word, content.start + start, form, known);
  }
}

/** A path with what the words around it say of it. */
function referenceOf(text: string, { parts, form }: FoundPath, fences: readonly Fence[]): Reference {
  const around = holding(fences, parts.range.start);
  const fence = around && around.end >= parts.range.end ? around : undefined;
  const { excuse, because, base } = excuseOf(text, parts, form, fence?.content);
  const { excuse: _, ...rest } = parts;
  return {
    kind: 'reference',
    form,
    ...rest,
    base,
    ...(excuse ? { excuse } : {}),
    ...(because ? { excusedBy: because } : {}),
  };
}

/** What is left of a block for names without a path. */
function proseOf({ source, parsed, fences }: ReadBlock): string {
  // The text of a link that leads elsewhere is no file to guess: the link says where it is.
  const away = parsed.targets.filter(
    ({ form, start }) => form !== 'definition' && AWAY.test(source.slice(start, start + 40)),
  );
  return blank(parsed.prose, [...fences, ...away.map(({ whole }) => whole)]);
}

function mentionsOf(text: string, references: readonly Reference[], prose: readonly Prose[]): readonly Mention[] {
  const folders = folderMentions(text, references);
  const lineOf = (mention: Mention): number => lineAround(text, mention.range).start;
  const lines = new Set(folders.filter((mention) => mention.what === 'folder').map(lineOf));
  // "The provided templates in `assets/`" is one mention, and the folder says more.
  const things = prose.flatMap((block) => findMentions(block.text, block.at, references));
  const mentions = [...things.filter((mention) => !lines.has(lineOf(mention))), ...folders];
  return mentions.sort((a, b) => a.range.start - b.range.start);
}

/** A block that needs no parser: a plain heading, or prose without links and code. */
function unparsed(source: string, isHeading: boolean): ParsedBlock {
  const line = source.replace(/\r?\n$/, '');
  const depth = /^#+/.exec(line)?.[0].length ?? 1;
  const text = line
    .replace(/^#+[ \t]+/, '')
    .trim()
    // Tried once a run of blanks: from each of a million blanks it would take minutes.
    .replace(/(?<![ \t])[ \t]+#+$/, '');
  const headings = isHeading ? [{ start: 0, end: line.trimEnd().length, depth, text }] : [];
  return { codes: [], targets: [], headings, prose: source, plain: source };
}
