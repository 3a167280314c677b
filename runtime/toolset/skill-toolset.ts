import type { Skill } from '../../skill/index.ts';
import type { Prepared, StepContext, Tool, Toolset } from '../loop/tools.ts';
import type { ScriptExecutor } from '../scripts/executor.ts';
import { skillInstruction } from './instruction.ts';
import { listSkillsTool } from './list-skills.ts';
import { attachments, loadResourceTool } from './load-resource.ts';
import { activeSkills, loadSkillTool, metadataOf } from './load-skill.ts';
import { runScriptTool } from './run-script.ts';

export interface SkillToolsetOptions {
  readonly skills: readonly Skill[];
  /** Runs scripts; without one run_skill_script is not offered and the instruction does not speak of it. */
  readonly executor?: ScriptExecutor;
  /** The tools that a loaded skill may add by `metadata.adk_additional_tools`. */
  readonly pool?: readonly Tool[];
  /** Answers whether a tool is offered, by its name. */
  readonly filter?: (name: string) => boolean;
}

/** The tools of ADK's SkillToolset, in its order, with its names. */
export function skillToolset(options: SkillToolsetOptions): Toolset {
  const byName = new Map(options.skills.map((skill) => [skill.name, skill]));
  const find = (name: string): Skill | undefined => byName.get(name.trim());
  const offered = options.filter ?? (() => true);
  const core: readonly Tool[] = [
    listSkillsTool(() => options.skills),
    loadSkillTool(find),
    loadResourceTool(find),
    ...(options.executor === undefined ? [] : [runScriptTool(find, options.executor)]),
  ];
  const coreNames = new Set(core.map((tool) => tool.name));
  const visible = core.filter((tool) => offered(tool.name));
  const banned = core.filter((tool) => !offered(tool.name)).map((tool) => tool.name);
  const instruction = skillInstruction(options.executor !== undefined && offered('run_skill_script'), banned);
  const pool = new Map(
    (options.pool ?? []).filter((tool) => !coreNames.has(tool.name)).map((tool) => [tool.name, tool]),
  );
  return {
    prepare(step: StepContext): Prepared {
      const { added, unresolved } = additionalTools(step, find, pool, coreNames);
      const append = attachments(step.messages.at(-1), find);
      return { tools: [...visible, ...added.filter((tool) => offered(tool.name))], instruction, unresolved, append };
    },
  };
}

/** Tools that the agent's loaded skills ask for, as far as the pool has them. */
function additionalTools(
  step: StepContext,
  find: (name: string) => Skill | undefined,
  pool: ReadonlyMap<string, Tool>,
  core: ReadonlySet<string>,
): { readonly added: readonly Tool[]; readonly unresolved: readonly string[] } {
  const wanted = new Set<string>();
  for (const name of activeSkills(step.state, step.agent)) {
    const skill = find(name);
    const names = skill === undefined ? undefined : metadataOf(skill).adk_additional_tools;
    if (Array.isArray(names)) for (const tool of names) if (typeof tool === 'string') wanted.add(tool);
  }
  const added: Tool[] = [];
  const unresolved: string[] = [];
  for (const name of wanted) {
    const tool = pool.get(name);
    if (tool !== undefined) added.push(tool);
    else if (!core.has(name)) unresolved.push(name);
  }
  return { added, unresolved };
}
