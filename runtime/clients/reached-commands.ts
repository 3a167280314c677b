/**
 * The commands of a line that certainly run, as far as that is known without running it. Only forms that are known to be
 * harmless are: whatever else comes before a command can end the shell, or change what the name of a program means.
 */
// cspell:ignore getopts mktemp nocorrect noglob popd pushd setopt shopt unalias unfunction
// cspell:ignore basename compgen compopt dirname errexit mapfile nounset pipefail readarray readlink realpath uname unhash unsetopt vared whoami zcompile zmodload zstyle
import type { AndOr, Assignment, Command, Pipeline, Redirection, SyntaxNode } from 'unbash';
import type { ShellWord } from './shell-word.ts';

/**
 * The conditions of which one must hold so that a command has certainly run. If both are false, nothing is known: it may have
 * been left out by another command.
 */
export interface RunCondition {
  /** The folder that it runs in exists: only `cd` comes before it. */
  readonly inFolder: boolean;
  /** The whole line succeeds. */
  readonly onSuccess: boolean;
}

/** The state of a shell after some commands, as far as it decides about those after them. */
export interface Flow {
  /** The condition of all further commands; undefined if there is none. */
  readonly condition: RunCondition | undefined;
  /** True if any program ran: a further command is proven only if the line cannot succeed without it. */
  readonly isOpen: boolean;
  /** True if the line fails with the next command that fails: `set -e`. */
  readonly isStrict: boolean;
  /** True if the directory changed. */
  readonly hasMoved: boolean;
}

/** The condition of a command of which nothing is known. */
export const UNKNOWN_RUN: RunCondition = { inFolder: false, onSuccess: false };
const ON_SUCCESS: RunCondition = { inFolder: false, onSuccess: true };

/** The flow at the beginning of a line. */
export const FIRST: Flow = { condition: undefined, isOpen: false, isStrict: false, hasMoved: false };

/** Returns the condition under which both hold; undefined for commands that always run. */
export function bothConditions(a: RunCondition | undefined, b: RunCondition | undefined): RunCondition | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return { inFolder: a.inFolder && b.inFolder, onSuccess: a.onSuccess && b.onSuccess };
}

/** Returns the condition of something that may fail, or be prevented, without a trace unless the line needs its success. */
export function ifDecided(decides: boolean): RunCondition {
  return decides ? ON_SUCCESS : UNKNOWN_RUN;
}

/**
 * Returns the conditions of the commands of a list with `&&` and `||`, in their order.
 * @param decides true if the line can succeed only if the list does
 */
export function conditionsInList(
  { commands, operators }: AndOr,
  decides: boolean,
): readonly (RunCondition | undefined)[] {
  const onSuccess = decides && operators.every((one) => one === '&&');
  let inFolder = true;
  return commands.map((_, index) => {
    const before = commands[index - 1];
    if (before === undefined) return undefined;
    inFolder &&= operators[index - 1] === '&&' && entersFolder(before);
    return { inFolder, onSuccess };
  });
}

/** True for a `cd` into a folder whose name is known. */
function entersFolder(node: SyntaxNode): boolean {
  if (node.type !== 'Command' || node.name?.value !== 'cd' || node.args.length !== 1) return false;
  const [folder] = node.args;
  const parts = folder?.type === 'Word' ? (folder.parts ?? []) : [];
  const inner = parts.flatMap((part) => [part, ...(part.type === 'DoubleQuoted' ? part.parts : [])]);
  return (
    node.redirects.length === 0 && folder?.type === 'Word' && !inner.some(({ type }) => type === 'CommandExpansion')
  );
}

/** True if a pipeline succeeds if its last command does. */
export function endsLikeLast({ prefixes }: Pipeline): boolean {
  return !prefixes.some(({ type }) => type === 'Negation');
}

