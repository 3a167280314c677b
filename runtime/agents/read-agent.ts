import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { defined, own } from '../../skill/index.ts';
import type { GuardSettings } from '../protocol/guards.ts';
import { type AgentOptions, runOptionsIn } from '../protocol/run-options.ts';
import { type Agent, type AgentClient, DEFAULT_AGENT, type SkillToolsetSettings } from './agent.ts';
import { readAgentFile } from './agent-file.ts';
import type { AgentConfig, Config } from './config-schema.ts';
import { findUpwards, isFile, pathExists } from './find-upwards.ts';
import { readEntry } from './tool-entry.ts';

export type AgentResult =
  | {
      readonly kind: 'agent';
      readonly agent: Agent;
      /** All agents that it may call, directly or indirectly, by name. */
      readonly team: ReadonlyMap<string, Agent>;
      /** Ignored settings, and why. */
      readonly notes: readonly string[];
    }
  | { readonly kind: 'failed'; readonly message: string };

/** `.skillwright.json`; loaded only if it exists. */
interface Project {
  readonly file: string;
  readonly config: Config;
}

/**
 * Reads the requested agent: a file (`*.agent.md`), or a name, which is looked up from `folder` upwards in
 * `.github/agents/NAME.agent.md` and in `.skillwright.json`; if both exist, the entry extends the file. Without a name,
 * returns the default agent without a search.
 */
export async function readAgent(given: string | undefined, folder: string): Promise<AgentResult> {
  if (given === undefined) return { kind: 'agent', agent: DEFAULT_AGENT, team: new Map(), notes: [] };
  const file = resolve(folder, given);
  const isPath = given.endsWith('.md') && isFile(file);
  const start = isPath ? dirname(file) : folder;
  const project = await readProject(start);
  if (typeof project === 'string') return { kind: 'failed', message: project };
  const { notes = [], found } = project;
  const first = readSingleAgent(isPath ? { path: file } : { name: given }, start, found);
  if (typeof first === 'string') return { kind: 'failed', message: first };
  const team = new Map<string, Agent>();
  const moreNotes: string[] = [];
  const queue = [first];
  for (let agent = queue.pop(); agent !== undefined; agent = queue.pop()) {
    for (const name of agent.agents ?? []) {
      if (team.has(name)) continue;
      const member = readSingleAgent({ name }, start, found);
      if (typeof member === 'string') return { kind: 'failed', message: `${member} '${agent.name}' refers to it.` };
      team.set(name, member);
      queue.push(member);
    }
  }
  const own = withoutForeignModel(first, moreNotes);
  for (const agent of [first, ...team.values()]) checkFilter(agent, moreNotes);
  for (const [name, agent] of team) team.set(name, withoutForeignModel(agent, moreNotes));
  return { kind: 'agent', agent: own, team, notes: [...notes, ...moreNotes] };
}

async function readProject(
  start: string,
): Promise<string | { readonly found?: Project; readonly notes?: readonly string[] }> {
  const file = findUpwards(start, '.skillwright.json', pathExists);
  if (file === undefined) return {};
  const { readConfig } = await import('./config-file.ts');
  const read = readConfig(file);
  if (read.kind === 'failed') return read.message;
  return { found: { file, config: read.config }, notes: read.notes };
}

/** Removes VS Code's own model names ("GPT-5", "Claude Sonnet 4.5 (copilot)"), which are unknown here. */
function withoutForeignModel(agent: Agent, notes: string[]): Agent {
  if (agent.model === undefined || /^[a-z][\w-]*\/\S+$/.test(agent.model)) return agent;
  notes.push(`The model '${agent.model}' of '${agent.name}' is one of VS Code's; name one as PROVIDER/ID.`);
  const { model: _, ...rest } = agent;
  return rest;
}

const SKILL_TOOLS = ['list_skills', 'load_skill', 'load_skill_resource', 'run_skill_script', 'search_skills'];

/** Reports unknown names in the filter: a typo would silently remove the tool that was meant. */
function checkFilter({ name, skillToolset, additionalTools = [] }: Agent, notes: string[]): void {
  const { filter } = skillToolset ?? {};
  // The filter also names tools that skills add.
  if (!Array.isArray(filter) || additionalTools.length > 0) return;
  const unknown = filter.filter((one) => !SKILL_TOOLS.includes(one));
  if (unknown.length > 0)
    notes.push(`The filter of '${name}' names ${unknown.join(', ')}; the skill tools are ${SKILL_TOOLS.join(', ')}.`);
}

