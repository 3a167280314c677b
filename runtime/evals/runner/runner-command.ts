import { type Command, parse, type Word } from 'unbash';
import { setOwn } from '../../../skill/index.ts';
import { expandWord } from '../../clients/shell-words.ts';

/** A command that runs a real client, as a list of arguments: no shell sees it or the prompt. */
export interface RunnerCommand {
  /** The command as its author wrote it. */
  readonly text: string;
  readonly program: string;
  readonly args: readonly string[];
  /** Variables that are set in front of the command. Like the arguments, they can contain placeholders. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The values of a trial for the placeholders of a command. */
export interface PlaceholderValues {
  readonly prompt: string;
  readonly model: string;
  /** Absolute path of the copy of the workspace, in which the command is started. */
  readonly workspace: string;
  /** Absolute path of an empty folder in which the client can keep its session. */
  readonly session: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const PLACEHOLDER = /\{(prompt|model|workspace|session)\}/g;
const NOT_SIMPLE =
  'Write one command without pipes, redirections and `$(…)` as the runner, or put them into a script: no shell runs it.';

/**
 * Reads the command of a runner, split into words as a shell splits them: quotes group words, `NAME=value` in front sets a
 * variable, and `$NAME` is replaced by a variable of the environment. Returns an error message for anything else.
 */
export function readRunner(text: string, environment: Environment): RunnerCommand | string {
  // A setting of the editor can have one.
  if (text.includes('\0')) return 'Remove the NUL character from the runner: no program can be started with it.';
  const command = onlyCommand(text);
  if (command === undefined) return NOT_SIMPLE;
  const known = new Map<string, string>();
  for (const [name, value] of Object.entries(environment)) if (value !== undefined) known.set(name, value);
  const read = (word: { readonly type: string } | undefined): string | undefined => {
    const expanded = word?.type === 'Word' ? expandWord(word as Word, known) : undefined;
    return expanded?.isUnknown === false ? expanded.text : undefined;
  };
  const variables: Record<string, string> = {};
  for (const one of command.prefix) {
    const value = one.type === 'Assignment' ? read(one.value) : undefined;
    if (one.type !== 'Assignment' || value === undefined) return NOT_SIMPLE;
    setOwn(variables, one.name, value);
  }
  const [program, ...args] = [command.name, ...command.args].map(read);
  if (!program || args.includes(undefined)) return NOT_SIMPLE;
  return { text, program, args: args.filter((arg) => arg !== undefined), variables };
}

/** Returns the command of a text that is one command without redirections; undefined otherwise. */
function onlyCommand(text: string): Command | undefined {
  try {
    const { commands, errors = [] } = parse(text);
    const [first] = commands;
    if (first === undefined || commands.length > 1 || errors.length > 0 || first.background === true) return undefined;
    const { command } = first;
    return command.type === 'Command' && command.redirects.length === 0 ? command : undefined;
  } catch {
    // Thousands of nested parentheses exceed the stack.
    return undefined;
  }
}

/** True if a command contains a placeholder. */
export function hasPlaceholder({ args, variables }: RunnerCommand, name: keyof PlaceholderValues): boolean {
  return [...args, ...Object.values(variables)].some((text) => text.includes(`{${name}}`));
}

/**
 * Replaces the placeholders of a command. A prompt that is an argument of its own and starts with a dash gets a space in
 * front, so that a case cannot add an option to the command.
 */
export function fillIn(
  { args, variables }: RunnerCommand,
  values: PlaceholderValues,
): { readonly args: readonly string[]; readonly variables: Readonly<Record<string, string>> } {
  const fill = (text: string): string =>
    // A function, because `$` has a meaning in a replacement; and in one step, because a prompt may contain a placeholder.
    text.replaceAll(PLACEHOLDER, (_, name: keyof PlaceholderValues) => values[name]);
  return {
    args: args.map((arg) => (arg === '{prompt}' && values.prompt.startsWith('-') ? ` ${values.prompt}` : fill(arg))),
    variables: Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, fill(value)])),
  };
}
