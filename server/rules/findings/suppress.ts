/**
 * Comments by which an author suppresses findings:
 *
 *     <!-- skillwright-disable-next-line reference.missing, reference.case -->
 *     <!-- skillwright-disable reference.bare -->
 *
 * The first applies to the next line, or to the entire fenced block or table that begins there, since neither can
 * contain a comment; the second to the entire file. Without a code, it applies to every rule; an unknown code has no
 * effect. In the frontmatter, the comment starts with `#`.
 */
import { PartAnswers, type Range, type SkillDocument, someParts } from '../../../skill/index.ts';
import type { Fix } from '../rule/rule.ts';

interface Suppressed {
  /** Undefined for every rule. */
  readonly codes: Set<string> | undefined;
  /** Findings that start in this range are suppressed. */
  readonly range: Range;
}

const WORD = 'skillwright-disable';
const COMMENT = /<!--[ \t]*skillwright-disable(-next-line)?(?![\w-])([^>\r\n]{0,400}?)-->/g;
const YAML_COMMENT = /(?:^|[ \t])#[ \t]*skillwright-disable(-next-line)?(?![\w-])([^\r\n]{0,400})$/gm;

/** Caches whether a section contains the word that every such comment has. */
const sectionsWithWord = new PartAnswers<boolean>();

/** Returns a predicate that is true if a finding is suppressed at its range. */
export function suppressions(document: SkillDocument): (code: string, at: Range) => boolean {
  if (!someParts(document, sectionsWithWord, (text) => text.includes(WORD))) return () => false;
  const { text, bodyStart } = document;
  const all: Suppressed[] = [];
  const add = (match: RegExpExecArray, offset: number): void => {
    const codes = (match[2] ?? '').split(/[\s,]+/).filter(Boolean);
    const end = offset + match.index + match[0].length;
    all.push({
      // A word that is not a code, such as part of a reason, has no effect, like an unknown code.
      codes: codes.length > 0 ? new Set(codes) : undefined,
      range: match[1] === undefined ? { start: 0, end: Number.POSITIVE_INFINITY } : nextLines(text, end),
    });
  };
  for (const match of text.slice(0, bodyStart).matchAll(YAML_COMMENT)) add(match, 0);
  const fences = fencesIn(text, bodyStart);
  let next = 0;
  for (const match of text.slice(bodyStart).matchAll(COMMENT)) {
    const at = bodyStart + match.index;
    while ((fences[next]?.end ?? at + 1) <= at) next++;
    // Inside a fence, the comment is an example.
    if ((fences[next]?.start ?? at + 1) > at) add(match, bodyStart);
  }
  return suppressionLookup(all);
}

