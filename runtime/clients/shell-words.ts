import {
  type AndOr,
  type Command,
  type DoubleQuotedChild,
  parse,
  type Redirection,
  type SyntaxNode,
  type Word,
  type WordPart,
} from 'unbash';
import { defined } from '../../skill/index.ts';
import {
  assignsHarmlessly,
  assignsSubstitution,
  bothConditions,
  canEndInWord,
  cannotFail,
  conditionsInList,
  endsLikeLast,
  FIRST,
  type Flow,
  flowAfter,
  flowAfterInner,
  ifDecided,
  isHarmlessName,
  isUnlimited,
  onlyPrints,
  type RunCondition,
  UNKNOWN_RUN,
} from './reached-commands.ts';
import type { ShellWord } from './shell-word.ts';

// cspell:ignore Coproc

/** One simple command of a command line, without assignments and redirects. */
export interface SimpleCommand {
  readonly words: readonly ShellWord[];
  /** True if its output goes into a file. */
  readonly writes: boolean;
  /** True if it reads the output of the command before it. */
  readonly isPiped: boolean;
  /** True if it runs only if a command before it succeeds or fails. */
  readonly isConditional: boolean;
  /** When it certainly runs, if its program exists; absent if always. */
  readonly condition?: RunCondition;
  /** True if the line can succeed only if this command does. */
  readonly decides: boolean;
  /** True if its output is shown, not written to a file or filtered by another command. */
  readonly isShown: boolean;
  /** True if its errors are not shown: `2>/dev/null`. */
  readonly isSilent: boolean;
  /** Text that an `echo` prints instead if it fails: `cat a.md || echo none`. */
  readonly fallback?: string;
}

/** Maximum length of a command line that is parsed, in characters. */
const MAX_LENGTH = 20_000;
/** Maximum number of simple commands of a line, and of fields of a word. Loops in loops multiply the commands. */
const MAX_COMMANDS = 2000;
const MAX_FIELDS = 100;
/** Maximum length of a word after expansion, in characters. A longer one is unknown: variables can double. */
const MAX_TEXT = 20_000;
/** Maximum number of characters that the expansion of a line visits. Loops in loops multiply them. */
const MAX_WORK = 200_000;
/** A part of the line, or a word, costs as much as this number of characters. */
const PART_WORK = 10;

/** Commands that run the command after them. */
const WRAPPERS = /^(?:exec|command|sudo|env|nohup)$/;
const ASSIGNMENT = /^(\w+)=/;

/**
 * Splits a command line into its simple commands, without running anything. Variables that the line itself assigns are
 * expanded, also those of a `for` loop over known words, whose commands are repeated; others stay as written.
 */
export function simpleCommands(line: string): readonly SimpleCommand[] {
  if (line.length > MAX_LENGTH) return [];
  const found: SimpleCommand[] = [];
  try {
    const none = { isPiped: false, isConditional: false, writes: false, isShown: true, isSilent: false };
    const decided = { decides: true, canBeStrict: true };
    const script = parse(line);
    // A line that the shell cannot parse runs nothing.
    const condition = script.errors !== undefined || canEndInWord(line) ? UNKNOWN_RUN : undefined;
    const shell = { flow: { ...FIRST, condition }, variables: new Map<string, string>() };
    collect(script, { ...none, ...decided, shell, work: { left: MAX_WORK } }, found);
  } catch {
    // Thousands of nested parentheses exceed the stack.
  }
  return found;
}

interface Context {
  readonly isPiped: boolean;
  readonly isConditional: boolean;
  readonly writes: boolean;
  readonly isShown: boolean;
  readonly isSilent: boolean;
  readonly fallback?: string | undefined;
  readonly condition?: RunCondition | undefined;
  /** True if the line can succeed only if this part of it does. */
  readonly decides: boolean;
  /** False where a command may fail although the shell ends with the first failure. */
  readonly canBeStrict: boolean;
  readonly shell: Shell;
  readonly work: Work;
}

/** The state of a shell, as the line has changed it so far. */
interface Shell {
  flow: Flow;
  /** The variables that it has assigned. */
  readonly variables: Map<string, string>;
}

/** The rest of the work that the expansion of a line may take. */
interface Work {
  left: number;
}

