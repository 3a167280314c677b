/** A path as its author wrote it, taken apart so that it can be written anew with everything else kept. */
import { decode, type ReferenceForm } from '../../skill/index.ts';

/** One character of a name, and what stands for it in the text: `%20`, `\_` and `&amp;` are one character each. */
interface Letter {
  readonly raw: string;
  readonly text: string;
}

interface Segment {
  /** What stands before the name: separators, `./`, and folders that `..` takes back. */
  readonly lead: string;
  readonly letters: readonly Letter[];
  readonly name: string;
}

/** A written path by its parts; `..` is a part of its own where it climbs. */
export interface Written {
  readonly segments: readonly Segment[];
  /** What follows the last name: a `/`, where a folder is written with one. */
  readonly tail: string;
  /** The separator that the author uses. */
  readonly separator: string;
  readonly form: ReferenceForm;
  /** Whether a link has its target in `<…>`. */
  readonly bracketed: boolean;
}

const isLinked = (form: ReferenceForm): boolean => form === 'link' || form === 'image' || form === 'definition';
const isSeparator = ({ text }: Letter): boolean => text === '/' || text === '\\';

/** Takes `target`, the text of a reference's range, apart. */
export function takeApart(target: string, form: ReferenceForm, bracketed = false): Written {
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
      pending = above.lead + rawOf(above.letters) + pending + raw;
    } else {
      stack.push({ lead: pending, letters, name });
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

/** The characters of a target. Where its percent signs encode nothing, they are characters like others. */
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

/** How names that are new in a path are written: as the author would, or with all encoded that could end the path. */
export type Style = 'plain' | 'encoded';

/**
 * The path anew. `from` and `to` are the names that it has had and is to have, from the same kind of place on; `from` has as
 * many as `written`. What both have in common at their ends stays as it was written, to the byte.
 */
export function writeAnew(
  written: Written,
  from: readonly string[],
  to: readonly string[],
  style: Style = 'plain',
): string {
  const { segments, tail, separator } = written;
  if (to.length === 0) return `.${tail}`;
  const most = Math.min(from.length, to.length);
  let head = 0;
  while (head < most && from[head] === to[head]) head++;
  let end = 0;
  while (end < most - head && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
  const inPlace = from.length === to.length;
  const write = (name: string, like: Segment | undefined): string =>
    like === undefined ? fresh(name, written, style) : renamed(like, name, written, style);
  let path = '';
  for (const [index, name] of to.entries()) {
    const kept = index < head ? index : index >= to.length - end ? index - to.length + from.length : undefined;
    const own = segments[kept ?? (inPlace ? index : -1)];
    let lead = own?.lead ?? '';
    if (index === 0) {
      // `./` stays before a path that goes down, and separators before the first name belonged to names before it.
      const first = segments[0]?.lead ?? '';
      lead = name === '..' && /^\.[/\\]/.test(first) ? '' : first;
      // `./` and the like stood before the path, not before this name.
    } else if (own === segments[0] || !lead.includes(separator)) lead = separator;
    path += lead + (kept === undefined ? write(name, inPlace ? own : undefined) : rawOf(own?.letters ?? []));
  }
  return path + tail;
}

/** A name in the place of another one: the characters that both begin and end with stay as they were written. */
function renamed({ letters }: Segment, name: string, written: Written, style: Style): string {
  const own = [...name];
  const most = Math.min(own.length, letters.length);
  let head = 0;
  while (head < most && letters[head]?.text === own[head]) head++;
  let end = 0;
  while (end < most - head && letters[letters.length - 1 - end]?.text === own[own.length - 1 - end]) end++;
  const middle = own.slice(head, own.length - end).join('');
  return rawOf(letters.slice(0, head)) + fresh(middle, written, style) + rawOf(letters.slice(letters.length - end));
}

/** What would end a target of a link, or would be read as something else in it. */
const ENDS_LINK = /[\s()<>%#?"\\`|]/u;
const ENDS_BRACKETS = /[<>%#?\\|\r\n]/u;
/** What a path in running text or in code cannot have. */
const ENDS_WORD = /[\s"'`,;()!^#]/u;

function fresh(name: string, { segments, form, bracketed }: Written, style: Style): string {
  const letters = segments.flatMap((segment) => segment.letters);
  const isWidelyEncoded = letters.some(({ raw, text }) => raw.startsWith('%') && /[^\0-\x7f]/.test(text));
  const isBlankEncoded = letters.some(({ raw, text }) => raw.startsWith('%') && text === ' ');
  const ends = isLinked(form) ? (bracketed ? ENDS_BRACKETS : ENDS_LINK) : ENDS_WORD;
  const must = isLinked(form) || style === 'encoded';
  // What looks like an encoded character would be read as one; an entity as what it stands for.
  const careful = isLinked(form) ? name.replace(/&(?=#?\w+;)/g, '\0') : name.replace(/%(?=[\da-f]{2})/gi, '\0');
  return [...careful]
    .map((one) => {
      if (one === '\0') return isLinked(form) ? '%26' : '%25';
      const encode =
        (must && ends.test(one)) ||
        (isWidelyEncoded && /[^\0-\x7f]/.test(one)) ||
        (isBlankEncoded && one === ' ') ||
        (style === 'encoded' && isLinked(form) && !/[\w.~-]/.test(one));
      return encode ? percent(one) : one;
    })
    .join('');
}

/** A character as an address has it. */
const percent = (letter: string): string =>
  [...new TextEncoder().encode(letter)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
