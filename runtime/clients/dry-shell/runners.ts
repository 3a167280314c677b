import { own } from '../../../skill/index.ts';
import { absolutePath } from './dry-files.ts';
import { NotSimulated } from './not-simulated.ts';
import { ShellOutput } from './output.ts';
import { NOT_RUN, type ProgramContext } from './program.ts';

/** A program that runs the script it is given. */
interface Runner {
  /** Its message about a script that does not exist: `{given}` as written, `{path}` absolute. */
  readonly missing: string;
  readonly code: number;
  /** Options that have a value in the next argument. */
  readonly values?: readonly string[];
}

const python = (name: string): Runner => ({
  missing: `${name}: can't open file '{path}': [Errno 2] No such file or directory`,
  code: 2,
  values: ['-W', '-X'],
});

const shell = (name: string): Runner => ({
  missing: `${name}: {given}: No such file or directory`,
  code: 127,
  values: ['-o', '-O'],
});

/** The messages are those of Python 3.9, Node 18 and bash 5. Lines of a stack trace are left out. */
export const RUNNERS: Readonly<Record<string, Runner>> = {
  python: python('python'),
  python3: python('python3'),
  bash: shell('bash'),
  sh: shell('sh'),
  node: {
    missing:
      "node:internal/modules/cjs/loader\n  throw err;\n  ^\n\nError: Cannot find module '{path}' {\n  code: 'MODULE_NOT_FOUND',\n  requireStack: []\n}",
    code: 1,
    values: ['-r', '--require', '--import'],
  },
  ruby: { missing: 'ruby: No such file or directory -- {given} (LoadError)', code: 1 },
  perl: { missing: 'Can\'t open perl script "{given}": No such file or directory', code: 2 },
  php: { missing: 'Could not open input file: {given}', code: 1 },
};

/** Options with which the program reads its code from elsewhere or runs none. */
const INLINE = /^(?:-|-[cempirs]|-[a-z]*c|--eval|--print|--version|--help|-V)$/;

/**
 * Returns the output of a program that runs a script: its own message if the script does not exist, otherwise a note
 * that it was not run.
 */
export function runScript(name: string, args: readonly string[], { shell }: ProgramContext): ShellOutput {
  const { cwd, files } = shell;
  const runner = own(RUNNERS, name);
  const script = scriptIn(args, runner?.values ?? []);
  if (runner === undefined || script === undefined) throw new NotSimulated(`${name} is given no script`);
  if (typeof script === 'object') {
    if (runner.code !== 127) throw new NotSimulated(`the code given to ${name} is not run`);
    return shell.evaluate(script.inline);
  }
  const path = absolutePath(cwd, script);
  const kind = files.kind(path);
  if (kind === 'file') return new ShellOutput().print(NOT_RUN);
  if (kind === 'folder') throw new NotSimulated(`${script} is a folder`);
  // Python does not normalize the path.
  const absolute = name.startsWith('python') && !script.startsWith('/') ? `${cwd}/${script}` : path;
  return new ShellOutput().fail(
    runner.missing.replace(/\{(?:given|path)\}/g, (key) => (key === '{given}' ? script : absolute)),
    runner.code,
  );
}

/** Returns the script among the arguments, or the code that is given instead. */
function scriptIn(
  args: readonly string[],
  values: readonly string[],
): string | { readonly inline: string } | undefined {
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? '';
    if (!arg.startsWith('-')) return arg;
    if (values.includes(arg)) index++;
    else if (INLINE.test(arg)) {
      const code = args[index + 1];
      return code === undefined || !arg.endsWith('c') ? undefined : { inline: code };
    }
  }
  return undefined;
}
