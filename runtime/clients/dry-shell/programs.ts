import { holdsFor } from './condition.ts';
import { absolutePath } from './dry-files.ts';
import { find } from './find.ts';
import { list } from './list.ts';
import { NotSimulated } from './not-simulated.ts';
import { ShellOutput } from './output.ts';
import { NOT_RUN, type Program, type ProgramContext } from './program.ts';
import { RUNNERS, runScript } from './runners.ts';
import { TEXT_PROGRAMS } from './text-programs.ts';

/** Evaluates a program with its arguments. Throws `NotSimulated` for one whose answer is unknown. */
export function runProgram(name: string, args: readonly string[], context: ProgramContext): ShellOutput {
  if (name.includes('/')) return execute(name, context);
  const program = PROGRAMS.get(name);
  if (program === undefined) throw new NotSimulated(`the answer of ${name} is unknown`);
  return program(args, context, name);
}

/** A program given by its path. */
function execute(name: string, { shell: { cwd, files }, line }: ProgramContext): ShellOutput {
  const path = absolutePath(cwd, name);
  const kind = files.kind(path);
  const message = (text: string): string => `bash: line ${line()}: ${name}: ${text}`;
  if (kind === 'missing') return new ShellOutput().fail(message('No such file or directory'), 127);
  if (kind === 'folder') return new ShellOutput().fail(message('Is a directory'), 126);
  if (!files.isExecutable(path)) return new ShellOutput().fail(message('Permission denied'), 126);
  return new ShellOutput().print(NOT_RUN);
}

const changeDirectory: Program = (args, { shell, line }) => {
  const [given = shell.files.home, ...more] = args;
  if (more.length > 0 || given.startsWith('-')) throw new NotSimulated('the options of cd are not evaluated');
  const path = absolutePath(shell.cwd, given);
  const kind = shell.files.kind(path);
  if (kind === 'folder') {
    shell.cwd = path.replace(/(?<=.)\/$/, '');
    return new ShellOutput();
  }
  const problem = kind === 'missing' ? 'No such file or directory' : 'Not a directory';
  return new ShellOutput().fail(`bash: line ${line()}: cd: ${given}: ${problem}`, 1);
};

const source: Program = ([given = ''], { shell: { cwd, files }, line }) => {
  // Without a slash, `PATH` is searched first.
  if (given === '') throw new NotSimulated('source has no file');
  if (files.kind(absolutePath(cwd, given)) === 'missing')
    return new ShellOutput().fail(`bash: line ${line()}: ${given}: No such file or directory`, 1);
  return new ShellOutput().print(NOT_RUN);
};

const changeMode: Program = (args, { shell: { cwd, files } }) => {
  const output = new ShellOutput();
  for (const given of args.filter((arg) => !/^[-+]/.test(arg)).slice(/^[-+]\w/.test(args[0] ?? '') ? 0 : 1))
    if (files.kind(absolutePath(cwd, given)) === 'missing')
      output.fail(`chmod: cannot access '${given}': No such file or directory`, 1);
  return output;
};

const test: Program = (args, { shell: { cwd, files } }, name) => {
  const given = name === '[' ? args.slice(0, -1) : args;
  const isNegated = given[0] === '!';
  const [operator = '', path, ...more] = isNegated ? given.slice(1) : given;
  if (path === undefined || more.length > 0) throw new NotSimulated('the condition is not evaluated');
  const holds = holdsFor(operator, absolutePath(cwd, path), files);
  const output = new ShellOutput();
  output.code = holds === isNegated ? 1 : 0;
  return output;
};

const echo: Program = (args) => {
  if (/^-[neE]+$/.test(args[0] ?? '')) throw new NotSimulated('the options of echo are not evaluated');
  return new ShellOutput().print(args.join(' '));
};

const withCode =
  (code: number): Program =>
  () => {
    const output = new ShellOutput();
    output.code = code;
    return output;
  };

const PROGRAMS: ReadonlyMap<string, Program> = new Map<string, Program>([
  ['cd', changeDirectory],
  ['pwd', (_, { shell }) => new ShellOutput().print(shell.cwd)],
  ['echo', echo],
  ['true', withCode(0)],
  [':', withCode(0)],
  ['false', withCode(1)],
  ['source', source],
  ['.', source],
  ['chmod', changeMode],
  ['test', test],
  ['[', test],
  ['ls', list],
  ['find', find],
  ...Object.entries(TEXT_PROGRAMS),
  ...Object.keys(RUNNERS).map(
    (name) => [name, (args: readonly string[], context: ProgramContext) => runScript(name, args, context)] as const,
  ),
]);
