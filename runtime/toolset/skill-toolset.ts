import { posix, win32 } from 'node:path';
import { defined, type Skill } from '../../skill/index.ts';
import { findTool } from '../loop/interfaces/find-tool.ts';
import type { Prepared, StepContext, Tool, Toolset } from '../loop/interfaces/tools.ts';
import type { ScriptEnvironment, ScriptExecutor } from '../scripts/executor.ts';
import { skillInstruction } from './instruction.ts';
import { listSkillsTool, skillsAsXml } from './list-skills.ts';
import { LOAD_RESOURCE, loadAttachments, loadResourceTool } from './load-resource.ts';
import { activeSkills, loadSkillTool, metadataOf } from './load-skill.ts';
import { runCommandTool } from './run-command.ts';
import { RUN_SCRIPT, runScriptTool } from './run-script.ts';
import { searchSkillsTool } from './search-skills.ts';
import type { SkillSource } from './skill-source.ts';
import { ToolMisses } from './track-misses.ts';

export interface SkillToolsetOptions {
  readonly source: SkillSource;
  /** Runs scripts. If neither the toolset nor the agent has one, run_skill_script is not offered. */
  readonly executor?: ScriptExecutor;
  /** Returns the agent's own executor, for a toolset without one. Called before every model call and every script. */
  readonly agentExecutor?: (agent: string) => ScriptExecutor | undefined;
  /** A persistent environment for scripts instead of an executor: run_skill_script then takes a shell command. */
  readonly environment?: ScriptEnvironment;
  /** Absolute path of the environment's folder for the skills' files; if absent, the environment chooses. */
  readonly skillsFolder?: string;
  /** `eager` lists the skills in the instruction instead of offering list_skills. */
  readonly discovery?: 'lazy' | 'eager';
  /** Prefix of every tool's name, joined with `_`. */
  readonly prefix?: string;
  /** The tools that a loaded skill may add by `metadata.adk_additional_tools`. A function is called only if one adds some. */
  readonly pool?: readonly Tool[] | ((step: StepContext) => Promise<readonly Tool[]>);
  /** Names, without the prefix, of the tools to offer, or a predicate. */
  readonly filter?: readonly string[] | ((name: string) => boolean);
}

/** Creates the tools of ADK's SkillToolset, with its names and order. Throws if the options contradict one another. */
export function skillToolset(options: SkillToolsetOptions): Toolset {
  const { source, executor, agentExecutor, discovery = 'lazy', prefix = '', filter } = options;
  const { environment, skillsFolder } = options;
  if (executor !== undefined && environment !== undefined)
    throw new Error('Pass an executor or an environment for scripts, not both.');
  if (skillsFolder !== undefined && environment === undefined) throw new Error('skillsFolder requires an environment.');
  if (skillsFolder !== undefined && !posix.isAbsolute(skillsFolder) && !win32.isAbsolute(skillsFolder))
    throw new Error(`skillsFolder must be an absolute path: ${skillsFolder}`);
  const isOffered = typeof filter === 'function' ? filter : (name: string) => filter?.includes(name) ?? true;
  const nameOf = (name: string): string => (prefix === '' ? name : `${prefix}_${name}`);
  const executorOf = (agent: string): ScriptExecutor | undefined => executor ?? agentExecutor?.(agent);
  const misses = new ToolMisses(source);
  const plain: readonly Tool[] = [
    ...(discovery === 'eager' ? [] : [listSkillsTool(() => source.local)]),
    loadSkillTool(source),
    loadResourceTool(source),
    environment === undefined ? runScriptTool(source, executorOf) : runCommandTool(source, environment, skillsFolder),
    ...(source.hasRegistry ? [searchSkillsTool(source)] : []),
  ];
  const core = plain.map((tool) => misses.track(tool));
  const coreNames = new Set(['list_skills', ...core.map((tool) => tool.name)]);
  const { pool = [] } = options;
  const listPool = typeof pool === 'function' ? pool : () => Promise.resolve(pool);
  // Reuses the object of each tool, so that its declaration is created only once.
  const renamed = new Map<Tool, Tool>();
  const withPrefix = (tool: Tool): Tool => {
    if (prefix === '') return tool;
    const known = renamed.get(tool) ?? { ...tool, name: nameOf(tool.name) };
    renamed.set(tool, known);
    return known;
  };
  const catalogue = discovery === 'eager' ? skillsAsXml(source.local) : undefined;
  const instructions = new Map<boolean, string>();
  const instructionFor = (scripts: boolean, usable: readonly Tool[]): string => {
    const known = instructions.get(scripts);
    if (known !== undefined) return known;
    const text = skillInstruction(
      defined({
        scripts: scripts && isOffered(RUN_SCRIPT),
        search: source.hasRegistry && isOffered('search_skills'),
        unavailable: usable.filter((tool) => !isOffered(tool.name)).map((tool) => nameOf(tool.name)),
        nameOf,
        catalogue,
      }),
    );
    instructions.set(scripts, text);
    return text;
  };
  return {
    async prepare(step: StepContext): Promise<Prepared> {
      misses.restore(step.messages, nameOf);
      const scripts = environment !== undefined || executorOf(step.agent) !== undefined;
      const usable = scripts ? core : core.filter((tool) => tool.name !== RUN_SCRIPT);
      const { added, unresolved, notes } = await additionalTools(step, source, listPool, coreNames);
      const attached = await loadAttachments(step.messages.at(-1), nameOf(LOAD_RESOURCE), source, step.invocation);
      return defined({
        tools: [...usable, ...added].filter((tool) => isOffered(tool.name)).map(withPrefix),
        instruction: instructionFor(scripts, usable),
        unresolved,
        append: attached.messages,
        catalogue,
        notes: [...notes, ...attached.notes],
        missOfTool: (tool) => misses.ofTool(tool),
      });
    },
  };
}

/** Returns the tools that the agent's loaded skills request and the pool contains. */
async function additionalTools(
  step: StepContext,
  source: SkillSource,
  listPool: (step: StepContext) => Promise<readonly Tool[]>,
  core: ReadonlySet<string>,
): Promise<Required<Pick<Prepared, 'unresolved' | 'notes'>> & { readonly added: readonly Tool[] }> {
  const requested = new Set<string>();
  for (const name of activeSkills(step.state, step.agent)) {
    const found = await source.find(name, step.invocation);
    const names = found.kind === 'skill' ? additionalToolNames(found.skill) : [];
    for (const tool of names) requested.add(tool);
  }
  const added: Tool[] = [];
  const unresolved: string[] = [];
  const notes: string[] = [];
  const pool = requested.size === 0 ? [] : await listPool(step);
  for (const name of requested) {
    const tool = findTool(pool, name);
    if (tool === undefined && !core.has(name)) unresolved.push(name);
    else if (tool !== undefined && core.has(name))
      notes.push(`The pool's tool '${name}' is skipped: it has the name of a skill tool.`);
    else if (tool !== undefined) added.push(tool);
  }
  return { added, unresolved, notes };
}

function additionalToolNames(skill: Skill): readonly string[] {
  const names = metadataOf(skill).adk_additional_tools;
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string') : [];
}