/** Returns a lookup by binary search: there may be thousands of comments and thousands of findings. */
function suppressionLookup(unsorted: readonly Suppressed[]): (code: string, at: Range) => boolean {
  const all = mergeByRange(unsorted).sort((a, b) => a.range.start - b.range.start);
  /** The farthest end of all comments up to this one. */
  const reach: number[] = [];
  for (const { range } of all) reach.push(Math.max(range.end, reach.at(-1) ?? 0));
  return (code, { start }) => {
    let low = 0;
    let high = all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((all[middle]?.range.start ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    for (let index = low - 1; index >= 0 && (reach[index] ?? 0) > start; index--) {
      const one = all[index];
      if (one !== undefined && start < one.range.end && (one.codes?.has(code) ?? true)) return true;
    }
    return false;
  };
}

/** Merges comments with the same range: many may be on one line, and each would be checked for every finding below. */
function mergeByRange(all: readonly Suppressed[]): Suppressed[] {
  const byRange = new Map<string, Suppressed>();
  for (const one of all) {
    const key = `${one.range.start} ${one.range.end}`;
    const other = byRange.get(key);
    if (other === undefined) byRange.set(key, { range: one.range, codes: one.codes && new Set(one.codes) });
    else if (one.codes === undefined) byRange.set(key, one);
    else for (const code of one.codes) other.codes?.add(code);
  }
  return [...byRange.values()];
}

/** Returns the range of the line after a comment that ends at `end`, or of the fence or table that begins there. */
function nextLines(text: string, end: number): Range {
  const start = lineEnd(text, end);
  let stop = lineEnd(text, start);
  const fence = /^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(`{3,}|~{3,})/.exec(text.slice(start, stop))?.[1];
  if (fence !== undefined) {
    const closing = new RegExp(`^[ \\t>]*${fence[0]}{${fence.length},}[ \\t]*\\r?$`);
    while (stop < text.length) {
      const line = text.slice(stop, lineEnd(text, stop));
      stop += line.length;
      if (closing.test(line.replace(/\n$/, ''))) break;
    }
  } else if (/^[ \t>]*\|/.test(text.slice(start, stop))) {
    while (stop < text.length && /^[ \t>]*\|/.test(text.slice(stop, stop + 200))) stop = lineEnd(text, stop);
  }
  return { start, end: stop >= text.length ? Number.POSITIVE_INFINITY : stop };
}

/** Returns the ranges of fenced blocks, determined from lines alone. */
function fencesIn(text: string, from: number): readonly Range[] {
  const fences: Range[] = [];
  let open: { readonly mark: string; readonly start: number } | undefined;
  for (let at = from; at < text.length; at = lineEnd(text, at)) {
    const [, mark = '', rest = ''] = FENCE.exec(text.slice(at, Math.min(lineEnd(text, at), at + 300))) ?? [];
    if (open === undefined) {
      if (mark !== '' && !(mark.startsWith('`') && rest.includes('`'))) open = { mark, start: at };
    } else if (mark[0] === open.mark[0] && mark.length >= open.mark.length && rest.trim() === '') {
      fences.push({ start: open.start, end: lineEnd(text, at) });
      open = undefined;
    }
  }
  return open === undefined ? fences : [...fences, { start: open.start, end: text.length }];
}
const FENCE = /^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(`{3,}|~{3,})([^\r\n]*)/;

/** Returns the offset after the line break that ends an offset's line. */
function lineEnd(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline < 0 ? text.length : newline + 1;
}

/** Returns the fixes that insert a suppression comment for a finding with `code`; never preferred. */
export function suppressionFixes(text: string, bodyStart: number, code: string, at: Range): readonly Fix[] {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const fixes: Fix[] = [];
  const add = (title: string, offset: number, line: string): void => {
    const edits = [{ range: { start: offset, end: offset }, text: line }];
    fixes.push({ kind: 'edit', title: `Suppress ${code} ${title}`, edits, preferred: false });
  };
  const line = text.lastIndexOf('\n', at.start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(line, line + 200))?.[0] ?? '';
  if (line < bodyStart) {
    // Nothing may precede the opening `---`.
    if (line > 0) add('on this line', line, `${indent}# ${WORD}-next-line ${code}${eol}`);
  } else {
    const start = blockStart(text, bodyStart, line);
    const blockIndent = /^[ \t]*/.exec(text.slice(start, start + 200))?.[0] ?? '';
    const scope = start === line ? 'on this line' : 'in this block';
    // Missing frontmatter is reported on the first line, which has no line above.
    if (code !== 'frontmatter.missing') add(scope, start, `${blockIndent}<!-- ${WORD}-next-line ${code} -->${eol}`);
  }
  // Insert after the frontmatter, which must come first, or at the very top.
  const body = bodyStart > 0 && text[bodyStart - 1] !== '\n' ? eol : '';
  // The frontmatter has no end.
  if (/^\uFEFF?---[^\n]*\n$/.test(text.slice(0, bodyStart))) return fixes;
  if (bodyStart > 1 && !text.slice(0, bodyStart).trimEnd().endsWith('---')) return fixes;
  add('for this file', bodyStart, `${body}<!-- ${WORD} ${code} -->${eol}`);
  return fixes;
}

/** Returns the first line of the fence or table around the line at `line`, or the line itself if there is none. */
function blockStart(text: string, bodyStart: number, line: number): number {
  let fence: { readonly mark: string; readonly start: number } | undefined;
  let table = -1;
  for (let at = bodyStart; at <= line; ) {
    const next = lineEnd(text, at);
    const mark = /^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(`{3,}|~{3,})([^\r\n]*)/.exec(
      text.slice(at, Math.min(next, at + 300)),
    );
    if (fence) {
      if (at === line) return fence.start;
      const run = mark?.[1] ?? '';
      if (run[0] === fence.mark[0] && run.length >= fence.mark.length && (mark?.[2] ?? '').trim() === '')
        fence = undefined;
    } else if (mark?.[1] !== undefined && !(mark[1].startsWith('`') && mark[2]?.includes('`'))) {
      fence = { mark: mark[1], start: at };
    }
    if (!/^[ \t>]*\|/.test(text.slice(at, at + 200))) table = -1;
    else if (table < 0) table = at;
    if (next <= at) break;
    at = next;
  }
  return table >= 0 ? table : line;
}
