/** The commands of a line that certainly run, as far as that is known without running it. */
// cspell:ignore errexit noexec nounset
import type { AndOr, Command, Pipeline, SyntaxNode } from 'unbash';

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

/** The condition of a command of which nothing is known. */
export const UNKNOWN_RUN: RunCondition = { inFolder: false, onSuccess: false };
const ON_SUCCESS: RunCondition = { inFolder: false, onSuccess: true };

/** Returns the condition under which both hold; undefined for commands that always run. */
export function bothConditions(a: RunCondition | undefined, b: RunCondition | undefined): RunCondition | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return { inFolder: a.inFolder && b.inFolder, onSuccess: a.onSuccess && b.onSuccess };
}

/**
 * Returns the condition of a command of a list with `&&` and `||`.
 * @param decides true if the line can succeed only if the list does
 */
export function conditionInList(
  { commands, operators }: AndOr,
  index: number,
  decides: boolean,
): RunCondition | undefined {
  if (index === 0) return undefined;
  const isChained = operators.slice(0, index).every((one) => one === '&&');
  return {
    inFolder: isChained && commands.slice(0, index).every(entersFolder),
    onSuccess: decides && operators.every((one) => one === '&&'),
  };
}

/** True for a `cd` into a folder whose name is known. */
function entersFolder(node: SyntaxNode): boolean {
  if (node.type !== 'Command' || node.name?.value !== 'cd' || node.args.length !== 1) return false;
  const [folder] = node.args;
  const parts = folder?.type === 'Word' ? (folder.parts ?? []) : [];
  const inner = parts.flatMap((part) => [part, ...(part.type === 'DoubleQuoted' ? part.parts : [])]);
  return folder?.type === 'Word' && !inner.some(({ type }) => type === 'CommandExpansion');
}

/** True if a pipeline succeeds if its last command does. */
export function endsLikeLast({ prefixes }: Pipeline): boolean {
  return !prefixes.some(({ type }) => type === 'Negation');
}

/** Commands after which others may not run, or may be others than their names say. */
const DIVERTING =
  /^(?:exit|return|logout|break|continue|trap|alias|eval|kill|pkill|shopt|enable|hash|builtin|coproc|declare|typeset|readonly)$/;
/** Variables that decide which programs run, or what they run first. */
const DECIDING = /^(?:PATH|ENV|BASH_ENV|BASHOPTS|SHELLOPTS|LD_\w+)$/;
/** An expansion that ends the shell if the variable is not set. */
const ENDING_EXPANSION = /\$\{\w+:?\?/;

/** True if a command assigns a variable that decides which programs run. */
export function choosesPrograms({ prefix, args }: Command): boolean {
  return [...prefix, ...args].some((one) => one.type === 'Assignment' && DECIDING.test(one.name));
}

/** True if a line can end in a word: `${name:?}`. */
export function canEndInWord(line: string): boolean {
  return ENDING_EXPANSION.test(line);
}

/**
 * Returns the condition of all commands after a command; undefined if it changes nothing.
 * @param words the command after expansion, without programs that run it
 */
export function conditionAfter(node: Command, words: readonly string[]): RunCondition | undefined {
  const [name, ...args] = words;
  if (choosesPrograms(node)) return UNKNOWN_RUN;
  // The line then fails, whatever comes after it.
  if (name === 'exit' && args.length === 1 && /^(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])$/.test(args[0] ?? ''))
    return ON_SUCCESS;
  if (node.name?.value === 'exec') return words.length === 0 ? undefined : UNKNOWN_RUN;
  // A word that is known only when it runs can be any command.
  if (name === undefined || name.startsWith('$') || DIVERTING.test(name))
    return name === undefined ? undefined : UNKNOWN_RUN;
  if (name !== 'set') return undefined;
  const options = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined);
  if (options.some((one) => /^-\w*n/.test(one) || one === 'noexec')) return UNKNOWN_RUN;
  return options.some((one) => /^-\w*[eu]/.test(one) || one === 'errexit' || one === 'nounset')
    ? ON_SUCCESS
    : undefined;
}
