import { absolutePath } from './dry-files.ts';
import { NotSimulated } from './not-simulated.ts';
import { ShellOutput } from './output.ts';
import type { Program, ProgramContext } from './program.ts';

/** The lines of a file or of the input, each with its line break. */
type Lines = readonly string[];

/** Programs that show text: `cat`, `head`, `tail`, `sed -n '1,9p'`, `grep`, `wc -l`. */
export const TEXT_PROGRAMS: Readonly<Record<string, Program>> = {
  cat: (args, context) => {
    const files = withoutOptions(args, /^$/);
    return printFiles(files, context, (lines) => lines.join(''), {
      missing: (path) => `cat: ${quotedName(path)}: No such file or directory`,
      folder: (path) => `cat: ${quotedName(path)}: Is a directory`,
      code: 1,
    });
  },
  head: (args, context) => headOrTail('head', args, context),
  tail: (args, context) => headOrTail('tail', args, context),
  sed: (args, context) => {
    const operands = withoutOptions(args, /^-n$/);
    const [script = '', ...files] = operands;
    const [, first, last] = /^(\d+)(?:,(\d+|\$))?p$/.exec(script) ?? [];
    const messages = {
      missing: (path: string) => `sed: can't read ${path}: No such file or directory`,
      folder: (path: string) => `sed: couldn't edit ${path}: not a regular file`,
      code: 2,
    };
    const isPrinted = args.includes('-n') && first !== undefined;
    return printFiles(
      files,
      context,
      (lines) => {
        if (!isPrinted) throw new NotSimulated('the script of sed is not evaluated');
        return lines.slice(Number(first) - 1, last === '$' ? undefined : Number(last ?? first)).join('');
      },
      messages,
    );
  },
  grep: (args, context) => {
    const files = args.filter((arg) => !arg.startsWith('-')).slice(1);
    if (files.length === 0) throw new NotSimulated('the search of grep is not evaluated');
    return printFiles(
      files,
      context,
      () => {
        throw new NotSimulated('the search of grep is not evaluated');
      },
      {
        missing: (path) => `grep: ${path}: No such file or directory`,
        folder: (path) => `grep: ${path}: Is a directory`,
        code: 2,
      },
    );
  },
  wc: (args, context) => {
    const files = withoutOptions(args, /^-l$/);
    if (!args.includes('-l') || files.length > 1) throw new NotSimulated('only wc -l of one file is evaluated');
    const suffix = files[0] === undefined ? '' : ` ${files[0]}`;
    return printFiles(files, context, (lines) => `${lines.filter((line) => line.endsWith('\n')).length}${suffix}\n`, {
      missing: (path) => `wc: ${quotedName(path)}: No such file or directory`,
      folder: () => {
        throw new NotSimulated('wc is given a folder');
      },
      code: 1,
    });
  },
};

function headOrTail(name: 'head' | 'tail', args: readonly string[], context: ProgramContext): ShellOutput {
  const files: string[] = [];
  let count = 10;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? '';
    const [, number] = /^-(?:n=?)?(\d+)$/.exec(arg) ?? [];
    if (number !== undefined) count = Number(number);
    else if (arg === '-n') {
      const value = args[++index] ?? '';
      if (!/^\d+$/.test(value)) throw new NotSimulated(`${name} -n ${value} is not evaluated`);
      count = Number(value);
    } else if (arg.startsWith('-')) throw new NotSimulated(`${name} ${arg} is not evaluated`);
    else files.push(arg);
  }
  if (files.length > 1) throw new NotSimulated(`${name} of several files is not evaluated`);
  return printFiles(
    files,
    context,
    (lines) => (name === 'head' ? lines.slice(0, count) : count === 0 ? [] : lines.slice(-count)).join(''),
    {
      missing: (path) => `${name}: cannot open '${path}' for reading: No such file or directory`,
      folder: (path) => `${name}: error reading '${path}': Is a directory`,
      code: 1,
    },
  );
}

function withoutOptions(args: readonly string[], known: RegExp): readonly string[] {
  const unknown = args.find((arg) => arg.startsWith('-') && arg !== '-' && !known.test(arg));
  if (unknown !== undefined) throw new NotSimulated(`the option ${unknown} is not evaluated`);
  return args.filter((arg) => !arg.startsWith('-'));
}

interface Messages {
  missing(path: string): string;
  folder(path: string): string;
  readonly code: number;
}

/** Writes the output of a program for each file, or for its input if no file is given. */
function printFiles(
  given: readonly string[],
  { shell: { cwd, files }, stdin }: ProgramContext,
  format: (lines: Lines) => string,
  { missing, folder, code }: Messages,
): ShellOutput {
  const output = new ShellOutput();
  let failed = false;
  const fail = (message: string): void => {
    failed = true;
    output.fail(message, code);
  };
  if (given.length === 0) {
    if (stdin === undefined) throw new NotSimulated('the command waits for input');
    files.work.spend(stdin.length);
    output.write('stdout', format(linesOf(stdin)));
  }
  for (const path of given) {
    const absolute = absolutePath(cwd, path);
    const kind = files.kind(absolute);
    if (kind === 'missing') fail(missing(path));
    else if (kind === 'folder') fail(folder(path));
    else output.write('stdout', format(linesOf(files.text(absolute))));
  }
  output.code = failed ? code : 0;
  return output;
}

function linesOf(text: string): Lines {
  const lines = text.split('\n');
  const last = lines.pop();
  const whole = lines.map((line) => `${line}\n`);
  return last ? [...whole, last] : whole;
}

/** Returns a name as `cat` and `wc` print it in messages: quoted if a shell would need that. */
function quotedName(path: string): string {
  return /^[\w./+,@%=-]+$/.test(path) ? path : `'${path}'`;
}