/** Adds the simple commands of a node in their order, except those of substitutions, whose output is unknown. */
function collect(node: SyntaxNode, context: Context, found: SimpleCommand[]): void {
  const { shell, work } = context;
  // A loop can be empty, or assign only.
  if (node.type === 'Word' || isFull(work, found)) return;
  work.left -= PART_WORK;
  if (node.type === 'For' && node.wordlist !== undefined) collectLoop(node.name, node.wordlist, node.body);
  else if (node.type === 'Command') {
    const { command, isReplacing } = simpleCommand(node, context);
    if (command.words.length > 0) found.push(command);
    shell.flow = flowAfter(shell.flow, { node, words: command.words, isReplacing, condition: context.condition });
  } else if (node.type === 'Pipeline') {
    const lastFilter = node.commands.findLastIndex((one) => !passesOn(one));
    const { flow } = shell;
    const open = node.commands.filter((other) => !onlyPrints(other));
    for (const [index, one] of node.commands.entries()) {
      if (isFull(work, found)) return;
      const isShown = context.isShown && index >= lastFilter;
      const isLast = index === node.commands.length - 1 && endsLikeLast(node);
      const decided = { decides: context.decides && isLast, canBeStrict: context.canBeStrict && isLast };
      const inner = { ...context, isPiped: context.isPiped || index > 0, isShown, ...decided };
      // Each command of several has a shell of its own.
      if (node.commands.length === 1) collect(one, inner, found);
      else {
        // The others run at the same time, and can end the shell before this one begins.
        const isOpen = flow.isOpen || open.length > 1 || (open.length === 1 && open[0] !== one);
        const own = { ...shell, flow: { ...flow, isOpen } };
        collect(one, { ...inner, shell: own }, found);
        shell.flow = flowAfterInner(shell.flow, own.flow);
      }
    }
  } else if (node.type === 'AndOr') {
    work.left -= PART_WORK * node.commands.length;
    const conditions = conditionsInList(node, context.decides);
    const fallbacks = fallbacksOf(node);
    const decides = context.decides && node.operators.every((operator) => operator === '&&');
    for (const [index, one] of node.commands.entries()) {
      if (isFull(work, found)) return;
      const fallback = echoed(fallbacks[index], context);
      const condition = bothConditions(context.condition, conditions[index]);
      const isConditional = context.isConditional || index > 0;
      collect(one, { ...context, fallback, isConditional, condition, decides, canBeStrict: false }, found);
    }
  } else if (node.type === 'If' || node.type === 'While' || node.type === 'Case')
    for (const one of nodesIn(node)) {
      const isClause = node.type !== 'Case' && one === node.clause;
      const condition = isClause ? undefined : UNKNOWN_RUN;
      collect(one, { ...inside(context, { condition }), isConditional: true }, found);
    }
  else if (node.type === 'Subshell') collectInner(node.body, context, found);
  else if (
    node.type === 'Function' ||
    node.type === 'Select' ||
    node.type === 'ArithmeticFor' ||
    node.type === 'Coproc'
  ) {
    for (const one of nodesIn(node)) collect(one, inside(context, { condition: UNKNOWN_RUN }), found);
    // A function can have the name of a program, and the variable of a loop any name.
    shell.flow = { ...shell.flow, condition: UNKNOWN_RUN };
  } else if (node.type === 'Redirected')
    collect(
      node.command,
      {
        ...context,
        writes: context.writes || node.redirects.some(writesFile),
        isSilent: context.isSilent || discardsErrors(node.redirects),
        condition: cannotFail(node.redirects)
          ? context.condition
          : bothConditions(context.condition, ifDecided(context.decides)),
      },
      found,
    );
  else if (node.type === 'Statement' && node.background === true) {
    // The shell can end before it begins.
    const inner = { decides: false, canBeStrict: false, condition: UNKNOWN_RUN };
    for (const one of nodesIn(node)) collectInner(one, { ...context, ...inner }, found);
  } else {
    const nodes = nodesIn(node);
    for (const [index, one] of nodes.entries()) {
      if (isFull(work, found)) return;
      collect(one, { ...context, decides: context.decides && index === nodes.length - 1 }, found);
    }
  }

  function collectLoop(name: Word, list: readonly Word[], body: SyntaxNode): void {
    if (!isHarmlessName(name.value)) shell.flow = { ...shell.flow, condition: UNKNOWN_RUN };
    for (const field of list.flatMap((word) => fieldsOf(word, context))) {
      assign(name.value, field, shell.variables);
      // An unknown word can be none.
      const condition = isUnlimited(field) || field.text.startsWith('$') ? UNKNOWN_RUN : undefined;
      collect(body, inside(context, { condition }), found);
    }
  }
}

/** True if no further command of a line is looked at. */
function isFull(work: Work, found: readonly SimpleCommand[]): boolean {
  return found.length >= MAX_COMMANDS || work.left <= 0;
}

/** Adds the commands of a node that runs in a shell of its own. */
function collectInner(node: SyntaxNode, context: Context, found: SimpleCommand[]): void {
  const { shell } = context;
  const inner = { ...shell };
  collect(node, { ...context, shell: inner }, found);
  shell.flow = flowAfterInner(shell.flow, inner.flow);
}

