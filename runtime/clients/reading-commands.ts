import { type Command, parse, type Redirection, type Word, type WordPart } from 'unbash';
import { expandWord } from './shell-words.ts';

/** An argument of a program, as written. */
interface Argument {
  readonly text: string;
  /** True if its text is what the program is given: no part of it is expanded. */
  readonly isFixed: boolean;
  /** True if it can become an option, or several words. */
  readonly mayBeOption: boolean;
}

/** Returns true if a program only reads files when it is run with these arguments. */
type Check = (args: readonly Argument[]) => boolean;

/** Programs without an option that writes a file or runs another program. */
const HARMLESS =
  'cat head tail nl wc strings diff cut ls stat du realpath cd pwd echo which true false grep egrep fgrep jq'.split(
    ' ',
  );

const SORT = /^-(?:[bdfghiMnrRVcCmsuz]+|k[\d.,bdfgiMhnRrV]*|t.?)$|^--(?:reverse|unique|(?:numeric|version)-sort)$/;
const RG =
  /^-[A-Za-y\d.]+$|^--(?:files|hidden|no-ignore|glob|type|line-number|ignore-case|count|no-heading|max-count|files-with-matches|context|color(?:=\w+)?)$/;
const BAT = /^-[pnAlr]+$|^--(?:plain|number|(?:style|color|paging|language|line-range)=[\w,:-]+)$/;
const FIND =
  /^-(?:i?name|i?path|wholename|i?regex|regextype|type|maxdepth|mindepth|size|[acm]time|[acm]min|newer|print0?|printf|ls|not|o|or|a|and|prune|empty|perm|user|group|quit|follow|H|L|P|xdev|mount|depth|executable|readable|writable|links|inum|samefile)$/;

/** Programs that write a file or run another program with some options: only those that do neither are allowed. */
const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ...HARMLESS.map((name): [string, Check] => [name, () => true]),
  ['sort', withOptions(SORT)],
  // A second operand is the file that is written.
  ['uniq', withOptions(/^-(?:[cdDiuz]+|[fsw]\d+)$/, 1)],
  ['xxd', withOptions(/^-(?:[abeiEpu]+|[cgls]\d+)$/, 1)],
  ['tree', withOptions(/^-[adfilpsughDFCSnvtrNQJxLIP]+$|^--(?:noreport|dirsfirst|prune|gitignore)$/)],
  ['rg', withOptions(RG)],
  ['yq', withOptions(/^-(?:[rPejcNMnCy]+|[op]=?\w*)$/)],
  ['file', withOptions(/^-[biLhk]+$|^--(?:mime(?:-type|-encoding)?|brief)$/)],
  ['less', withOptions(/^-[NSRFXEeinmM]+$/)],
  ['more', withOptions(/^-\d+$/)],
  ['bat', withOptions(BAT)],
  ['find', withOptions(FIND)],
  // `-v` assigns a variable.
  ['printf', ([format]) => format?.isFixed === true && !format.text.startsWith('-')],
  ['test', isHarmlessTest],
  ['[', (args) => args.at(-1)?.text === ']' && isHarmlessTest(args.slice(0, -1))],
  ['sed', isHarmlessSed],
]);

/** Returns a check that allows these options, and at most `operands` other arguments. */
function withOptions(options: RegExp, operands = Number.POSITIVE_INFINITY): Check {
  return (args) => {
    // Commands of a pager start with `+`.
    const isAllowed = ({ text, mayBeOption }: Argument): boolean =>
      !mayBeOption && (/^(?:[^-+]|-?$)/.test(text) || options.test(text));
    const others = args.filter(({ text }) => !/^-./.test(text));
    return (
      args.every(isAllowed) && others.length <= operands && (operands > 1 || others.every(({ isFixed }) => isFixed))
    );
  };
}

