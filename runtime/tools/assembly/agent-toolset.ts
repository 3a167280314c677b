import type { Agent, ToolEntry } from '../../agents/agent.ts';
import { skillsOfAgent } from '../../agents/agent-skills.ts';
import { messageOf } from '../../errors.ts';
import type { Prepared, StepContext, Tool, Toolset } from '../../loop/tools.ts';
import { type SkillSource, skillSource } from '../../toolset/skill-source.ts';
import { type SkillToolsetOptions, skillToolset } from '../../toolset/skill-toolset.ts';
import { agentTool, type OpenedAgent } from '../inner/agent-tool.ts';
import { skillTool } from '../inner/skill-tool.ts';
import type { RunShared } from '../shared.ts';
import type { ToolSource } from '../source.ts';
import { openEntry } from './open-source.ts';

export interface AgentToolsetOptions {
  readonly agent: Agent;
  readonly shared: RunShared;
  /** The skills that this agent is offered. */
  readonly skills: SkillSource;
  /** The agents above it, itself included: none of them is called again, so that no circle arises. */
  readonly chain: readonly string[];
  readonly skillTools?: Partial<SkillToolsetOptions>;
}

export interface OpenTools {
  readonly toolset: Toolset;
  /** The run is over: ends the processes and connections that it started. */
  close(): void;
}

export interface OpenToolsOptions extends Pick<AgentToolsetOptions, 'agent' | 'skillTools'> {
  readonly shared: Omit<RunShared, 'sources' | 'consents'>;
}

/** The tools of the agent of a run. */
export function openAgentTools({ agent, shared, ...rest }: OpenToolsOptions): OpenTools {
  const sources: RunShared['sources'] = new Map();
  let open = true;
  const note = (message: string): void => {
    if (open) shared.note(message);
  };
  const whole: RunShared = { ...shared, note, sources, consents: new Map() };
  return {
    toolset: agentToolset({ agent, shared: whole, skills: shared.skills, chain: [agent.name], ...rest }),
    close() {
      open = false;
      for (const source of sources.values()) source.close?.();
    },
  };
}

/**
 * All that an agent can call: the skill tools first, then the tools that it names, the agents that it may call, and what
 * its loaded skills add from the pool. Every source is asked before every model call. Of two tools with one name the first
 * stays; what is left out is noted, once.
 */
export function agentToolset(options: AgentToolsetOptions): Toolset {
  const { agent, shared, skills, skillTools } = options;
  const said = new Set<string>();
  const tell = (notes: readonly string[]): readonly string[] => {
    const fresh = [...new Set(notes)].filter((note) => !said.has(note));
    for (const note of fresh) said.add(note);
    return fresh;
  };
  const own = new Lister(agent.tools ?? [], options);
  const pool = new Lister(agent.additionalTools ?? [], options);
  const called = calledAgents(options);
  let poolNotes: readonly string[] = [];
  const asTools = new Set((agent.tools ?? []).flatMap((entry) => (entry.kind === 'skill' ? [entry.skill] : [])));
  // A skill that is a tool is not also listed for loading: two ways to one thing confuse a model.
  const listed = { ...skills, local: skills.local.filter((skill) => !asTools.has(skill.name)) };
  const base = skillToolset({
    source: listed,
    ...(shared.executor === undefined ? {} : { executor: shared.executor }),
    pool: async (step) => {
      const listed = await pool.list(step);
      poolNotes = listed.notes;
      return listed.tools;
    },
    ...agent.skillToolset,
    ...skillTools,
  });
  const hasSkills = listed.local.length > 0 || skills.hasRegistry;

  async function prepare(step: StepContext): Promise<Prepared> {
    poolNotes = [];
    const [prepared, mine] = await Promise.all([hasSkills ? base.prepare(step) : NO_SKILLS, own.list(step)]);
    const notes = [...(prepared.notes ?? []), ...mine.notes, ...poolNotes, ...called.notes];
    const tools = new Map<string, Tool>();
    for (const tool of prepared.tools) tools.set(tool.name, tool);
    for (const tool of [...mine.tools, ...called.tools]) {
      const before = tools.get(tool.name);
      if (before === undefined) tools.set(tool.name, tool);
      else if (before !== tool) notes.push(`The tool '${tool.name}' is skipped: there is another one of this name.`);
    }
    const unresolved = (prepared.unresolved ?? []).filter((name) => !tools.has(name));
    return { ...prepared, tools: [...tools.values()], unresolved, notes: tell(notes) };
  }

  return { prepare };
}