/** Returns the context of a part of a command that decides nothing about the success of the line. */
function inside(context: Context, { condition }: Pick<Context, 'condition'>): Context {
  return { ...context, decides: false, canBeStrict: false, condition: bothConditions(context.condition, condition) };
}

const nodesIn = (node: SyntaxNode): readonly SyntaxNode[] => Object.values(node).flat().filter(isNode);

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null && 'type' in value;

/** Returns a command, and whether it replaces the shell. */
function simpleCommand(
  node: Command,
  context: Context,
): { readonly command: SimpleCommand; readonly isReplacing: boolean } {
  const { prefix, name, args, redirects } = node;
  const { isPiped, isConditional, writes, isShown, isSilent, fallback, work, shell } = context;
  const { flow, variables } = shell;
  work.left -= PART_WORK * (prefix.length + redirects.length);
  for (const one of prefix)
    if (one.type === 'Assignment' && one.value.type === 'Word') assign(one.name, expand(one.value, context), variables);
  const all = [name, ...args].flatMap((one) => (one?.type === 'Word' ? fieldsOf(one, context) : []));
  const [program, option, ...values] = all;
  // `set -- a b` assigns `$1` and `$2`.
  if (program?.text === 'set' && option?.text === '--')
    for (const [index, value] of values.slice(0, 9).entries()) assign(String(index + 1), value, variables);
  let first = 0;
  while (WRAPPERS.test(all[first]?.text ?? '') || (first > 0 && ASSIGNMENT.test(all[first]?.text ?? ''))) first++;
  const wrappers = all.slice(0, first).map(({ text }) => text);
  const isWritten = writes || redirects.some(writesFile);
  const decides = context.decides || (context.canBeStrict && flow.isStrict);
  // Something of it can fail before the program starts.
  const isFragile =
    flow.isOpen ||
    wrappers.includes('sudo') ||
    !cannotFail(redirects) ||
    assignsSubstitution(node) ||
    all.some((one) => one.isPattern || isUnlimited(one));
  const isItself =
    assignsHarmlessly(node) &&
    wrappers.every((one) => WRAPPERS.test(one) || isHarmlessName(ASSIGNMENT.exec(one)?.[1] ?? ''));
  const reached = bothConditions(context.condition, flow.condition);
  const started = bothConditions(reached, isFragile ? ifDecided(decides) : undefined);
  const command: SimpleCommand = defined({
    words: all.slice(first),
    writes: isWritten,
    isPiped,
    isConditional,
    condition: isItself ? started : UNKNOWN_RUN,
    decides,
    isShown: isShown && !isWritten,
    isSilent: isSilent || discardsErrors(redirects),
    fallback,
  });
  return { command, isReplacing: wrappers.includes('exec') };
}

/** True for a command that prints the beginning or the end of its input, or all of it. */
function passesOn(node: SyntaxNode): boolean {
  return node.type === 'Command' && /^(?:cat|head|tail|less|more|nl)$/.test(node.name?.value ?? '');
}

/**
 * Returns for each command of a list the `echo` that follows it after `||`; undefined if there is none. A command before
 * another one that can fail has none, because either of them may have failed.
 */
function fallbacksOf({ commands, operators }: AndOr): readonly (SyntaxNode | undefined)[] {
  const fallbacks: (SyntaxNode | undefined)[] = [];
  for (let index = commands.length - 2; index >= 0; index--) {
    const next = commands[index + 1];
    if (!isEcho(next)) continue;
    fallbacks[index] = operators[index] === '||' ? next : fallbacks[index + 1];
  }
  return fallbacks;
}

const isEcho = (node: SyntaxNode | undefined): node is Command =>
  node?.type === 'Command' && node.name?.value === 'echo' && node.redirects.length === 0;

/** Returns the text that an `echo` prints; undefined for other commands. */
function echoed(node: SyntaxNode | undefined, context: Context): string | undefined {
  if (!isEcho(node)) return undefined;
  const words = node.args.flatMap((one) => (one.type === 'Word' ? fieldsOf(one, context) : []));
  return words.some(({ isUnknown }) => isUnknown) ? undefined : words.map(({ text }) => text).join(' ');
}

/** True for `2>/dev/null`, `&>/dev/null`, and `>/dev/null 2>&1`. */
function discardsErrors(redirects: readonly Redirection[]): boolean {
  let isOutputDiscarded = false;
  let isDiscarded = false;
  for (const one of redirects) {
    if (one.type !== 'Redirect') continue;
    const { operator, descriptor, target } = one;
    const number = descriptor?.type === 'FileDescriptor' ? descriptor.value : 1;
    const isNull = target?.value === '/dev/null';
    if (operator.startsWith('&>')) isDiscarded = isNull;
    else if (operator === '>&' && number === 2) isDiscarded = target?.value === '1' && isOutputDiscarded;
    else if (operator.startsWith('>') && number === 2) isDiscarded = isNull;
    else if (operator.startsWith('>') && number === 1) isOutputDiscarded = isNull;
  }
  return isDiscarded;
}