/** Arithmetic, and expansions of a variable that can fail. An error ends the line, and not always with an exit code. */
const ENDING = /\$\[|\(\(|\$\{(?!#?\w+(?:\}|:?[-+]|[#%/]))/;
/** Operators whose operands are arithmetic between `[[` and `]]`. */
const ARITHMETIC_TEST = /\s-(?:eq|ne|[lg][te]|v)\b/;

/** True if a line can end in a word or a condition: `${name:?}` or `$((1/0))`. */
export function canEndInWord(line: string): boolean {
  return ENDING.test(line) || (line.includes('[[') && ARITHMETIC_TEST.test(line));
}

/** Variables of which no shell and no interpreter takes anything that decides whether, and how, a program runs. */
const HARMLESS_NAME =
  /^(?:[a-z_][a-z\d_]*|[A-Z]\d?|(?:[A-Z\d]+_)*(?:DIR|FOLDER|ROOT|FILE|FILES|OUT|OUTPUT|INPUT|SKILL|SKILLS|BASE|NAME|SRC|DST|DEST|URL)|CI|DEBUG|LANG|LC_\w+|TZ|NO_COLOR|FORCE_COLOR|TERM|COLUMNS|LINES|NODE_ENV|PYTHON(?:UNBUFFERED|IOENCODING|UTF8|DONTWRITEBYTECODE))$/;

/** True for a variable that a line may assign without any other consequence. */
export function isHarmlessName(name: string): boolean {
  return HARMLESS_NAME.test(name);
}

/** True if a command assigns only such variables, each a single value. */
export function assignsHarmlessly({ prefix, args, redirects }: Command): boolean {
  const assigned = [...prefix, ...args].filter((one): one is Assignment => one.type === 'Assignment');
  return (
    assigned.every(
      ({ name, index, value }) => index === undefined && value.type === 'Word' && HARMLESS_NAME.test(name),
    ) && !redirects.some(({ descriptor }) => descriptor?.type === 'FileDescriptorVariable')
  );
}

/** True for redirections that cannot fail: to `/dev/null`, or to another output. */
export function cannotFail(redirects: readonly Redirection[]): boolean {
  return redirects.every((one) => {
    if (one.type !== 'Redirect' || one.descriptor?.type === 'FileDescriptorVariable') return false;
    const target = one.target?.parts === undefined ? one.target?.value : undefined;
    return target === '/dev/null' || (one.operator === '>&' && /^[12]$/.test(target ?? ''));
  });
}

/** Programs and builtins that do nothing but print, or create folders, whatever their arguments. */
const PLAIN =
  /^(?::|true|false|echo|pwd|ls|cat|head|tail|wc|mkdir|touch|grep|egrep|fgrep|cut|tr|stat|file|du|date|basename|dirname|realpath|readlink|which|uname|whoami|id|seq|sleep)$/;
/** All builtins of bash but the plain ones, and those of zsh that end or change the shell: any other name is a program's. */
const BUILTINS = new Set(
  `. [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown enable eval exec
  exit export fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd read readarray readonly
  return set shift shopt source suspend test times trap type typeset ulimit umask unalias unset wait
  autoload bye chdir disable emulate float functions integer limit noglob nocorrect print rehash sched setopt unfunction
  unhash unlimit unsetopt vared where zcompile zmodload zstyle`.split(/\s+/),
);

/** True for a command that only prints, whatever its arguments, none of which is the output of another. */
export function onlyPrints(node: SyntaxNode): boolean {
  if (node.type !== 'Command' || !PLAIN.test(node.name?.value ?? '') || node.prefix.length > 0) return false;
  return !node.suffix.some((one) => one.type !== 'Redirect' && (one.type !== 'Word' || /`|\$\(|[<>]\(/.test(one.text)));
}

/** A command whose consequences for those after it are looked for. */
export interface RunCommand {
  readonly node: Command;
  /** After expansion, without programs that run it. */
  readonly words: readonly ShellWord[];
  /** True if one of those programs replaces the shell. */
  readonly isReplacing: boolean;
  /** When the command itself runs. */
  readonly condition: RunCondition | undefined;
}

/** Returns the flow after a command. */
export function flowAfter(flow: Flow, command: RunCommand): Flow {
  const { node, words, isReplacing, condition } = command;
  const unknown: Flow = { ...flow, condition: UNKNOWN_RUN };
  const open: Flow = { ...flow, isOpen: true };
  if (!assignsHarmlessly(node)) return unknown;
  const [program, ...args] = words;
  if (isReplacing) return program === undefined && cannotFail(node.redirects) ? flow : unknown;
  const isFixed = cannotFail(node.redirects) && !words.some(isUnlimited) && !assignsSubstitution(node);
  if (program === undefined) return isFixed ? flow : open;
  const name = program.text;
  // A word that is known only when it runs can be any command.
  if (program.isUnknown || program.isPattern || !/^[\w./~+:[-]+$/.test(name)) return unknown;
  switch (name) {
    case 'cd':
      return isFixed && isPlainFolder(args)
        ? { ...flow, hasMoved: true, condition: bothConditions(flow.condition, condition) }
        : unknown;
    case 'exit':
      // The line then fails, whatever comes after it.
      return isFailure(args) ? { ...flow, condition: bothConditions(flow.condition, ON_SUCCESS) } : unknown;
    case 'set':
      return afterSet(flow, args, condition) ?? unknown;
    case 'export':
      return isFixed && args.every(({ text }) => HARMLESS_NAME.test(text.split('=', 1)[0] ?? '')) ? flow : unknown;
    case 'printf':
      return isFixed && args[0] !== undefined && /^[^-$]/.test(args[0].text) ? flow : unknown;
    case 'test':
    case '[':
      // The operand of `-v` is evaluated.
      return isFixed && !args.some(({ text }) => text === '-v' || text.startsWith('$')) ? flow : unknown;
    default:
      if (BUILTINS.has(name)) return unknown;
      return isFixed && PLAIN.test(name) ? flow : open;
  }
}

/** Returns the flow after commands that ran in a shell of their own. */
export function flowAfterInner(flow: Flow, inner: Flow): Flow {
  const isOpen = flow.isOpen || inner.isOpen || inner.condition !== flow.condition;
  // Paths after it are resolved against a directory that is only the inner shell's.
  return { ...flow, isOpen, condition: inner.hasMoved && !flow.hasMoved ? UNKNOWN_RUN : flow.condition };
}

/** True for a word that is known only when the command runs, or that can become any number of words. */
export function isUnlimited({ text, isUnknown }: ShellWord): boolean {
  return isUnknown || (text.includes('{') && text.includes('..'));
}

/** The output of a program that does nothing else. */
const PLAIN_SUBSTITUTION = /\$\((?:mktemp|pwd|date|dirname|basename|realpath)(?: [\w\s./~+%"-]*)?\)/g;

/** True if a command assigns the output of a program that may do more than print. */
export function assignsSubstitution({ prefix, args }: Command): boolean {
  return [...prefix, ...args].some(
    (one) => one.type === 'Assignment' && /`|\$\(|[<>]\(/.test(one.text.replace(PLAIN_SUBSTITUTION, '')),
  );
}

/** True for a single folder whose name is known, so that later paths are resolved against the right one. */
function isPlainFolder(args: readonly ShellWord[]): boolean {
  const [folder] = args;
  if (args.length !== 1 || folder === undefined) return args.length === 0;
  return !folder.isUnknown && !folder.isPattern && /^(?!-)(?:\$\{?HOME\b\}?)?[^$]*$/.test(folder.text);
}

function isFailure([code, ...others]: readonly ShellWord[]): boolean {
  return others.length === 0 && /^(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])$/.test(code?.text ?? '');
}

/** Returns the flow after `set`; undefined for options that change how further commands run. */
function afterSet(flow: Flow, args: readonly ShellWord[], condition: RunCondition | undefined): Flow | undefined {
  const texts = args.map(({ text }) => text);
  if (texts[0] === '--') return flow;
  const isKnown = texts.every((text, index) =>
    /^(?:errexit|nounset|pipefail|xtrace)$/.test(text)
      ? /^-\w*o$/.test(texts[index - 1] ?? '')
      : /^-(?:[eux]+o?|o)$/.test(text),
  );
  if (texts.length === 0 || !isKnown) return undefined;
  const options = texts.join(' ');
  const exits = /-\w*e|errexit/.test(options);
  const ends = exits || /-\w*u|nounset/.test(options);
  return { ...flow, isOpen: flow.isOpen || ends, isStrict: flow.isStrict || (exits && condition === undefined) };
}