/** True for one condition. The operand of `-v` is evaluated, with the commands in it. */
function isHarmlessTest(args: readonly Argument[]): boolean {
  const rest = args[0]?.text === '!' ? args.slice(1) : args;
  const [first, second] = rest;
  if (first === undefined || second === undefined || rest.length > 3) return false;
  if (rest.length === 2) return first.isFixed && /^-[a-zGLNOS]$/.test(first.text) && first.text !== '-v';
  return second.isFixed && /^(?:=|==|!=|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/.test(second.text);
}

const ADDRESS = String.raw`(?:\d+|\$|\/(?:[^\/\\\n]|\\[^\n])*\/)`;
const SED_COMMAND = new RegExp(String.raw`^(?:${ADDRESS}(?:,\+?${ADDRESS})?)?!?[pdq=]$`);
const SUBSTITUTION = /^(?:\d+(?:,\d+)?)?s([/|#,])(?:(?!\1)[^\\\n]|\\[^\n])*\1(?:(?!\1)[^\\\n]|\\[^\n])*\1[gIip\d]*$/;

/** True if the scripts of a `sed` print, delete and replace only: `w` writes a file, and `e` runs a command. */
function isHarmlessSed(args: readonly Argument[]): boolean {
  const scripts: Argument[] = [];
  const operands: Argument[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index];
    if (arg === undefined || arg.mayBeOption) return false;
    if (/^-[nErsz]*e$/.test(arg.text)) {
      const script = args[++index];
      if (script !== undefined) scripts.push(script);
    } else if (!arg.text.startsWith('-')) operands.push(arg);
    else if (!/^-[nErsz]+$|^--(?:quiet|silent|regexp-extended)$/.test(arg.text)) return false;
  }
  const [first] = operands;
  const all = scripts.length > 0 || first === undefined ? scripts : [first];
  const isHarmless = (text: string): boolean => SED_COMMAND.test(text.trim()) || SUBSTITUTION.test(text.trim());
  return (
    all.length > 0 &&
    all.every(({ text, isFixed }) => isFixed && (isHarmless(text) || text.split(';').every(isHarmless)))
  );
}

/** Parts of a command line that neither assign a variable (but for loops) nor run a command in a substitution. */
const PLAIN_PARTS: ReadonlySet<string> = new Set([
  ...['Script', 'Statement', 'CompoundList', 'AndOr', 'Pipeline', 'Negation', 'Time', 'Command', 'Redirected'],
  ...['Redirect', 'FileDescriptor', 'Subshell', 'BraceGroup', 'If', 'Elif', 'For', 'Word', 'Literal', 'SingleQuoted'],
  ...['AnsiCQuoted', 'DoubleQuoted', 'Glob', 'BraceExpansion', 'SimpleExpansion', 'ParameterExpansion'],
]);

/** Maximum length of a command line that is parsed, in characters. */
const MAX_LENGTH = 20_000;

/**
 * Returns true if a command line is known to only read files: a hint for guards, which errs on the other side. Whether a
 * command changed a file is decided by the files.
 */
export function onlyReads(command: string): boolean {
  if (command.length > MAX_LENGTH) return false;
  try {
    const script = parse(command);
    return script.errors === undefined && script.commands.length > 0 && isReading(script);
  } catch {
    // Thousands of nested parentheses exceed the stack.
    return false;
  }
}

interface Part {
  readonly type: string;
}

function isReading(node: Part): boolean {
  if (!PLAIN_PARTS.has(node.type)) return false;
  if (isOf(node, 'Redirect')) return isHarmlessRedirection(node);
  if (isOf(node, 'ParameterExpansion'))
    return node.operation === undefined && node.index === undefined && node.prefix === undefined;
  if (isOf(node, 'Command') && !isReadingCommand(node)) return false;
  // Programs read variables in capitals, such as `PATH`.
  if (isOf(node, 'For') && !/^[a-z]\w*$/.test(node.name.value)) return false;
  // The parser determines the parts of a word when they are read, so that they are no values of their own.
  const parts: unknown = 'parts' in node ? node.parts : undefined;
  return [...Object.values(node).flat(), ...(Array.isArray(parts) ? parts : [])].every(
    (one) => !isPart(one) || isReading(one),
  );
}

type Parts = Command | Redirection | WordPart | { readonly type: 'For'; readonly name: Word };

function isOf<T extends Parts['type']>(node: Part, type: T): node is Extract<Parts, { type: T }> {
  return node.type === type;
}

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && 'type' in value;

/** True for `2>/dev/null`, `2>&1` and `< file`. */
function isHarmlessRedirection({ operator, target }: Extract<Redirection, { type: 'Redirect' }>): boolean {
  if (target === undefined || !argumentOf(target).isFixed) return false;
  if (operator === '<' || target.value === '/dev/null') return true;
  return operator === '>&' && /^\d+-?$/.test(target.value);
}

function isReadingCommand({ name, args }: Command): boolean {
  if (name === undefined || !argumentOf(name).isFixed) return false;
  const check = CHECKS.get(argumentOf(name).text);
  const words = args.filter((one) => one.type === 'Word');
  return check !== undefined && words.length === args.length && check(words.map(argumentOf));
}

function argumentOf(word: Word): Argument {
  const parts = word.parts ?? [];
  const isFixed = parts.every(isFixedPart);
  const [first] = parts;
  const { text } = expandWord(word, new Map());
  const splits = parts.some(({ type }) => type === 'SimpleExpansion' || type === 'ParameterExpansion');
  const begins = first === undefined || isFixedPart(first) || (first.type === 'DoubleQuoted' && beginsFixed(first));
  return { text, isFixed, mayBeOption: splits || !begins };
}

const isFixedPart = (part: WordPart): boolean =>
  part.type === 'Literal' ||
  part.type === 'SingleQuoted' ||
  part.type === 'AnsiCQuoted' ||
  (part.type === 'DoubleQuoted' && part.parts.every(({ type }) => type === 'Literal'));

/** True for a quoted text whose first character is known. */
function beginsFixed({ parts: [first] }: Extract<WordPart, { type: 'DoubleQuoted' }>): boolean {
  return first === undefined || first.type === 'Literal';
}