/** Sets a variable to a word. If the word is unknown, so is the variable. */
function assign(name: string, { text, isUnknown }: ShellWord, variables: Map<string, string>): void {
  if (isUnknown) variables.delete(name);
  else variables.set(name, text);
}

const writesFile = (one: Redirection): boolean =>
  one.type === 'Redirect' &&
  one.operator.includes('>') &&
  // `2>&1` and `>&-` copy or close a descriptor.
  !(one.operator === '>&' && /^\d*-?$/.test(one.target?.value ?? '')) &&
  one.target?.value !== '/dev/null';

type Variables = ReadonlyMap<string, string>;

/** Returns a word after quoting and expansion, with the variables that are known. */
export function expandWord({ value, parts }: Word, variables: Variables): ShellWord {
  const texts = parts?.map((part) => textOf(part, variables)) ?? [value];
  const all = join(texts);
  return {
    text: all ?? join(texts.filter((text) => text !== undefined)) ?? '',
    isPattern: parts?.some(({ type }) => type === 'Glob' || type === 'ExtendedGlob') ?? false,
    isUnknown: all === undefined,
  };
}

/** Joins the texts of the parts of a word; undefined if one is unknown, or if they are too long together. */
function join(texts: readonly (string | undefined)[]): string | undefined {
  let length = 0;
  for (const text of texts) {
    length += text?.length ?? MAX_TEXT + 1;
    if (length > MAX_TEXT) return undefined;
  }
  return texts.join('');
}

const UNKNOWN: ShellWord = { text: '', isPattern: false, isUnknown: true };

/** Like `expandWord`, within the work that is left: later words are unknown. */
function expand(word: Word, { shell, work }: Pick<Context, 'shell' | 'work'>): ShellWord {
  if (work.left <= 0) return UNKNOWN;
  const expanded = expandWord(word, shell.variables);
  work.left -= PART_WORK + word.end - word.pos + expanded.text.length;
  return expanded;
}

/** Returns the words that a word becomes: one for each alternative in braces, or for each field of an unquoted variable. */
function fieldsOf(word: Word, context: Pick<Context, 'shell' | 'work'>): readonly ShellWord[] {
  const expanded = expand(word, context);
  const parts = word.parts ?? [];
  const [first] = parts;
  if (expanded.isUnknown) return [expanded];
  if (parts.length === 1 && (first?.type === 'SimpleExpansion' || first?.type === 'ParameterExpansion')) {
    const texts = expanded.text.split(/\s+/, MAX_FIELDS + 1).filter((text) => text !== '');
    return texts.slice(0, MAX_FIELDS).map((text) => ({ ...expanded, text }));
  }
  if (parts.length > MAX_FIELDS || !parts.some(({ type }) => type === 'BraceExpansion')) return [expanded];
  let texts = [''];
  for (const part of parts) {
    const [, list] = (part.type === 'BraceExpansion' && /^\{([^{},]*,[^{}]*)\}$/.exec(part.text)) || [];
    const ends = list?.split(',', MAX_FIELDS) ?? [textOf(part, context.shell.variables) ?? ''];
    texts = texts.flatMap((start) => ends.map((end) => start + end)).slice(0, MAX_FIELDS);
    context.work.left -= texts.length;
  }
  // Each alternative repeats the rest of the word.
  for (const text of texts) context.work.left -= PART_WORK + text.length;
  return context.work.left < 0 ? [UNKNOWN] : texts.map((text) => ({ ...expanded, text }));
}

/** Returns the text of a part of a word; undefined if it is known only when the command runs. */
function textOf(part: WordPart | DoubleQuotedChild, variables: Variables): string | undefined {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return part.value;
    case 'DoubleQuoted':
    case 'LocaleString':
      return join(part.parts.map((one) => textOf(one, variables)));
    case 'SimpleExpansion':
      return variables.get(part.text.slice(1)) ?? part.text;
    case 'ParameterExpansion':
      return (part.operation === undefined ? variables.get(part.parameter) : undefined) ?? part.text;
    case 'Glob':
    case 'ExtendedGlob':
    case 'BraceExpansion':
      return part.text;
    case 'CommandExpansion':
    case 'ArithmeticExpansion':
    case 'ProcessSubstitution':
      return undefined;
  }
}
