/** Splits shell text into simple commands, as far as a permission or a list of programs depends on them. Nothing is expanded. */
import type { Range } from '../model/model.ts';

/** A simple command: a program with its arguments. */
export interface ShellCommand {
  /** The program and its arguments without quotes, without assignments, redirections and wrappers such as `timeout 30`. */
  readonly words: readonly string[];
  /** From the first to the last word, relative to the text. */
  readonly range: Range;
}

/** Maximum length of a text, in UTF-16 units, and number of its commands; what is beyond is not read. */
const MAX_LENGTH = 20_000;
const MAX_COMMANDS = 500;

/** Words after which another command begins. */
const BEFORE_COMMAND: ReadonlySet<string> = new Set(
  'if then elif else while until do ! { } ( ) time nohup exec command builtin sudo'.split(' '),
);
/** Words that begin a construct without a command of its own. */
const CONSTRUCTS: ReadonlySet<string> = new Set(
  'for select case esac fi done function in [ [[ ]] local export declare readonly typeset set unset'.split(' '),
);
/** Programs that run the command after their options, with the number of their own arguments. */
const WRAPPERS: ReadonlyMap<string, number> = new Map([
  ['timeout', 1],
  ['nice', 0],
  ['stdbuf', 0],
]);
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;
const HEREDOC = /<<-?[ \t]*["']?(\w+)["']?/g;

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the simple commands of a shell text in order. What a here-document contains is none, and a text in quotes that are not
 * closed ends them.
 */
export function shellCommands(whole: string): readonly ShellCommand[] {
  const reader = new Reader(withoutHereDocuments(whole.slice(0, MAX_LENGTH)));
  return reader.commands();
}

/** Reads a text from its start to its end, or to what cannot be read. */
class Reader {
  readonly #text: string;
  readonly #commands: ShellCommand[] = [];
  /** The names of functions that the text defines. */
  readonly #functions = new Set<string>();
  #words: Word[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  commands(): readonly ShellCommand[] {
    let at: number | undefined = 0;
    while (at !== undefined && at < this.#text.length && this.#commands.length < MAX_COMMANDS) at = this.#readAt(at);
    if (at !== undefined) this.#endCommand();
    return this.#commands.filter(({ words: [program = ''] }) => !this.#functions.has(program));
  }

  /** Reads a sign or a word. Returns its end; undefined for a quote that is not closed. */
  #readAt(at: number): number | undefined {
    const text = this.#text;
    const char = text[at] ?? '';
    if (char === '\\' && /^\\\r?\n/.test(text.slice(at, at + 3))) return lineEnd(text, at) + 1;
    if (char === '&' && text[at + 1] === '>') return afterRedirection(text, at + 1);
    if (/[\n;|&]/.test(char)) {
      this.#endCommand();
      return at + 1;
    }
    if (/\s/.test(char)) return at + 1;
    if (char === '#') return lineEnd(text, at);
    if (char === '(' || char === ')') {
      this.#readParenthesis(at);
      return at + 1;
    }
    return char === '>' || char === '<' ? afterRedirection(text, at) : this.#readWord(at);
  }

  #readParenthesis(at: number): void {
    const [first, ...more] = this.#words;
    if (first !== undefined && more.length === 0 && this.#text.startsWith('()', at)) {
      this.#functions.add(first.text);
      this.#words = [];
    }
    this.#endCommand();
  }

  #readWord(start: number): number | undefined {
    const text = this.#text;
    const end = wordEnd(text, start);
    if (end === undefined) return undefined;
    // A number before a redirection is a file descriptor.
    if (!(/^\d$/.test(text.slice(start, end)) && /[<>]/.test(text[end] ?? '')))
      this.#words.push({ text: unquoted(text.slice(start, end)), start, end });
    return end;
  }

  #endCommand(): void {
    const command = commandOf(this.#words);
    if (command !== undefined) this.#commands.push(command);
    this.#words = [];
  }
}

const lineEnd = (text: string, at: number): number => {
  const newline = text.indexOf('\n', at);
  return newline < 0 ? text.length : newline;
};

/** Returns a text of the same length with blanks for the lines of here-documents. */
function withoutHereDocuments(text: string): string {
  if (!text.includes('<<')) return text;
  const ends: string[] = [];
  return text
    .split('\n')
    .map((line) => {
      const [open] = ends;
      if (open !== undefined) {
        if (line.trim() === open) ends.shift();
        return ' '.repeat(line.length);
      }
      if (!line.includes('<<<')) for (const [, word = ''] of line.matchAll(HEREDOC)) ends.push(word);
      return line;
    })
    .join('\n');
}

/** Returns the end of a word; undefined if a quote or a substitution in it is not closed. */
function wordEnd(text: string, from: number): number | undefined {
  let at = from;
  while (at < text.length) {
    const char = text[at] ?? '';
    if (/[\s;|&()<>]/.test(char)) return at;
    const end =
      char === '\\'
        ? at + 2
        : char === "'" || char === '"' || char === '`'
          ? closing(text, at, char)
          : char === '$' && (text[at + 1] === '(' || text[at + 1] === '{')
            ? nestedEnd(text, at + 1)
            : at + 1;
    if (end === undefined) return undefined;
    at = end;
  }
  return Math.min(at, text.length);
}

function closing(text: string, from: number, quote: string): number | undefined {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === quote) return at + 1;
    if (text[at] === '\\' && quote !== "'") at++;
  }
  return undefined;
}

/** Returns the end of `(…)` or `{…}` with what is nested in it. */
function nestedEnd(text: string, from: number): number | undefined {
  const [open, close] = text[from] === '(' ? ['(', ')'] : ['{', '}'];
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === open) depth++;
    else if (text[at] === close && --depth === 0) return at + 1;
  }
  return undefined;
}

/** Returns the end of a redirection with its target. */
function afterRedirection(text: string, from: number): number {
  let at = from;
  while (/[<>&\d-]/.test(text[at] ?? '')) at++;
  while (text[at] === ' ' || text[at] === '\t') at++;
  // The target of `2>&1` is a part of it.
  if (/[\n;|()]/.test(text[at] ?? '\n') || /&\d$/.test(text.slice(from, at).trimEnd())) return at;
  return wordEnd(text, at) ?? text.length;
}

const unquoted = (word: string): string => word.replace(/["']/g, '');

function commandOf(all: readonly Word[]): ShellCommand | undefined {
  let words = all;
  for (let [first] = words; first !== undefined; [first] = words) {
    if (BEFORE_COMMAND.has(first.text) || ASSIGNMENT.test(first.text)) words = words.slice(1);
    else if (CONSTRUCTS.has(first.text)) return undefined;
    else if (WRAPPERS.has(first.text)) words = withoutWrapper(words, WRAPPERS.get(first.text) ?? 0);
    else if (first.text === 'xargs' && words[1]?.text.startsWith('-') === false) words = words.slice(1);
    else break;
  }
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return { words: words.map(({ text }) => text), range: { start: first.start, end: last.end } };
}

function withoutWrapper(words: readonly Word[], count: number): readonly Word[] {
  const rest = words.slice(1);
  const at = rest.findIndex(({ text }) => !text.startsWith('-'));
  return at < 0 ? [] : rest.slice(at + count);
}
