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
  /** True if it runs only if a command before it succeeds or fails. */
  readonly isConditional: boolean;
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

/** Commands that run the command after them. */
const WRAPPERS = /^(?:exec|command|sudo|env|nohup)$/;
const ASSIGNMENT = /^(\w+)=(.*)$/s;

/**
 * Splits a command line into its simple commands, without running anything. Variables that the line itself assigns are
 * expanded, also those of a `for` loop over known words, whose commands are repeated; others stay as written.
 */
export function simpleCommands(line: string): readonly SimpleCommand[] {
  if (line.length > MAX_LENGTH) return [];
  const found: SimpleCommand[] = [];
  try {
    const none = { isPiped: false, isConditional: false, writes: false, isShown: true, isSilent: false };
    collect(parse(line), { ...none, variables: new Map() }, found);
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
  readonly fallback?: string;
  /** The variables that the line has assigned so far. */
  readonly variables: Map<string, string>;
}

/** Adds the simple commands of a node in their order, except those of substitutions, whose output is unknown. */
function collect(node: SyntaxNode, context: Context, found: SimpleCommand[]): void {
  if (node.type === 'Word' || found.length >= MAX_COMMANDS) return;
  if (node.type === 'For' && node.wordlist !== undefined) {
    for (const field of node.wordlist.flatMap((word) => fieldsOf(word, context.variables))) {
      if (field.isUnknown) context.variables.delete(node.name.value);
      else assign(node.name.value, field, context.variables);
      collect(node.body, context, found);
    }
  } else if (node.type === 'Command') {
    const command = simpleCommand(node, context);
    if (command.words.length > 0) found.push(command);
  } else if (node.type === 'Pipeline')
    for (const [index, one] of node.commands.entries()) {
      const isShown = context.isShown && node.commands.slice(index + 1).every(passesOn);
      collect(one, { ...context, isPiped: context.isPiped || index > 0, isShown }, found);
    }
  else if (node.type === 'AndOr')
    for (const [index, one] of node.commands.entries()) {
      const { fallback: _, ...outer } = context;
      const fallback = fallbackOf(node, index, context.variables);
      const inner = { ...outer, ...(fallback === undefined ? {} : { fallback }) };
      collect(one, { ...inner, isConditional: context.isConditional || index > 0 }, found);
    }
  else if (node.type === 'If' || node.type === 'While' || node.type === 'Case')
    for (const one of nodesIn(node)) collect(one, { ...context, isConditional: true }, found);
  else if (node.type === 'Redirected')
    collect(
      node.command,
      {
        ...context,
        writes: context.writes || node.redirects.some(writesFile),
        isSilent: context.isSilent || discardsErrors(node.redirects),
      },
      found,
    );
  else for (const one of nodesIn(node)) collect(one, context, found);
}

const nodesIn = (node: SyntaxNode): readonly SyntaxNode[] => Object.values(node).flat().filter(isNode);

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null && 'type' in value;

function simpleCommand(
  { prefix, name, args, redirects }: Command,
  { isPiped, isConditional, writes, isShown, isSilent, fallback, variables }: Context,
): SimpleCommand {
  for (const one of prefix)
    if (one.type === 'Assignment' && one.value.type === 'Word')
      assign(one.name, expandWord(one.value, variables), variables);
  const all = [name, ...args].flatMap((one) => (one?.type === 'Word' ? fieldsOf(one, variables) : []));
  const [program, option, ...values] = all;
  // `set -- a b` assigns `$1` and `$2`.
  if (program?.text === 'set' && option?.text === '--')
    for (const [index, value] of values.slice(0, 9).entries()) assign(String(index + 1), value, variables);
  let first = 0;
  while (WRAPPERS.test(all[first]?.text ?? '') || (first > 0 && ASSIGNMENT.test(all[first]?.text ?? ''))) first++;
  const isWritten = writes || redirects.some(writesFile);
  return {
    ...{ words: all.slice(first), writes: isWritten, isPiped, isConditional, isShown: isShown && !isWritten },
    isSilent: isSilent || discardsErrors(redirects),
    ...(fallback === undefined ? {} : { fallback }),
  };
}

/** True for a command that prints the beginning or the end of its input, or all of it. */
function passesOn(node: SyntaxNode): boolean {
  return node.type === 'Command' && /^(?:cat|head|tail|less|more|nl)$/.test(node.name?.value ?? '');
}

/**
 * Returns what the `echo` prints that follows a command of a list after `||`; undefined if there is none. A command before
 * another one that can fail has none, because either of them may have failed.
 */
function fallbackOf({ commands, operators }: AndOr, index: number, variables: Variables): string | undefined {
  const end = operators.indexOf('||', index);
  if (end < 0 || commands.slice(index + 1, end + 1).some((one) => echoed(one, variables) === undefined))
    return undefined;
  return echoed(commands[end + 1], variables);
}

/** Returns the text that an `echo` prints; undefined for other commands. */
function echoed(node: SyntaxNode | undefined, variables: Variables): string | undefined {
  if (node?.type !== 'Command' || node.name?.value !== 'echo' || node.redirects.length > 0) return undefined;
  const words = node.args.flatMap((one) => (one.type === 'Word' ? fieldsOf(one, variables) : []));
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

function assign(name: string, { text, isUnknown }: ShellWord, variables: Map<string, string>): void {
  if (!isUnknown) variables.set(name, text);
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
  return {
    text: texts.join(''),
    isPattern: parts?.some(({ type }) => type === 'Glob' || type === 'ExtendedGlob') ?? false,
    isUnknown: texts.includes(undefined),
  };
}

/** Returns the words that a word becomes: one for each alternative in braces, or for each field of an unquoted variable. */
function fieldsOf(word: Word, variables: Variables): readonly ShellWord[] {
  const expanded = expandWord(word, variables);
  const parts = word.parts ?? [];
  const [first] = parts;
  if (parts.length === 1 && (first?.type === 'SimpleExpansion' || first?.type === 'ParameterExpansion')) {
    const texts = expanded.text.split(/\s+/).filter((text) => text !== '');
    return texts.slice(0, MAX_FIELDS).map((text) => ({ ...expanded, text }));
  }
  if (expanded.isUnknown || !parts.some(({ type }) => type === 'BraceExpansion')) return [expanded];
  let texts = [''];
  for (const part of parts) {
    const [, list] = (part.type === 'BraceExpansion' && /^\{([^{},]*,[^{}]*)\}$/.exec(part.text)) || [];
    const ends = list?.split(',') ?? [textOf(part, variables) ?? ''];
    texts = texts.flatMap((start) => ends.map((end) => start + end)).slice(0, MAX_FIELDS);
  }
  return texts.map((text) => ({ ...expanded, text }));
}

/** Returns the text of a part of a word; undefined if it is known only when the command runs. */
function textOf(part: WordPart | DoubleQuotedChild, variables: Variables): string | undefined {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return part.value;
    case 'DoubleQuoted':
    case 'LocaleString': {
      const texts = part.parts.map((one) => textOf(one, variables));
      return texts.includes(undefined) ? undefined : texts.join('');
    }
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
