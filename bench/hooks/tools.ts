/** The calls by which a scripted model loads a skill and reads a file, in each client's own tools. */
import { CLIENTS, defined } from '../../skill/index.ts';
import type { ScriptedCall } from '../clients/scripted-server.ts';

export interface HookTools {
  /** Loads the skill, by its name or by reading its SKILL.md. */
  readonly load: (name: string, folder: string) => ScriptedCall;
  /** Reads a file; `line` varies the range. */
  readonly read: (path: string, line?: number) => ScriptedCall;
  readonly run: (command: string) => ScriptedCall;
  readonly skill?: (name: string) => ScriptedCall;
  /** Starts another agent and waits for its answer; absent if the client is not known to have a tool for it. */
  readonly agent?: (prompt: string) => ScriptedCall;
  /** Searches for a file by its path. */
  readonly search?: (path: string) => ScriptedCall;
}

/** The tools that start another agent, and their arguments besides the prompt. */
const AGENTS: Readonly<Record<string, { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }>> = {
  'claude-code': {
    tool: 'Agent',
    args: { description: 'Brew', subagent_type: 'general-purpose', run_in_background: false },
  },
  opencode: { tool: 'task', args: { description: 'Brew', subagent_type: 'general' } },
  'copilot-cli': { tool: 'task', args: { description: 'Brew', agent_type: 'general-purpose', name: 'brewer' } },
  'gemini-cli': { tool: 'invoke_agent', args: { agent_name: 'generalist' } },
  'qwen-code': { tool: 'agent', args: { description: 'Brew', subagent_type: 'general-purpose' } },
};

/** Returns the calls of a client, from its profile. */
export function hookTools(id: string): HookTools {
  const behavior = CLIENTS.flatMap(({ behaviors }) => behaviors).find((one) => one.id === id);
  if (behavior === undefined) throw new Error(`${id} has no behavior.`);
  const { activation, shell, fileTools } = behavior;
  const reader = fileTools.find((tool) => tool.kind === 'read');
  const run = (command: string): ScriptedCall => ({
    tool: shell?.tool ?? '',
    args: Object.fromEntries([
      [shell?.command ?? 'command', command],
      ...(shell?.extra ?? []).filter(({ required }) => required === true).map(({ name }) => [name, 'Looks.']),
    ]),
  });
  const read = (path: string, line?: number): ScriptedCall => {
    if (reader === undefined) return run(line === undefined ? `cat ${path}` : `sed -n ${line},${line + 20}p ${path}`);
    const { first, last, count, isPair, required } = reader.range;
    if (line === undefined && required !== true) return { tool: reader.tool, args: { [reader.path]: path } };
    const from = line ?? 1;
    const end = last !== undefined ? { [last]: from + 20 } : count !== undefined ? { [count]: 20 } : {};
    return {
      tool: reader.tool,
      args: { [reader.path]: path, [first]: isPair === true ? [from, from + 20] : from, ...end },
    };
  };
  const skill =
    activation.kind === 'tool'
      ? (name: string): ScriptedCall => ({ tool: activation.tool, args: { [activation.parameter]: name } })
      : undefined;
  const load = (name: string, folder: string): ScriptedCall => skill?.(name) ?? read(`${folder}/SKILL.md`);
  const finder = fileTools.find((tool) => tool.kind === 'glob');
  const search =
    finder === undefined
      ? undefined
      : (path: string): ScriptedCall => ({ tool: finder.tool, args: { [finder.pattern]: path } });
  const starter = AGENTS[id];
  const agent =
    starter === undefined
      ? undefined
      : (prompt: string): ScriptedCall => ({ tool: starter.tool, args: { ...starter.args, prompt } });
  return defined({ load, read, run, skill, search, agent });
}
