import type { CodeQuestion } from '../loop/tools.ts';
import { readRegularFile } from '../skill-files/read-inside.ts';
import type { ModuleFiles } from './module-files.ts';

/** Lines and characters of its source that are shown. */
const SHOWN_LINES = 200;
const SHOWN = 20_000;

/**
 * The question before a module of tools (`name` as it stands in the agent's file, `file` absolute) is loaded: its source, and
 * the files that it leads to. What is approved until it changes is all of these.
 */
export function moduleQuestion(name: string, file: string, { root, hash, files, whole }: ModuleFiles): CodeQuestion {
  const [, ...leadsTo] = files.keys();
  const bytes = readRegularFile(root);
  const source = Buffer.isBuffer(bytes)
    ? bytes.toString('utf8', 0, SHOWN).split('\n').slice(0, SHOWN_LINES).join('\n')
    : '';
  return {
    hint: `Load the tools of ${name}? The module runs with your rights, outside of any sandbox.`,
    module: { name, file, source, leadsTo, ...(whole ? { hash } : {}) },
    ...(whole ? { persistentApproval: { kind: 'module', name, place: file, hash, sandbox: 'none' } } : {}),
  };
}
