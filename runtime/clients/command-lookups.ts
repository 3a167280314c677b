import { normalize, resolve } from 'node:path';
import picomatch from 'picomatch';
import { defined, prefixOf } from '../../skill/index.ts';
import type { Lookup } from './loaded-skills.ts';
import { bothConditions, ifDecided, type RunCondition, UNKNOWN_RUN } from './reached-commands.ts';
import type { ShellWord } from './shell-word.ts';
import { type SimpleCommand, simpleCommands } from './shell-words.ts';

/** Programs whose operands are files that they read. */
const READERS = /^(?:cat|bat|head|tail|less|more|nl|wc|strings|xxd|diff|cut|sort|uniq)$/;
/** Programs whose first operand is an expression and whose other operands are files. */
const FILTERS = /^(?:sed|awk|grep|egrep|fgrep|rg|jq|yq)$/;
/** Programs that check whether files exist, or list folders. */
const LISTERS = /^(?:ls|tree|stat|file|du|test|\[|realpath|cd)$/;
/** Programs that print what they find, unless it is empty. */
const PRINTERS = /^(?:cat|bat|head|tail|less|more|nl|wc|ls|tree|stat|file|realpath)$/;
/** Programs that print lines of their operands. */
const SHOWING = /^(?:cat|bat|head|tail|less|more|nl)$/;
/** Programs that run the file in their first operand. */
const RUNNERS =
  /^(?:python[\d.]*|py|pwsh|powershell|node|bash|sh|zsh|ruby|perl|deno|bun|php|Rscript|tsx|uv|source|\.)$/;
/** Options of filters whose value is the next word. */
const VALUED = /^(?:-[efgt]|--(?:expression|regexp|file|include|exclude|type|glob))$/;
/** Options whose value is the next word if that is a number: `head -n 20`. */
const NUMBERED = /^(?:-[ncABCmdL]|--(?:lines|bytes|max-count|max-depth))$/;
/** Programs that every system has with the shell. */
const CERTAIN = /^(?:bash|sh|source|\.|cat|head|tail|wc|cut|sort|uniq|cp|sed|awk|grep|egrep|fgrep|diff)$/;
/** Options after which an interpreter still runs the script that follows them, by the programs that have them. */
const RUN_OPTIONS: readonly (readonly [program: RegExp, options: RegExp])[] = [
  [/^(?:bash|sh|zsh)$/, /^-[eux]+$/],
  [/^python[\d.]*$/, /^-[uBEsSIO]+$/],
  [
    /^(?:node|tsx)$/,
    /^--(?:no-warnings|enable-source-maps|trace-warnings|experimental-(?:strip-types|default-type=\w+))$/,
  ],
  [/^(?:uv|bun)$/, /^(?:run|--quiet|-q)$/],
  [/^deno$/, /^(?:run|-A|--allow-[\w-]+)$/],
  [/^(?:ruby|perl)$/, /^-w$/],
];
/** Programs that first do something else, so that their exit code says nothing about the script. */
const PREPARING = /^(?:uv|bun|deno|tsx|zsh)$/;
/** Options with which a program reads nothing. */
const INFORMATIVE = /^(?:--(?:v|he|us)\w*|-V)$/;
/** Options that give the code or module to run, so that no operand is a script. */
const CODE = /^(?:-[cmep]|-pe|-ne|--eval)$/;

/** Maximum number of lookups of a command line, and of words of one command. The file system is asked about each lookup. */
const MAX_LOOKUPS = 500;
/** Maximum length of a path, in characters. Linux refuses longer ones. */
const MAX_PATH = 4096;

/** Returns the absolute path of a path in a command, which is relative to `from` otherwise. */
export type Resolve = (from: string, path: string) => string;

const ofThisSystem: Resolve = (from, path) => normalize(resolve(from, path));

/**
 * Returns the files and folders that a command line looks for, without running it: the first `MAX_LOOKUPS`.
 * @param toPath by default the rules of this system
 */
export function lookupsIn(
  command: string,
  directory: string,
  home: string,
  toPath: Resolve = ofThisSystem,
): readonly Lookup[] {
  const places = { home, toPath };
  const found: Lookup[] = [];
  let from = directory;
  let listsFiles = false;
  let isFirst = true;
  const commands = simpleCommands(command);
  const isOnly = commands.filter(({ words: [program] }) => program?.text !== 'cd').length === 1;
  for (const whole of commands) {
    const simple = { ...whole, words: whole.words.slice(0, MAX_LOOKUPS).filter(({ text }) => text.length <= MAX_PATH) };
    const lookups = simple.isPiped && listsFiles ? filterLookup(simple, from) : lookupsOf(simple, from, places);
    const facts = factsOf(simple, lookups.length, isFirst, isOnly);
    // It may be another file.
    const proof = simple.words.every(({ text }) => isKnownPath(text)) ? facts : { ...facts, condition: UNKNOWN_RUN };
    for (const one of lookups) if (one.path.length <= MAX_PATH) found.push({ ...one, ...proof });
    if (found.length >= MAX_LOOKUPS) return found.slice(0, MAX_LOOKUPS);
    const [program, folder] = simple.words;
    isFirst &&= program?.text === 'cd';
    listsFiles = isListing(simple) || (simple.isPiped && listsFiles);
    if (program?.text !== 'cd' || folder?.isUnknown === true) continue;
    const entered = pathOf(folder?.text ?? '~', from, places);
    if (entered.length <= MAX_PATH) from = entered;
  }
  return found;
}

/**
 * Returns the facts about a command that decide what its output says about the files that it looks for. Only a command that
 * looks for a single file, and does nothing else, fails because that one is missing.
 */
function factsOf(simple: SimpleCommand, lookups: number, isFirst: boolean, isOnly: boolean): Partial<Lookup> {
  const { words, isConditional, isSilent, fallback } = simple;
  const { condition, starts } = proofOf(simple);
  const isLookup = PRINTERS.test(words[0]?.text ?? '') || /^(?:test|\[)$/.test(words[0]?.text ?? '');
  return defined({
    byCommand: true,
    isConditional: isConditional || undefined,
    condition,
    starts,
    isFirst: isFirst || undefined,
    isOnly: (isOnly && lookups === 1) || undefined,
    isCopied: words[0]?.text === 'cp' ? true : undefined,
    isPrinted: isPrinting(simple) ? true : undefined,
    showsLines: isPrinting(simple) && SHOWING.test(words[0]?.text ?? '') ? true : undefined,
    isSilent: isSilent || undefined,
    fallback: fallback === undefined || lookups !== 1 || !isLookup ? undefined : fallback,
  });
}

/** Returns when a command has certainly run its script or read its files, and how it is known that its program started. */
function proofOf({ words, condition, decides }: SimpleCommand): Pick<Partial<Lookup>, 'condition' | 'starts'> {
  const [program, ...rest] = words;
  const name = program?.text ?? '';
  if (program === undefined || program.isPattern) return { condition: UNKNOWN_RUN };
  const whenDecided: RunCondition | undefined = bothConditions(condition, ifDecided(decides));
  if (!RUNNERS.test(name)) {
    if (!name.includes('/') && rest.some(({ text }) => INFORMATIVE.test(text))) return { condition: UNKNOWN_RUN };
    if (CERTAIN.test(name)) return defined({ condition });
    return defined({ condition, starts: defined({ program: name.includes('/') ? undefined : name, decides }) });
  }
  const [, options] = RUN_OPTIONS.find(([one]) => one.test(name)) ?? [];
  const script = scriptIn(rest)[0];
  const before = rest.slice(0, script === undefined ? undefined : rest.indexOf(script));
  if (!before.every(({ text, isUnknown }) => !isUnknown && options?.test(text) === true))
    return { condition: UNKNOWN_RUN };
  if (PREPARING.test(name)) return defined({ condition: whenDecided });
  return CERTAIN.test(name) ? defined({ condition }) : defined({ condition, starts: { program: name, decides } });
}

/** True for a word without a variable that the line does not assign. */
function isKnownPath(text: string): boolean {
  return !text.replace(/^\$\{?HOME\b\}?/, '').includes('$');
}

/** True if a command shows the files or the folders that it finds, unless they are empty. */
function isPrinting({ words: [program, ...rest], isShown }: SimpleCommand): boolean {
  const isRange = ({ text }: ShellWord): boolean => /^\d+(?:,(?:\d+|\$))?p$/.test(text);
  const prints = PRINTERS.test(program?.text ?? '') || (program?.text === 'sed' && rest.some(isRange));
  return isShown && prints;
}

/** True for a command that prints names of files. */
function isListing({ words: [program, option] }: SimpleCommand): boolean {
  return /^(?:ls|find|tree|fd)$/.test(program?.text ?? '') || (program?.text === 'rg' && option?.text === '--files');
}

/** Returns the name that `… | grep NAME` selects from a list of files. A pattern is not a name. */
function filterLookup({ words: [program, ...rest] }: SimpleCommand, from: string): readonly Lookup[] {
  if (!/^(?:grep|egrep|fgrep|rg)$/.test(program?.text ?? '')) return [];
  const [pattern] = operands(rest);
  return pattern === undefined ? [] : nameLookup(pattern, from, from);
}

/** Returns a search for files whose name contains a word; empty if the word cannot be part of a name. */
function nameLookup({ text, isUnknown }: ShellWord, path: string, from: string): readonly Lookup[] {
  const isName = !isUnknown && /^[\w./-]+$/.test(text);
  return isName ? [{ kind: 'search', path, from, pattern: `*${text.slice(text.lastIndexOf('/') + 1)}*` }] : [];
}

/** Returns the name of a program; of an interpreter without its folder and `.exe`. */
function programOf(text: string): string {
  const name = text.slice(text.lastIndexOf('/') + 1).replace(/\.exe$/i, '');
  return RUNNERS.test(name) ? name : text;
}

/** The home of a command, and how its paths are resolved. */
interface Places {
  readonly home: string;
  readonly toPath: Resolve;
}

function lookupsOf({ words }: SimpleCommand, from: string, places: Places): readonly Lookup[] {
  const [program, ...rest] = words;
  if (program === undefined || program.isUnknown) return [];
  const lookup = (kind: Lookup['kind']) => (word: ShellWord) => fileLookup(kind, word, from, places);
  const name = programOf(program.text);
  if (name === 'find') return searches(rest, from, places);
  if (name === 'fd' || name === 'locate')
    return operands(rest)
      .slice(0, 1)
      .flatMap((word) => nameLookup(word, name === 'fd' ? from : '/', from));
  // An interpreter that a skill brings is a script of its own.
  const own = program.text.includes('/') ? lookup('script')(program) : [];
  if (RUNNERS.test(name)) return [...scriptIn(rest).flatMap(lookup('script')), ...own];
  if (own.length > 0) return own;
  if (READERS.test(name)) return operands(rest).flatMap(lookup('resource'));
  if (name === 'cp') return operands(rest).slice(0, -1).flatMap(lookup('resource'));
  if (LISTERS.test(name)) return operands(rest).flatMap(lookup('search'));
  if (!FILTERS.test(name)) return [];
  const hasExpression = rest.some(({ text }) => /^-[ef]$|^--(?:expression|regexp|file)/.test(text));
  return operands(rest, true)
    .slice(hasExpression ? 0 : 1)
    .flatMap(lookup('resource'));
}

/** Returns the words that are neither options nor values of options. */
function operands(words: readonly ShellWord[], isFilter = false): readonly ShellWord[] {
  return words.filter(({ text }, index) => {
    if (text.startsWith('-') || text === ']' || text === '!' || text === '') return false;
    const before = words[index - 1]?.text ?? '';
    return !(isFilter && VALUED.test(before)) && !(NUMBERED.test(before) && /^[+-]?\d+$/.test(text));
  });
}

/** Returns the file that an interpreter runs. */
function scriptIn(words: readonly ShellWord[]): readonly ShellWord[] {
  for (const word of words) {
    if (CODE.test(word.text)) return [];
    if (!word.text.startsWith('-') && word.text !== 'run') return [word];
  }
  return [];
}

function fileLookup(kind: Lookup['kind'], word: ShellWord, from: string, places: Places): readonly Lookup[] {
  if (word.isUnknown || word.text === '') return [];
  if (!word.isPattern) return [{ kind, path: pathOf(word.text, from, places), from, asked: word.text }];
  // A pattern without a match is passed on as it is, so only a missing folder is certain.
  const { base, glob } = picomatch.scan(word.text);
  return base === '' || base === '.' ? [] : [{ kind: 'search', path: pathOf(base, from, places), from, glob }];
}

/** Returns the folders that a `find` searches, with the name that it searches for. */
function searches(words: readonly ShellWord[], from: string, places: Places): readonly Lookup[] {
  const first = words.findIndex(({ text }) => /^[-(!]/.test(text));
  const folders = words.slice(0, first < 0 ? undefined : first);
  const patterns = words.flatMap((word, index) =>
    /^-i?(?:name|path|wholename)$/.test(words[index - 1]?.text ?? '') ? [word.text] : [],
  );
  const start = folders.length === 0 ? [from] : folders.map(({ text }) => pathOf(text, from, places));
  if (patterns.length === 0) return start.map((path) => ({ kind: 'search', path, from }));
  return patterns.map((pattern) => ({ kind: 'search', path: start[0] ?? from, from, pattern }));
}

/** Resolves a path of a command; a variable that stands for the skill's folder is treated as the working directory. */
function pathOf(text: string, from: string, { home, toPath }: Places): string {
  const expanded = text === '~' || text.startsWith('~/') ? home + text.slice(1) : text.replace(/^\$\{?HOME\}?/, home);
  const { base, length } = prefixOf(expanded);
  return toPath(from, base.kind === 'skill' ? expanded.slice(length) : expanded);
}
