import { defined } from '../../skill/index.ts';
import { readRegularFile } from '../confined/read-file.ts';
import type { CodeQuestion } from '../loop/interfaces/tools.ts';
import { firstLines } from '../text/first-lines.ts';
import { visibleLine } from '../text/visible-text.ts';
import type { ModuleFiles } from './module-files.ts';

/** Maximum number of lines of its source that are shown. */
const MAX_LINES = 200;

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
  const shown = Buffer.isBuffer(bytes)
    ? firstLines(bytes.toString('utf8'), MAX_LINES)
    : { source: '', notShown: 'the source is not shown: it cannot be read' };
  return defined({
    hint: `No sandbox: the module runs as you, and can read and change everything you can.\nLoad the tools of ${visibleLine(name)}?`,
    module: defined({ name, file, ...shown, leadsTo, hash: isComplete ? hash : undefined }),
    persistentApproval: isComplete ? { kind: 'module', name, place: file, hash, sandbox: 'none' } : undefined,
  });
}
