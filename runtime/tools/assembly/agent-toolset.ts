import { defined } from '../../../skill/index.ts';
import type { Agent, ToolEntry } from '../../agents/agent.ts';
import { skillsOfAgent } from '../../agents/agent-skills.ts';
import { messageOf } from '../../errors.ts';
import { findTool } from '../../loop/interfaces/find-tool.ts';
import type { Prepared, StepContext, Tool, Toolset } from '../../loop/interfaces/tools.ts';
import type { FoundChanges } from '../../protocol/file-changes.ts';
import { createSkillSource, type SkillSource } from '../../toolset/skill-source.ts';
import { type SkillToolsetOptions, skillToolset } from '../../toolset/skill-toolset.ts';
import { agentTool, type OpenedAgent } from '../inner/agent-tool.ts';
import { skillTool } from '../inner/skill-tool.ts';
import type { RunShared } from '../run-shared.ts';
import type { ToolSource } from '../source.ts';
import { openEntry } from './open-entry.ts';

export interface AgentToolsetOptions {
  readonly agent: Agent;
  readonly shared: RunShared;
  /** The skills offered to this agent. */
  readonly skills: SkillSource;
  /** The calling agents including this one. None of them can be called, which prevents cycles. */
  readonly chain: readonly string[];
  readonly skillTools?: Partial<SkillToolsetOptions>;
}

export interface OpenTools {
  readonly toolset: Toolset;
  /** The working directory of a client's tools, absolute. */
  readonly directory?: string;
  /**
   * Returns what the tools changed in a copy of the workspace; undefined if there is no copy, or if that cannot be
   * determined in this time.
   */
  findChanges?(milliseconds: number): Promise<FoundChanges | undefined>;
  /** Ends the processes and connections that it started, at the end of the run. Returns a message if something remains. */
  close(isPaused?: boolean): string | undefined | Promise<string | undefined>;
}

export interface OpenToolsOptions extends Pick<AgentToolsetOptions, 'agent' | 'skillTools'> {
  readonly shared: Omit<RunShared, 'sources' | 'consents'>;
}

/** Opens the tools of a run's agent. */
export function openAgentTools({ agent, shared, ...rest }: OpenToolsOptions): OpenTools {
  const sources: RunShared['sources'] = new Map();
  let open = true;
  const note = (message: string): void => {
    if (open) shared.note(message);
  };
  const fullShared: RunShared = { ...shared, note, sources, consents: new Map() };
  return {
    toolset: agentToolset({ agent, shared: fullShared, skills: shared.skills, chain: [agent.name], ...rest }),
    close() {
      open = false;
      for (const source of sources.values()) source.close?.();
      return undefined;
    },
  };
}

/**
 * Combines everything that an agent can call: the skill tools, the tools that it names, the agents that it may call, and
 * the tools that its loaded skills add from the pool. Every source is listed before every model call. Of two tools with
 * the same name the first is used; a skipped tool is noted once.
 */
export function agentToolset(options: AgentToolsetOptions): Toolset {
  const { agent, shared, skills, skillTools } = options;
  const reported = new Set<string>();
  const onlyNew = (notes: readonly string[]): readonly string[] => {
    const fresh = [...new Set(notes)].filter((note) => !reported.has(note));
    for (const note of fresh) reported.add(note);
    return fresh;
  };
  const ownTools = new Lister(agent.tools ?? [], options);
  const pool = new Lister(agent.additionalTools ?? [], options);
  const agentTools = createAgentTools(options);
  let poolNotes: readonly string[] = [];
  const skillsAsTools = new Set((agent.tools ?? []).flatMap((entry) => (entry.kind === 'skill' ? [entry.skill] : [])));
  // A skill that is a tool is not listed for loading: two ways to do the same would confuse a model.
  const listed = { ...skills, local: skills.local.filter((skill) => !skillsAsTools.has(skill.name)) };
  const base = skillToolset(
    defined({
      source: listed,
      executor: shared.executor,
      pool: async (step) => {
        const listed = await pool.list(step);
        poolNotes = listed.notes;
        return listed.tools;
      },
      ...agent.skillToolset,
      ...skillTools,
    }),
  );
  const hasSkills = listed.local.length > 0 || skills.hasRegistry;

  async function prepare(step: StepContext): Promise<Prepared> {
    poolNotes = [];
    const [prepared, listed] = await Promise.all([hasSkills ? base.prepare(step) : NO_SKILLS, ownTools.list(step)]);
    const notes = [...(prepared.notes ?? []), ...listed.notes, ...poolNotes, ...agentTools.notes];
    const tools = new Map<string, Tool>();
    for (const tool of prepared.tools) tools.set(tool.name, tool);
    for (const tool of [...listed.tools, ...agentTools.tools]) {
      const existing = tools.get(tool.name);
      if (existing === undefined) tools.set(tool.name, tool);
      else if (existing !== tool) notes.push(`The tool '${tool.name}' is skipped: another tool has the same name.`);
    }
    const unresolved = (prepared.unresolved ?? []).filter((name) => findTool([...tools.values()], name) === undefined);
    return { ...prepared, tools: [...tools.values()], unresolved, notes: onlyNew(notes) };
  }

  return { prepare };
}

