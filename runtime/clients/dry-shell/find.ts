import { basename } from 'node:path';
import { globMatcher } from '../linear-regex.ts';
import { absolutePath } from './dry-files.ts';
import { NotSimulated } from './not-simulated.ts';
import { ShellOutput } from './output.ts';
import type { Program } from './program.ts';
import { MATCHER, type Work } from './work.ts';

/** Maximum number of files and folders that are visited. */
const MAX_VISITED = 50_000;
/** A test of a name costs as much as this number of characters. */
const TEST = 50;

/** `find` with the usual tests. Results are sorted; those of a real `find` are in directory order. */
export const find: Program = (args, { shell: { cwd, files } }) => {
  const from = args.findIndex((arg) => /^[-!(]/.test(arg));
  const given = from < 0 ? args : args.slice(0, from);
  const { matches, maxDepth, cost } = testsOf(from < 0 ? [] : args.slice(from), files.work);
  const output = new ShellOutput();
  let failed = false;
  let visited = 0;
  const visit = (path: string, depth: number): void => {
    files.work.spend(path.length + cost);
    if (++visited > MAX_VISITED) throw new NotSimulated('the folder has too many files');
    const kind = files.kind(absolutePath(cwd, path));
    if (kind === 'missing') return;
    if (matches(path, kind)) output.print(path);
    if (kind === 'folder' && depth < maxDepth && !(depth > 0 && files.isLink(absolutePath(cwd, path))))
      for (const name of files.names(absolutePath(cwd, path))) visit(`${path.replace(/\/$/, '')}/${name}`, depth + 1);
  };
  for (const path of given.length === 0 ? ['.'] : given)
    if (files.kind(absolutePath(cwd, path)) === 'missing') {
      failed = true;
      output.fail(`find: '${path}': No such file or directory`, 1);
    } else visit(path, 0);
  output.code = failed ? 1 : 0;
  return output;
};

interface Tests {
  readonly maxDepth: number;
  /** Their cost for a file, in characters. */
  readonly cost: number;
  matches(path: string, kind: 'file' | 'folder'): boolean;
}

function testsOf(args: readonly string[], work: Work): Tests {
  const tests: ((path: string, kind: 'file' | 'folder') => boolean)[] = [];
  let maxDepth = Number.POSITIVE_INFINITY;
  for (let index = 0; index < args.length; index += 2) {
    const [test = '', value = ''] = args.slice(index, index + 2);
    work.spend(MATCHER);
    const options = { isShell: true, ignoresCase: test.startsWith('-i') };
    if (test === '-maxdepth' && /^\d+$/.test(value)) maxDepth = Number(value);
    else if (test === '-type' && /^[fd]$/.test(value))
      tests.push((_, kind) => kind === (value === 'f' ? 'file' : 'folder'));
    else if ((test === '-name' || test === '-iname') && value !== '') {
      const isMatch = globMatcher(value, true, options);
      tests.push((path) => isMatch(basename(path)));
    } else if ((test === '-path' || test === '-wholename') && value !== '') {
      // A star also matches slashes here, so the path is matched as one segment.
      const isMatch = globMatcher(asSegment(value), true, options);
      tests.push((path) => isMatch(asSegment(path)));
    } else if (test === '-print') index--;
    else throw new NotSimulated(`find ${test} is not evaluated`);
  }
  return { maxDepth, cost: tests.length * TEST, matches: (path, kind) => tests.every((one) => one(path, kind)) };
}

const asSegment = (path: string): string => path.replaceAll('/', '\u{1}');
