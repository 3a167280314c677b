/** One section read: its headings, the paths that stand in it, and the prose that names things without a path. */

import { excuseOf } from '../clues/excuses.ts';
import { decode } from '../files/paths.ts';
import { folderMentions } from '../guess/folder-mentions.ts';
import { findMentions } from '../guess/mentions.ts';
import { parseBlock } from '../markdown/blocks.ts';
import { blank, type ParsedBlock } from '../markdown/parsed-block.ts';
import type { Fence, Section } from '../markdown/sections.ts';
import type { Anchor, Mention, Range, Reference, ReferenceForm } from '../model/model.ts';
import { commandTokens } from '../references/commands.ts';
import { fencePaths } from '../references/fences.ts';
import { BUNDLE_FOLDERS, hasFileExtension, parseTarget, type TargetParts } from '../references/target.ts';
import { holding, lineAround } from '../text/lines.ts';

/** All ranges are offsets into the document's section; `shift` them by its start. */
export interface SectionContent {
  readonly headings: readonly { readonly depth: number; readonly text: string; readonly range: Range }[];
  readonly references: readonly Reference[];
  readonly mentions: readonly Mention[];
  readonly anchors: readonly Anchor[];
}

/** A path or a file name may stand in a text only where one of these does. */
const PATH_SIGN = /[\w)}>\].]\/(?!\/)|\.[a-z][a-z0-9]{0,9}(?![a-z0-9])/i;
/** Paths of one block, or of one fence, that are read: a few thousand fill the longest paragraph that anybody writes. */
const MOST_PATHS = 10_000;
const NEEDS_PARSER = /[`[<]/;
/** A link to a heading of its own document. */
export const ANCHOR_LINK = /\](?:\(|:)[ \t]*<?#/;
/** A target that is an address or a heading of the same document. */
const AWAY = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i;
/** A line that makes a heading of the one above. */
const SETEXT = /\n {0,3}(?:=+|-+)[ \t]*\r?(?:\n|$)/;
const BARE =
  /(?<![\w/.:@$%\\=&#-])(?:(?:\$\{?\w+\}?|\{\w+\}|<[\w -]+>)\/|\.{1,2}\/)*(?:[\w.@+{}<>*$-]|%20){1,120}(?:\/(?:[\w.@+{}<>*$-]|%20){1,120}){1,24}\/?|(?<![\w/.:@$-])(?:references?|scripts?|assets|templates|resources|examples)\/(?![\w/])/g;
const BARE_NAME = /(?<![\w/.:@$%\\=&#-])[\w-]{1,120}(?:\.[\w-]{1,60}){0,6}\.[A-Za-z]\w{0,9}(?![\w/-])/g;

/** The paths and file names in text that is neither code nor a link: as they stand there, and where. */
export function* bareTargets(plain: string): Iterable<{ readonly raw: string; readonly start: number }> {
  for (const match of plain.matchAll(BARE)) {
    const marks = /^\*+(?![/.*])/.exec(match[0])?.[0].length ?? 0;
    yield { raw: match[0].slice(marks).replace(/(?<=[^/*])\*+[.,;:!?]*$/, ''), start: match.index + marks };
  }
  for (const match of plain.matchAll(BARE_NAME)) {
    if (hasFileExtension(match[0])) yield { raw: match[0], start: match.index };
  }
}

/**
 * Reads `text`, one section; the result depends on nothing else. `section` may have some of its blocks only, with their
 * fences: what stands in them is read as in the whole, but for file names under the name of a folder in another block.
 * `mentioned`: whether prose is read too.
 */
export function collectSection(text: string, section: Section, mentioned = true): SectionContent {
  const headings: SectionContent['headings'][number][] = [];
  const found: { parts: TargetParts; form: ReferenceForm }[] = [];
  const prose: { text: string; at: number }[] = [];
  const anchors: Anchor[] = [];
  let room = MOST_PATHS;
  const add = (raw: string, offset: number, form: ReferenceForm, known: Partial<TargetParts> = {}): void => {
    if (room <= 0) return;
    const parsed = parseTarget(raw, offset, form);
    const parts = parsed && { ...parsed, ...known, ...(parsed.excuse ? { excuse: parsed.excuse } : {}) };
    if (parts && namesFile(parts, form)) {
      found.push({ parts, form });
      room--;
    }
  };
  const fenceAt = (place: number): Fence | undefined => holding(section.fences, place);
  let next = 0;
  const fencesOf = (block: Range): readonly Fence[] => {
    while ((section.fences[next]?.end ?? Number.POSITIVE_INFINITY) <= block.start) next++;
    let last = next;
    while ((section.fences[last]?.start ?? Number.POSITIVE_INFINITY) < block.end) last++;
    return section.fences.slice(next, last);
  };
  for (const block of section.blocks) {
    if (block.onlyFence) continue;
    const source = text.slice(block.start, block.end);
    const fences = fencesOf(block);
    const at = block.start;
    const signs = PATH_SIGN.test(source);
    const anchored = ANCHOR_LINK.test(source);
    const isHeading = source.startsWith('#') && /^#{1,6}[ \t]/.test(source);
    const parsed: ParsedBlock =
      anchored ||
      (signs && NEEDS_PARSER.test(source)) ||
      (isHeading && /[`[<*_&\\]/.test(source)) ||
      SETEXT.test(source)
        ? parseBlock(source)
        : unparsed(source, isHeading);
    for (const heading of parsed.headings) {
      headings.push({
        depth: heading.depth,
        text: heading.text,
        range: { start: at + heading.start, end: at + heading.end },
      });
    }
    const inFence = ({ start, end }: Range): boolean => (fenceAt(start + at)?.end ?? -1) >= end + at;
    const relativeFences = fences.map(({ start, end }) => ({ start: start - at, end: end - at }));
    if (anchored) {
      for (const { start, end } of parsed.targets) {
        if (source[start] !== '#' || end - start < 2 || inFence({ start, end })) continue;
        const range = { start: at + start + 1, end: at + end };
        anchors.push({ name: decode(source.slice(start + 1, end)), range });
      }
    }
    room = MOST_PATHS;
    if (signs) {
      for (const target of parsed.targets) {
        if (!inFence(target)) add(source.slice(target.start, target.end), at + target.start, target.form);
      }
      for (const code of parsed.codes) {
        if (code.linked || inFence(code)) continue;
        const content = source.slice(code.start, code.end);
        if (/^\S+$/.test(content.trim())) add(content, at + code.start, 'code');
        else
          for (const { text: word, start, output } of commandTokens(content))
            add(word, at + code.start + start, 'code-command', output ? { excuse: 'output' } : {});
      }
      const plain = blank(parsed.plain, relativeFences);
      for (const { raw, start } of bareTargets(plain)) add(raw, at + start, 'bare');
    }
    // The text of a link that leads elsewhere is no file to guess: the link says where it is.
    const away = parsed.targets.filter(
      ({ form, start }) => form !== 'definition' && AWAY.test(source.slice(start, start + 40)),
    );
    prose.push({ text: blank(parsed.prose, [...relativeFences, ...away.map(({ whole }) => whole)]), at });
  }
  for (const fence of section.fences) {
    const content = text.slice(fence.content.start, fence.content.end);
    if (!PATH_SIGN.test(content)) continue;
    room = MOST_PATHS;
    for (const { text: word, start, form, ...known } of fencePaths(content, fence.language)) {
      add(word, fence.content.start + start, form, known);
    }
  }
  found.sort((a, b) => a.parts.range.start - b.parts.range.start);
  const references: Reference[] = [];
  let end = -1;
  for (const { parts, form } of found) {
    // Two readings of one place: the first is the longer one.
    if (parts.range.start < end) continue;
    end = parts.range.end;
    const around = fenceAt(parts.range.start);
    const fence = around && around.end >= parts.range.end ? around : undefined;
    const { excuse, because, base } = excuseOf(text, parts, form, fence?.content);
    const { excuse: _, ...rest } = parts;
    references.push({
      kind: 'reference',
      form,
      ...rest,
      base,
      ...(excuse ? { excuse } : {}),
      ...(because ? { excusedBy: because } : {}),
    });
  }
  if (!mentioned) return { headings, references, mentions: [], anchors };
  const folders = folderMentions(text, references);
  const lineOf = (mention: Mention): number => lineAround(text, mention.range).start;
  const lines = new Set(folders.filter((mention) => mention.what === 'folder').map(lineOf));
  // "The provided templates in `assets/`" is one mention, and the folder says more.
  const things = prose.flatMap((block) => findMentions(block.text, block.at, references));
  const mentions = [...things.filter((mention) => !lines.has(lineOf(mention))), ...folders];
  mentions.sort((a, b) => a.range.start - b.range.start);
  return { headings, references, mentions, anchors };
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

/** Whether a target has the shape of a file or folder where it stands. */
export function namesFile(parts: TargetParts, form: ReferenceForm): boolean {
  const { path } = parts;
  if (/[\s"'`,;()!^]/.test(path) && form !== 'link' && form !== 'image' && form !== 'definition') return false;
  if (parts.base.kind !== 'document' || parts.excuse === 'pseudo-link') return true;
  if (/^[\d./]+$/.test(path) && !path.includes('..')) return false;
  if (hasFileExtension(path)) return true;
  if (form === 'link' || form === 'image' || form === 'definition') return path.includes('/') || /\.\w+$/.test(path);
  if (path.startsWith('../') || path.endsWith('/')) return true;
  const [first = ''] = path.split('/');
  return path.includes('/') && BUNDLE_FOLDERS.has(first);
}