const NO_SKILLS: Prepared = { tools: [], instruction: '' };

interface Tools {
  readonly tools: readonly Tool[];
  readonly notes: readonly string[];
}

/** The tools of a list of entries. */
class Lister {
  private readonly entries: readonly ToolEntry[];
  private readonly o: AgentToolsetOptions;
  private readonly skillTools = new Map<string, Tool>();

  constructor(entries: readonly ToolEntry[], options: AgentToolsetOptions) {
    this.entries = entries;
    this.o = options;
  }

  async list(step: StepContext): Promise<Tools> {
    const notes: string[] = [];
    const editor = this.entries.filter((entry) => entry.kind === 'editor').map((entry) => entry.written);
    if (editor.length > 0)
      notes.push(`Not available here, as only VS Code's own chat has such tools: ${editor.join(', ')}.`);
    const listed = await Promise.all(this.entries.map((entry) => this.toolsOf(entry, step, notes)));
    return { tools: listed.flat(), notes };
  }

  private async toolsOf(entry: ToolEntry, step: StepContext, notes: string[]): Promise<readonly Tool[]> {
    if (entry.kind === 'editor') return [];
    if (entry.kind === 'skill') return this.skill(entry, notes);
    try {
      const opened = await openEntry(entry, this.o.shared, step);
      if (opened.kind === 'none') {
        notes.push(`${entry.written}: ${opened.why}`);
        return [];
      }
      return chosen(await listOf(opened.source, step, notes), opened.only, entry.written, notes);
    } catch (error) {
      notes.push(`${entry.written}: no tools: ${messageOf(error)}`);
      return [];
    }
  }

  private skill(entry: Extract<ToolEntry, { kind: 'skill' }>, notes: string[]): readonly Tool[] {
    const { shared, skills } = this.o;
    const made = this.skillTools.get(entry.skill);
    if (made !== undefined) return [made];
    const skill = skills.known(entry.skill) ?? shared.skills.known(entry.skill);
    if (skill === undefined) {
      const known = shared.skills.local.map((one) => one.name).join(', ');
      notes.push(
        `${entry.written}: there is no skill '${entry.skill}' in this run${known === '' ? '' : `, but ${known}`}.`,
      );
      return [];
    }
    const tool = skillTool(skill, shared);
    this.skillTools.set(entry.skill, tool);
    return [tool];
  }
}

async function listOf(source: ToolSource, step: StepContext, notes: string[]): Promise<readonly Tool[]> {
  const listed = await source.list(step);
  notes.push(...(listed.notes ?? []));
  return listed.tools;
}

function chosen(tools: readonly Tool[], only: string | undefined, written: string, notes: string[]): readonly Tool[] {
  if (only === undefined) return tools;
  const found = tools.filter((tool) => tool.name === only);
  if (found.length === 0 && tools.length > 0)
    notes.push(`${written}: the server has no such tool; it has ${tools.map((tool) => tool.name).join(', ')}.`);
  return found;
}

/** The agents that this one may call, each as a tool. */
function calledAgents(options: AgentToolsetOptions): Tools {
  const { agent, shared, chain } = options;
  const tools: Tool[] = [];
  const notes: string[] = [];
  for (const name of agent.agents ?? []) {
    const other = shared.team.get(name);
    if (other === undefined) notes.push(`There is no agent '${name}'.`);
    else if (chain.includes(other.name))
      notes.push(`'${agent.name}' is not offered the agent '${name}', which called it: that would go in circles.`);
    else tools.push(agentTool(other, shared, () => openAgent(other, options)));
  }
  return { tools, notes };
}

function openAgent(agent: Agent, { shared, chain }: AgentToolsetOptions): OpenedAgent | string {
  const skills = skillsOf(agent, shared);
  if (typeof skills === 'string') return skills;
  return { skills, toolset: agentToolset({ agent, shared, skills, chain: [...chain, agent.name] }) };
}

/** A called agent has the skills that it names, and none otherwise. */
function skillsOf(agent: Agent, shared: RunShared): SkillSource | string {
  if (agent.skills === undefined || agent.skills.length === 0) return skillSource({ skills: [] });
  const read = skillsOfAgent(agent, shared.skills.local);
  return read.kind === 'failed' ? read.message : skillSource({ skills: read.skills });
}
