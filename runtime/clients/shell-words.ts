/** A word of a command line after quoting and expansion, as far as both are known without running it. */
export interface ShellWord {
  readonly text: string;
  /** True if an unquoted part of it is a pattern for file names. */
  readonly isPattern: boolean;
  /** True if a part of it is known only when the command runs, for example `$(pwd)`. */
  readonly isUnknown: boolean;
}

/** One simple command of a command line, without assignments and redirects. */
export interface SimpleCommand {
  readonly words: readonly ShellWord[];
  /** True if its output goes into a file. */
  readonly writes: boolean;
  /** True if it reads the output of the command before it. */
  readonly isPiped: boolean;
}

/** Longer command lines are not parsed, in characters. */
const MAX_LENGTH = 20_000;

/** Words that may precede a command. */
const KEYWORDS = /^(?:if|then|elif|else|while|until|do|time|exec|command|sudo|env|nohup|!|\{|\}|fi|done)$/;

const OPERATOR = /^(?:&&|\|\||;;|[;&|\n()])/;
const REDIRECTION = /^(?:\d?(?:<<<|<<-?|>>|>\||<>|>|<)|&>>?)(?:&\d?-?)?/;
const VARIABLE = /^\$(?:\{(\w+)\}|(\w+))/;

/**
 * Splits a command line into its simple commands, without running anything. Variables that the line itself assigns are
 * expanded; others stay as written. The bodies of here-documents are skipped.
 */
export function simpleCommands(line: string): readonly SimpleCommand[] {
  return line.length > MAX_LENGTH ? [] : new Splitter(line).split();
}

class Splitter {
  private rest: string;
  private readonly variables = new Map<string, string>();
  private readonly found: SimpleCommand[] = [];
  private words: ShellWord[] = [];
  private writes = false;
  private isPiped = false;
  private delimiters: string[] = [];

  constructor(line: string) {
    this.rest = line.replace(/\\\r?\n/g, ' ');
  }

  split(): readonly SimpleCommand[] {
    while (this.rest !== '') {
      const blank = /^[ \t\r]+/.exec(this.rest)?.[0] ?? '';
      this.rest = this.rest.slice(blank.length);
      if (this.rest.startsWith('#')) this.take(/^[^\n]*/);
      else if (!this.takeRedirection() && !this.takeOperator()) this.takeWord();
    }
    this.endCommand();
    return this.found;
  }

  private take(pattern: RegExp): string {
    const taken = pattern.exec(this.rest)?.[0] ?? '';
    this.rest = this.rest.slice(taken.length);
    return taken;
  }

  private takeOperator(): boolean {
    const operator = this.take(OPERATOR);
    if (operator === '') return false;
    this.endCommand();
    this.isPiped = operator === '|';
    if (operator === '\n') this.skipHereDocuments();
    return true;
  }

  private takeRedirection(): boolean {
    const sign = this.take(REDIRECTION);
    if (sign === '') return false;
    if (/&\d?-?$/.test(sign) && !sign.startsWith('&')) return true;
    this.take(/^[ \t]+/);
    const target = this.word();
    if (/<<-?$/.test(sign)) this.delimiters.push(target.text);
    else if (sign.includes('>') && target.text !== '/dev/null') this.writes = true;
    return true;
  }

  private skipHereDocuments(): void {
    for (const delimiter of this.delimiters) {
      const lines = this.rest.split('\n');
      const end = lines.findIndex((line) => line.trim() === delimiter);
      this.rest = end < 0 ? '' : lines.slice(end + 1).join('\n');
    }
    this.delimiters = [];
  }

  private takeWord(): void {
    const word = this.word();
    const assigned = this.words.length === 0 ? /^(\w+)=(.*)$/s.exec(word.text) : null;
    if (assigned !== null && !word.isUnknown) this.variables.set(assigned[1] ?? '', assigned[2] ?? '');
    else if (assigned === null && !(this.words.length === 0 && KEYWORDS.test(word.text))) this.words.push(word);
  }

  private word(): ShellWord {
    let text = '';
    let isPattern = false;
    let isUnknown = false;
    while (this.rest !== '' && !/^[ \t\r\n;&|()<>]/.test(this.rest)) {
      const start = this.rest[0] ?? '';
      if (start === "'") text += this.quoted();
      else if (start === '"') {
        this.rest = this.rest.slice(1);
        while (this.rest !== '' && !this.rest.startsWith('"')) {
          const expansion = this.expansion();
          isUnknown ||= expansion === undefined;
          text += expansion ?? '';
        }
        this.rest = this.rest.slice(1);
      } else {
        isPattern ||= /[*?[]/.test(start);
        const expansion = this.expansion();
        isUnknown ||= expansion === undefined;
        text += expansion ?? '';
      }
    }
    return { text, isPattern, isUnknown };
  }

  private quoted(): string {
    const end = this.rest.indexOf("'", 1);
    const text = this.rest.slice(1, end < 0 ? undefined : end);
    this.rest = end < 0 ? '' : this.rest.slice(end + 1);
    return text;
  }

  /** Takes the next character or expansion. Undefined if its text is known only when the command runs. */
  private expansion(): string | undefined {
    if (this.rest.startsWith('\\')) return this.take(/^\\[\s\S]?/).slice(1);
    if (this.rest.startsWith('`')) return this.skip(/^`[^`]*`?/);
    if (this.rest.startsWith('$(')) return this.skip(/^\$\((?:[^()]|\([^()]*\))*\)?/);
    const variable = VARIABLE.exec(this.rest);
    if (variable === null) return this.take(/^[\s\S]/);
    this.rest = this.rest.slice(variable[0].length);
    return this.variables.get(variable[1] ?? variable[2] ?? '') ?? variable[0];
  }

  private skip(pattern: RegExp): undefined {
    this.take(pattern);
    return undefined;
  }

  private endCommand(): void {
    if (this.words.length > 0) this.found.push({ words: this.words, writes: this.writes, isPiped: this.isPiped });
    this.words = [];
    this.writes = false;
    this.isPiped = false;
  }
}
