/** Parses a path as written, so that it can be changed while everything else is preserved. */
import { decode, type ReferenceForm } from '../../skill/index.ts';

/** One character of a name with its source text: `%20`, `\_` and `&amp;` are one character each. */
interface Letter {
  readonly raw: string;
  readonly text: string;
}

interface Segment {
  /** The text before the name: separators, `./`, and folders cancelled by `..`. */
  readonly prefix: string;
  readonly letters: readonly Letter[];
  readonly name: string;
}

/** The parts of a written path; a leading `..` is a separate part. */
export interface ParsedPath {
  readonly segments: readonly Segment[];
  /** The text after the last name: a trailing `/` of a folder. */
  readonly tail: string;
  /** The author's separator. */
  readonly separator: string;
  readonly form: ReferenceForm;
  /** True if a link's target is in `<…>`. */
  readonly bracketed: boolean;
}

const isLinked = (form: ReferenceForm): boolean => form === 'link' || form === 'image' || form === 'definition';
const isSeparator = ({ text }: Letter): boolean => text === '/' || text === '\\';

/** Parses `target`, the text of a reference's range. */
export function parsePath(target: string, form: ReferenceForm, bracketed = false): ParsedPath {
  const stack: Segment[] = [];
  let pending = '';
  let letters: Letter[] = [];
  const endName = (): void => {
    const raw = rawOf(letters);
    const name = letters.map(({ text }) => text).join('');
    const above = stack.at(-1);
    if (name === '' || name === '.') pending += raw;
    else if (name === '..' && above && above.name !== '..') {
      stack.pop();
      pending = above.prefix + rawOf(above.letters) + pending + raw;
    } else {
      stack.push({ prefix: pending, letters, name });
      pending = '';
    }
    letters = [];
  };
  let separator: string | undefined;
  for (const letter of lettersOf(target, form)) {
    if (!isSeparator(letter)) {
      letters.push(letter);
      continue;
    }
    endName();
    pending += letter.raw;
    separator ??= letter.raw;
  }
  endName();
  return { segments: stack, tail: pending, separator: separator ?? '/', form, bracketed };
}

const rawOf = (letters: readonly Letter[]): string => letters.map(({ raw }) => raw).join('');

/** Returns the characters of a target. Percent signs that encode nothing are ordinary characters. */
function lettersOf(target: string, form: ReferenceForm): readonly Letter[] {
  const encoded = decode(target) !== target;
  const pattern = isLinked(form) ? /(?:%[\da-f]{2})+|\\[!-.:-@[\]-`{-~]|&amp;|[\s\S]/giu : /(?:%[\da-f]{2})+|[\s\S]/giu;
  return (target.match(pattern) ?? []).flatMap((raw): readonly Letter[] => {
    if (raw === '&amp;') return [{ raw, text: '&' }];
    if (raw.length === 2 && raw.startsWith('\\')) return [{ raw, text: raw.slice(1) }];
    if (raw.length < 3) return [{ raw, text: raw }];
    if (!encoded) return [...raw].map((one) => ({ raw: one, text: one }));
    let at = 0;
    return [...decode(raw)].map((text) => {
      const from = at;
      at += new TextEncoder().encode(text).length * 3;
      return { raw: raw.slice(from, at), text };
    });
  });
}

/** The encoding of new names in a path: like the author's, or with all characters encoded that could end the path. */
export type Style = 'plain' | 'encoded';

/**
 * Writes the changed path. `from` and `to` are the old and new names relative to the same base; `from` has as many as
 * `written`. Common names at both ends are preserved to the byte.
 */
export function rewritePath(
  written: ParsedPath,
  from: readonly string[],
  to: readonly string[],
  style: Style = 'plain',
): string {
  const { segments, tail, separator } = written;
  if (to.length === 0) return `.${tail}`;
  const shorter = Math.min(from.length, to.length);
  let head = 0;
  while (head < shorter && from[head] === to[head]) head++;
  let end = 0;
  while (end < shorter - head && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
  const inPlace = from.length === to.length;
  const write = (name: string, like: Segment | undefined): string =>
    like === undefined ? encodeName(name, written, style) : rewriteName(like, name, written, style);
  let path = '';
  for (const [index, name] of to.entries()) {
    const unchanged = index < head ? index : index >= to.length - end ? index - to.length + from.length : undefined;
    const own = segments[unchanged ?? (inPlace ? index : -1)];
    let prefix = own?.prefix ?? '';
    if (index === 0) {
      // Keep `./` before a path that goes down; separators before the first name belonged to earlier names.
      const first = segments[0]?.prefix ?? '';
      prefix = name === '..' && /^\.[/\\]/.test(first) ? '' : first;
      // `./` and the like preceded the path, not this name.
    } else if (own === segments[0] || !prefix.includes(separator)) prefix = separator;
    path += prefix + (unchanged === undefined ? write(name, inPlace ? own : undefined) : rawOf(own?.letters ?? []));
  }
  return path + tail;
}

/** Replaces a name; common characters at both ends are preserved as written. */
function rewriteName({ letters }: Segment, name: string, written: ParsedPath, style: Style): string {
  const own = [...name];
  const shorter = Math.min(own.length, letters.length);
  let head = 0;
  while (head < shorter && letters[head]?.text === own[head]) head++;
  let end = 0;
  while (end < shorter - head && letters[letters.length - 1 - end]?.text === own[own.length - 1 - end]) end++;
  const middle = own.slice(head, own.length - end).join('');
  return (
    rawOf(letters.slice(0, head)) + encodeName(middle, written, style) + rawOf(letters.slice(letters.length - end))
  );
}

/** Characters that would end a link's target or change its meaning. */
const ENDS_LINK = /[\s()<>%#?"\\`|]/u;
const ENDS_BRACKETS = /[<>%#?\\|\r\n]/u;
/** Characters that a path in prose or code cannot contain. */
const ENDS_WORD = /[\s"'`,;()!^#]/u;

function encodeName(name: string, { segments, form, bracketed }: ParsedPath, style: Style): string {
  const letters = segments.flatMap((segment) => segment.letters);
  const isWidelyEncoded = letters.some(({ raw, text }) => raw.startsWith('%') && /[^\0-\x7f]/.test(text));
  const isBlankEncoded = letters.some(({ raw, text }) => raw.startsWith('%') && text === ' ');
  const ends = isLinked(form) ? (bracketed ? ENDS_BRACKETS : ENDS_LINK) : ENDS_WORD;
  const mustEncode = isLinked(form) || style === 'encoded';
  // Text that looks like an encoded character or an entity must be encoded.
  const marked = isLinked(form) ? name.replace(/&(?=#?\w+;)/g, '\0') : name.replace(/%(?=[\da-f]{2})/gi, '\0');
  return [...marked]
    .map((one) => {
      if (one === '\0') return isLinked(form) ? '%26' : '%25';
      const encode =
        (mustEncode && ends.test(one)) ||
        (isWidelyEncoded && /[^\0-\x7f]/.test(one)) ||
        (isBlankEncoded && one === ' ') ||
        (style === 'encoded' && isLinked(form) && !/[\w.~-]/.test(one));
      return encode ? percent(one) : one;
    })
    .join('');
}

/** Percent-encodes a character. */
const percent = (letter: string): string =>
  [...new TextEncoder().encode(letter)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