type AgentReference = { readonly path: string } | { readonly name: string };

/** Reads a single agent. Returns a message if it does not exist or is invalid. */
function readSingleAgent(reference: AgentReference, start: string, project: Project | undefined): Agent | string {
  const path =
    'path' in reference
      ? reference.path
      : findUpwards(start, join('.github', 'agents', `${fileName(reference.name)}.agent.md`));
  const file = path === undefined ? undefined : readAgentFile(path);
  if (file?.kind === 'failed') return file.message;
  const agents = project?.config.agents ?? {};
  const names = file === undefined ? [] : [file.agent.name, basename(path ?? '').replace(/(?:\.agent)?\.md$/, '')];
  const name = ['name' in reference ? reference.name : '', ...names].find((one) => Object.hasOwn(agents, one));
  const entry = name === undefined ? undefined : own(agents, name);
  if (entry !== undefined && project !== undefined)
    return mergeAgent(file?.agent, name ?? '', entry, dirname(project.file));
  if (file !== undefined) return file.agent;
  const requested = 'name' in reference ? reference.name : reference.path;
  const known = Object.keys(agents);
  const available = known.length === 0 ? '' : ` ${project?.file} has: ${known.join(', ')}.`;
  return `There is no agent '${requested}': no such file, no .github/agents/${requested.replace(/\.agent\.md$/, '')}.agent.md, and no entry in a .skillwright.json from ${start} upwards.${available}`;
}

/** Returns a name that stays within the folder of agents, even if it was given as a path. */
function fileName(name: string): string {
  return /[\\/]/.test(name) ? basename(name) : name;
}

function mergeAgent(file: Agent | undefined, name: string, entry: AgentConfig, folder: string): Agent {
  const { description, model, skills, agents, skillToolset, guards } = entry;
  const instruction = [file?.instruction, entry.instruction].filter((part) => part !== undefined && part !== '');
  const tools = [...(file?.tools ?? []), ...(entry.tools ?? []).map((tool) => readEntry(tool, folder))];
  const additional = (entry.additionalTools ?? []).map((tool) => readEntry(tool, folder));
  return {
    ...file,
    name: file?.name ?? name,
    instruction: instruction.length === 0 ? DEFAULT_AGENT.instruction : instruction.join('\n\n'),
    ...pickAgentOptions(entry),
    ...defined<Partial<Agent>>({
      description,
      model,
      skills: skills?.map((skill) => resolveSkill(skill, folder)),
      tools: tools.length === 0 ? undefined : tools,
      additionalTools: additional.length === 0 ? undefined : additional,
      agents,
      skillToolset: skillToolset === undefined ? undefined : defined<SkillToolsetSettings>(skillToolset),
      guards: guards === undefined ? undefined : guardsOf(guards),
      client: clientOf(entry, folder),
    }),
  };
}

function clientOf(
  { client: id, workspace, install, with: others }: AgentConfig,
  folder: string,
): AgentClient | undefined {
  if (id === undefined && workspace === undefined && install === undefined && others === undefined) return undefined;
  return defined({
    id,
    workspace: workspace === undefined ? undefined : resolve(folder, workspace),
    install,
    with: others?.map((other) => resolve(folder, other)),
  });
}

/** Returns the options of runs that the entry has as keys. */
function pickAgentOptions({ guards: _, ...others }: AgentConfig): AgentOptions {
  return runOptionsIn(others);
}

/** Resolves a path; a name is returned unchanged. */
function resolveSkill(written: string, folder: string): string {
  return /^\.{1,2}(?:[\\/]|$)/.test(written) || isAbsolute(written) ? resolve(folder, written) : written;
}

function guardsOf(written: NonNullable<AgentConfig['guards']>): NonNullable<Agent['guards']> {
  if (typeof written === 'string') return { preset: written };
  const { preset, ...rest } = written;
  return defined({ preset, settings: Object.keys(rest).length === 0 ? undefined : withoutUndefined(rest) });
}

/** Removes `undefined`, which zod's optional properties may hold but ours may not. */
function withoutUndefined(
  settings: Omit<Exclude<NonNullable<AgentConfig['guards']>, string>, 'preset'>,
): GuardSettings {
  const { loops, exempt, thresholds } = settings;
  const entries = Object.entries(thresholds ?? {}).filter(([, value]) => value !== undefined);
  return defined({ loops, exempt, thresholds: entries.length === 0 ? undefined : Object.fromEntries(entries) });
}