const NO_SKILLS: Prepared = { tools: [], instruction: '' };

interface Tools {
  readonly tools: readonly Tool[];
  readonly notes: readonly string[];
}

/** Lists the tools of a list of entries. */
class Lister {
  private readonly entries: readonly ToolEntry[];
  private readonly options: AgentToolsetOptions;
  private readonly skillTools = new Map<string, Tool>();

  constructor(entries: readonly ToolEntry[], options: AgentToolsetOptions) {
    this.entries = entries;
    this.options = options;
  }

  async list(step: StepContext): Promise<Tools> {
    const notes: string[] = [];
    const editor = this.entries.filter((entry) => entry.kind === 'editor').map((entry) => entry.written);
    if (editor.length > 0)
      notes.push(`Not available, because only VS Code's own chat has these tools: ${editor.join(', ')}.`);
    const listed = await Promise.all(this.entries.map((entry) => this.toolsOf(entry, step, notes)));
    return { tools: listed.flat(), notes };
  }

  private async toolsOf(entry: ToolEntry, step: StepContext, notes: string[]): Promise<readonly Tool[]> {
    if (entry.kind === 'editor') return [];
    if (entry.kind === 'skill') return this.skill(entry, notes);
    try {
      const opened = await openEntry(entry, this.options.shared, step);
      if (opened.kind === 'none') {
        notes.push(`${entry.written}: ${opened.why}`);
        return [];
      }
      return selectTools(await listTools(opened.source, step, notes), opened.only, entry.written, notes);
    } catch (error) {
      notes.push(`${entry.written}: no tools: ${messageOf(error)}`);
      return [];
    }
  }

  private skill(entry: Extract<ToolEntry, { kind: 'skill' }>, notes: string[]): readonly Tool[] {
    const { shared, skills } = this.options;
    const cached = this.skillTools.get(entry.skill);
    if (cached !== undefined) return [cached];
    const skill = skills.findCached(entry.skill) ?? shared.skills.findCached(entry.skill);
    if (skill === undefined) {
      const known = shared.skills.local.map((one) => one.name).join(', ');
      notes.push(
        `${entry.written}: there is no skill '${entry.skill}' in this run${known === '' ? '' : `; available: ${known}`}.`,
      );
      return [];
    }
    const tool = skillTool(skill, shared);
    this.skillTools.set(entry.skill, tool);
    return [tool];
  }
}

async function listTools(source: ToolSource, step: StepContext, notes: string[]): Promise<readonly Tool[]> {
  const listed = await source.list(step);
  notes.push(...(listed.notes ?? []));
  return listed.tools;
}

function selectTools(
  tools: readonly Tool[],
  only: string | undefined,
  written: string,
  notes: string[],
): readonly Tool[] {
  if (only === undefined) return tools;
  const found = findTool(tools, only);
  if (found === undefined && tools.length > 0)
    notes.push(
      `${written}: the server has no such tool; available: ${tools.map((tool) => tool.declaredName ?? tool.name).join(', ')}.`,
    );
  return found === undefined ? [] : [found];
}

/** Creates a tool for each agent that this one may call. */
function createAgentTools(options: AgentToolsetOptions): Tools {
  const { agent, shared, chain } = options;
  const tools: Tool[] = [];
  const notes: string[] = [];
  for (const name of agent.agents ?? []) {
    const other = shared.team.get(name);
    if (other === undefined) notes.push(`There is no agent '${name}'.`);
    else if (chain.includes(other.name))
      notes.push(`'${agent.name}' cannot call the agent '${name}', which called it.`);
    else tools.push(agentTool(other, shared, () => openAgent(other, options)));
  }
  return { tools, notes };
}

function openAgent(agent: Agent, { shared, chain }: AgentToolsetOptions): OpenedAgent | string {
  const skills = skillsOf(agent, shared);
  if (typeof skills === 'string') return skills;
  return { skills, toolset: agentToolset({ agent, shared, skills, chain: [...chain, agent.name] }) };
}

/** Returns the skills that a called agent names; none if it names none. */
function skillsOf(agent: Agent, shared: RunShared): SkillSource | string {
  if (agent.skills === undefined || agent.skills.length === 0) return createSkillSource({ skills: [] });
  const read = skillsOfAgent(agent, shared.skills.local);
  return read.kind === 'failed' ? read.message : createSkillSource({ skills: read.skills });
}
