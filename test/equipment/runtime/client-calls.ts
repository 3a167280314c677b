/** Calls of a client's tools by their purpose, for tests. */
import type { ClientBehavior, ExtraParameter, FileTool } from '../../../skill/index.ts';
import type { ScriptedCall } from './scripted-model.ts';

export interface ClientCalls {
  /** Loads a skill by its name, or by reading its SKILL.md. */
  load(name: string, manifest: string): ScriptedCall;
  /** Reads a file with the client's tool, or `cat` if it has none. */
  read(path: string): ScriptedCall;
  list(path: string): ScriptedCall;
  glob(pattern: string): ScriptedCall;
  grep(pattern: string): ScriptedCall;
  shell(command: string): ScriptedCall;
}

/** Returns functions that create calls of a client's tools. */
export function clientCalls({ activation, fileTools, shell }: ClientBehavior): ClientCalls {
  const find = <K extends FileTool['kind']>(kind: K) =>
    fileTools.find((tool): tool is Extract<FileTool, { kind: K }> => tool.kind === kind);
  const run = (command: string): ScriptedCall => [
    shell.tool,
    { [shell.command]: command, ...requiredValues(shell.extra) },
  ];
  const calls: ClientCalls = {
    load: (name, manifest) =>
      activation.kind === 'tool' ? [activation.tool, { [activation.parameter]: name }] : calls.read(manifest),
    read(path) {
      const tool = find('read');
      if (tool === undefined) return run(`cat ${path}`);
      const { first, last, required: isRequired } = tool.range;
      const args = { [tool.path]: path };
      return [tool.tool, isRequired === true ? { ...args, [first]: 1, [last ?? first]: 500 } : args];
    },
    list(path) {
      const tool = find('list');
      return tool === undefined ? run(`ls ${path}`) : [tool.tool, { [tool.path]: path, ...requiredValues(tool.extra) }];
    },
    glob(pattern) {
      const tool = find('glob');
      return tool === undefined
        ? run(`find . -path './${pattern.replaceAll('**/', '*')}'`)
        : [tool.tool, { [tool.pattern]: pattern, ...requiredValues(tool.extra) }];
    },
    grep(pattern) {
      const tool = find('grep');
      return tool === undefined
        ? run(`grep -rn '${pattern}' .`)
        : [tool.tool, { [tool.pattern]: pattern, ...requiredValues(tool.extra) }];
    },
    shell: run,
  };
  return calls;
}

/** Returns values for the additional parameters that a tool requires but that have no effect. */
function requiredValues(extra: readonly ExtraParameter[]): Readonly<Record<string, unknown>> {
  const values = { string: 'Work on it', number: 1, boolean: false, array: [], object: {} };
  return Object.fromEntries(extra.filter((one) => one.required === true).map(({ name, type }) => [name, values[type]]));
}
