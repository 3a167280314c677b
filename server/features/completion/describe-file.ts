/** Describes a bundled file by one line and its first lines. */
import { estimateTokens, extension, formatCount, isMarkdown, type ReadResult } from '../../../skill/index.ts';

/** Maximum number of displayed lines. */
const MAX_LINES = 12;
/** Maximum length of a displayed line. */
const MAX_WIDTH = 200;
/** Maximum length of the counted text. */
const MAX_COUNTED = 256 * 1024;

export interface FileDescription {
  /** The first heading or docstring, and the approximate number of tokens. */
  readonly detail: string;
  /** The first lines, unchanged; empty if the file is not text. */
  readonly lines: readonly string[];
  readonly language: string;
}

/** Describes a file by its content; `path` determines its type. */
export function describeFile(path: string, read: ReadResult): FileDescription {
  if (read.kind !== 'text') return { detail: WITHOUT_TEXT[read.kind], lines: [], language: '' };
  const { text } = read;
  const tokens = estimateTokens(text.slice(0, MAX_COUNTED));
  const size = `${text.length > MAX_COUNTED ? 'more than ' : ''}${formatCount(tokens, 'token')}`;
  const title = isMarkdown(path) ? headingOf(text) : docstringOf(text);
  const body = isMarkdown(path) ? text.replace(FRONTMATTER, '') : text;
  const all = body
    .slice(0, MAX_LINES * MAX_WIDTH * 2)
    .trim()
    .split(/\r\n|[\r\n]/);
  return {
    detail: title === '' ? size : `${title} (${size})`,
    lines: all.slice(0, MAX_LINES).map((line) => (line.length > MAX_WIDTH ? `${line.slice(0, MAX_WIDTH)}…` : line)),
    language: extension(path).slice(1),
  };
}

const WITHOUT_TEXT: Readonly<Record<Exclude<ReadResult['kind'], 'text'>, string>> = {
  binary: 'binary file',
  'too-large': 'larger than 2 MB',
  missing: 'no longer exists',
  unreadable: 'cannot be opened',
};

const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n[\s\S]{0,20000}?\r?\n---[ \t]*(?:\r?\n|$)/;

/** Returns the first heading after the frontmatter, or else the frontmatter's `title` or `name`. */
function headingOf(text: string): string {
  const heading = /^#{1,6}[ \t]+(\S[^\r\n]{0,300})/m.exec(text.replace(FRONTMATTER, ''))?.[1];
  const named =
    heading ?? /^(?:title|name):[ \t]*["']?([^\r\n"']{1,300})/m.exec(FRONTMATTER.exec(text)?.[0] ?? '')?.[1];
  return short((named ?? '').replace(/[ \t]#+[ \t]*$/, ''));
}

/** Returns the first line of a script's docstring or initial comment. */
function docstringOf(text: string): string {
  const head = text
    .slice(0, 4_000)
    .replace(/^\uFEFF/, '')
    .replace(/^#![^\n]*\n/, '')
    .replace(/^(?:\s*(?:#[ \t]*-\*-[^\n]*|['"]use strict['"];?)\n)+/, '')
    .trimStart();
  const doc =
    /^[rRuU]?("""|''')([\s\S]*?)\1/.exec(head)?.[2] ??
    /^\/\*\*?([\s\S]*?)\*\//.exec(head)?.[1]?.replace(/^[ \t]*\*[ \t]?/gm, '') ??
    /^(?:(?:#|\/\/|--|;)(?!!)[ \t]?[^\n]*\n?)+/.exec(head)?.[0].replace(/^(?:#|\/\/|--|;)+[ \t]?/gm, '');
  const first = (doc ?? '').trim().split(/\r?\n/)[0] ?? '';
  return short(first);
}

const short = (text: string): string => {
  const plain = text.replaceAll(/[`*]/g, '').trim();
  return plain.length > 80 ? `${plain.slice(0, 79).trimEnd()}…` : plain;
};
