import { isAbsolute } from 'node:path';
import type { DoubleQuotedChild, ParsedScript, Word, WordPart } from 'unbash';
import { globMatcher } from '../linear-regex.ts';
import { absolutePath } from './dry-files.ts';
import { NotSimulated } from './not-simulated.ts';
import { MATCHER, type Work } from './work.ts';

/** The values that the expansion of words depends on. */
export interface Expansions {
  readonly cwd: string;
  readonly home: string;
  /** The limit of what the command costs. */
  readonly work: Work;
  variable(name: string): string | undefined;
  /** Returns the names in a folder; none if there is no such folder. Throws `NotSimulated` outside the copy. */
  namesIn(folder: string): readonly string[];
  /** Returns the standard output of a command substitution. */
  substitute(script: ParsedScript): string;
}

/** A character of an expanded word that a pattern may match, as opposed to one that was quoted. */
interface Piece {
  readonly text: string;
  readonly isPattern: boolean;
}

/** Returns the fields of a word after expansion. Throws `NotSimulated` for expansions whose value is unknown. */
export function expandWord(word: Word, expansions: Expansions): readonly string[] {
  const pieces = piecesOf(word, expansions);
  const text = pieces.map((piece) => piece.text).join('');
  if (!pieces.some(({ isPattern }) => isPattern)) return [text];
  const found = matchesOf(pieces, expansions);
  return found.length > 0 ? found : [text];
}

/** Returns the one field of a word, in which patterns are literal: a value or the target of a redirection. */
export function expandToText(word: Word, expansions: Expansions): string {
  return piecesOf(word, expansions)
    .map(({ text }) => text)
    .join('');
}

function piecesOf(word: Word, expansions: Expansions): readonly Piece[] {
  const parts: readonly WordPart[] = word.parts ?? [
    { type: 'Literal', pos: word.pos, end: word.end, value: word.value, text: word.text },
  ];
  expansions.work.spend(parts.length + word.end - word.pos);
  return parts.map((part, index) => {
    if (part.type === 'Literal') {
      const text = index === 0 ? withHome(part.text, part.value, expansions.home) : part.value;
      return { text, isPattern: false };
    }
    if (part.type === 'Glob') return { text: part.text, isPattern: true };
    if (part.type === 'SingleQuoted' || part.type === 'AnsiCQuoted') return { text: part.value, isPattern: false };
    if (part.type === 'DoubleQuoted')
      return { text: part.parts.map((one) => expandPart(one, expansions)).join(''), isPattern: false };
    if (part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion' || part.type === 'CommandExpansion') {
      const text = expandPart(part, expansions);
      // Unquoted, it would be split into fields and matched as a pattern.
      if (/[\s*?[\]]/.test(text)) throw new NotSimulated(`${part.text} has several fields`);
      return { text, isPattern: false };
    }
    throw new NotSimulated(`${part.text} is not expanded`);
  });
}

/** Replaces a leading `~`, unless it was quoted or escaped. */
function withHome(source: string, value: string, home: string): string {
  if (!source.startsWith('~')) return value;
  if (source !== '~' && !source.startsWith('~/')) throw new NotSimulated(`${source} names another user`);
  return home + value.slice(1);
}

function expandPart(part: DoubleQuotedChild, expansions: Expansions): string {
  switch (part.type) {
    case 'Literal':
      return part.value;
    case 'SimpleExpansion':
      return valueOfVariable(part.text.slice(1), expansions);
    case 'ParameterExpansion':
      if (part.prefix === undefined && part.index === undefined && part.operation === undefined)
        return valueOfVariable(part.parameter, expansions);
      throw new NotSimulated(`${part.text} is not expanded`);
    case 'CommandExpansion':
      if (part.script === undefined) throw new NotSimulated(`${part.text} is not expanded`);
      return spent(withoutLastLineBreaks(expansions.substitute(part.script)), expansions);
    case 'ArithmeticExpansion':
      throw new NotSimulated(`${part.text} is not expanded`);
  }
}

function valueOfVariable(name: string, expansions: Expansions): string {
  const value = expansions.variable(name);
  if (value === undefined) throw new NotSimulated(`the value of $${name} is unknown`);
  return spent(value, expansions);
}

/** Returns a text that becomes a part of a word. A word can have the same text many times. */
function spent(text: string, { work }: Expansions): string {
  work.spend(text.length);
  return text;
}

/** Returns the existing paths that a pattern matches, sorted. */
function matchesOf(pieces: readonly Piece[], { cwd, namesIn, work }: Expansions): readonly string[] {
  const pattern = pieces
    .map(({ text, isPattern }) => (isPattern ? text : text.replace(/[\\*?[\](){}!+@]/g, '\\$&')))
    .join('');
  let found: readonly string[] = [isAbsolute(pattern) ? '/' : ''];
  for (const segment of pattern.split('/').filter((one) => one !== '')) {
    work.spend(MATCHER + found.reduce((sum, path) => sum + path.length, 0));
    const below = (folder: string, name: string): string =>
      folder === '' || folder.endsWith('/') ? folder + name : `${folder}/${name}`;
    if (!/(?<!\\)[*?[]/.test(segment)) {
      const literal = segment.replace(/\\(.)/g, '$1');
      found = found.map((folder) => below(folder, literal));
      continue;
    }
    const matches = globMatcher(segment, true, { isShell: true });
    const isHidden = (name: string): boolean => name.startsWith('.') && !segment.startsWith('.');
    found = found.flatMap((folder) =>
      namesIn(absolutePath(cwd, folder))
        .filter((name) => !isHidden(name) && matches(name))
        .map((name) => below(folder, name)),
    );
  }
  return found
    .filter((path) => namesIn(absolutePath(cwd, `${path}/..`)).includes(path.slice(path.lastIndexOf('/') + 1)))
    .sort();
}

function withoutLastLineBreaks(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end--;
  return text.slice(0, end);
}
