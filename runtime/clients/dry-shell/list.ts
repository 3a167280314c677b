import { absolutePath } from './dry-files.ts';
import { NotSimulated } from './not-simulated.ts';
import { ShellOutput } from './output.ts';
import type { Program } from './program.ts';

/** `ls` with `-1`, `-a` and `-A`; the columns of `-l` are unknown. */
export const list: Program = (args, { shell: { cwd, files } }) => {
  const options = args.filter((arg) => arg.startsWith('-'));
  const operands = args.filter((arg) => !arg.startsWith('-'));
  const output = new ShellOutput();
  const paths = (operands.length === 0 ? ['.'] : operands).map((path) => ({
    path,
    kind: files.kind(absolutePath(cwd, path)),
  }));
  for (const { path } of paths.filter(({ kind }) => kind === 'missing'))
    output.fail(`ls: cannot access '${path}': No such file or directory`, 2);
  const { code } = output;
  const shown = paths.filter(({ kind }) => kind !== 'missing');
  if (shown.length > 0 && options.some((option) => !/^-[1aA]+$/.test(option)))
    throw new NotSimulated(`ls ${options.join(' ')} is not evaluated`);
  const showsHidden = /[aA]/.test(options.join(''));
  output.print(...shown.filter(({ kind }) => kind === 'file').map(({ path }) => path));
  for (const [index, { path }] of shown.filter(({ kind }) => kind === 'folder').entries()) {
    const names = files.names(absolutePath(cwd, path)).filter((name) => showsHidden || !name.startsWith('.'));
    const all = options.join('').includes('a') ? ['.', '..', ...names] : names;
    if (paths.length > 1)
      output.print(...(index > 0 || shown.some(({ kind }) => kind === 'file') ? [''] : []), `${path}:`);
    output.print(...all);
  }
  output.code = code;
  return output;
};
