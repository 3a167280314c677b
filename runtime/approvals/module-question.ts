import { defined } from '../../skill/index.ts';
import { readRegularFile } from '../confined/read-file.ts';
import type { CodeQuestion } from '../loop/tools.ts';
import type { ModuleFiles } from './module-files.ts';

/** Maximum number of lines and characters of its source that are shown. */
const MAX_LINES = 200;
const MAX_CHARACTERS = 20_000;

/**
 * Creates the question before a module of tools is loaded. It shows the module's source and the files that it refers to; an
 * approval that holds until it changes covers all of them.
 * @param name as written in the agent's file
 * @param file absolute path
 */
export function moduleQuestion(
  name: string,
  file: string,
  { root, hash, files, isComplete }: ModuleFiles,
): CodeQuestion {
  const [, ...leadsTo] = files.keys();
  const bytes = readRegularFile(root);
  const source = Buffer.isBuffer(bytes)
    ? bytes.toString('utf8', 0, MAX_CHARACTERS).split('\n').slice(0, MAX_LINES).join('\n')
    : '';
  return defined({
    hint: `No sandbox: the module runs as you, and can read and change everything you can.\nLoad the tools of ${name}?`,
    module: defined({ name, file, source, leadsTo, hash: isComplete ? hash : undefined }),
    persistentApproval: isComplete ? { kind: 'module', name, place: file, hash, sandbox: 'none' } : undefined,
  });
}
