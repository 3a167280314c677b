/** The calls by which a simulated model uses the tools of a client. */
import type { ClientBehavior } from '../../../skill/index.ts';
import { own } from '../../../skill/index.ts';
import type { Call } from './simulated-action.ts';
import type { ListedSkill } from './simulated-client-view.ts';
import type { FileRequest } from './simulated-file-requests.ts';
import type { Memory, PastCall } from './simulated-memory.ts';
import { requiredArguments, toolCall } from './simulated-search.ts';

/** Returns the call that reads a file, or runs a script. */
export function useCall(client: ClientBehavior, tool: FileRequest['tool'], path: string): Call {
  return tool === 'run_skill_script' ? runCall(client, path) : readCall(client, path);
}

const RUNNERS: Readonly<Record<string, string>> = {
  py: 'python3',
  sh: 'bash',
  js: 'node',
  mjs: 'node',
  rb: 'ruby',
  pl: 'perl',
};

function runCall(client: ClientBehavior, path: string): Call {
  const runner = own(RUNNERS, path.slice(path.lastIndexOf('.') + 1));
  return shellCall(client, runner === undefined ? path : `${runner} ${path}`);
}

/** Returns the call that reads a file. */
export function readCall(client: ClientBehavior, path: string): Call {
  const read = client.fileTools.find((tool) => tool.kind === 'read');
  if (read === undefined) return shellCall(client, `cat ${path}`);
  const { first, last, required = false } = read.range;
  const args = { [read.path]: path };
  return toolCall(read.tool, required ? { ...args, [first]: 1, [last ?? first]: 2000 } : args);
}

function shellCall(client: ClientBehavior, command: string): Call {
  const { shell } = client;
  return toolCall(shell.tool, { [shell.command]: command, ...requiredArguments(shell.extra, 'Follow the skill') });
}

/** Returns the call that loads a skill. */
export function loadCall(client: ClientBehavior, skill: ListedSkill): Call {
  const { activation } = client;
  if (activation.kind === 'tool') return toolCall(activation.tool, { [activation.parameter]: skill.name });
  return readCall(client, skill.path ?? `${skill.name}/SKILL.md`);
}

/** Returns the last call with the same tool and arguments. */
export function findCall({ calls }: Memory, { tool, args }: Call): PastCall | undefined {
  const serializedArgs = JSON.stringify(args);
  return calls.findLast((call) => call.tool === tool && JSON.stringify(call.args) === serializedArgs);
}
