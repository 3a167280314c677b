import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { GuardPreset } from '../protocol/events.ts';
import type { GuardSettings } from '../protocol/guards.ts';
import { type Agent, DEFAULT_AGENT, type SkillToolsetSettings } from './agent.ts';
import { readAgentFile } from './agent-file.ts';
import type { AgentConfig, Config } from './config-schema.ts';
import { readEntry } from './tool-entry.ts';
import { findUpwards, isAnything, isFile } from './upwards.ts';

export type AgentResult =
  | {
      readonly kind: 'agent';
      readonly agent: Agent;
      /** Every agent that it may call, they or theirs, by name. */
      readonly team: ReadonlyMap<string, Agent>;
      /** What was ignored, and why. */
      readonly notes: readonly string[];
    }
  | { readonly kind: 'failed'; readonly message: string };

/** `.skillwright.json`, read; loaded only where there is one. */
interface Project {
  readonly file: string;
  readonly config: Config;
}

/**
 * Reads the agent that was asked for: a file (`*.agent.md`), or a name, which is looked for from `folder` upwards in
 * `.github/agents/NAME.agent.md` and in `.skillwright.json`; where both have it, the entry adds to the file. Without a
 * name it is the default agent, and nothing is looked for.
 */
export async function readAgent(given: string | undefined, folder: string): Promise<AgentResult> {
  if (given === undefined) return { kind: 'agent', agent: DEFAULT_AGENT, team: new Map(), notes: [] };
  const file = resolve(folder, given);
  const isPath = given.endsWith('.md') && isFile(file);
  const start = isPath ? dirname(file) : folder;
  const project = await readProject(start);
  if (typeof project === 'string') return { kind: 'failed', message: project };
  const { notes = [], found } = project;
  const first = readOne(isPath ? { path: file } : { name: given }, start, found);
  if (typeof first === 'string') return { kind: 'failed', message: first };
  const team = new Map<string, Agent>();
  const more: string[] = [];
  const open = [first];
  for (let agent = open.pop(); agent !== undefined; agent = open.pop()) {
    for (const name of agent.agents ?? []) {
      if (team.has(name)) continue;
      const member = readOne({ name }, start, found);
      if (typeof member === 'string') return { kind: 'failed', message: `${member} '${agent.name}' asks for it.` };
      team.set(name, member);
      open.push(member);
    }
  }
  const own = withoutForeignModel(first, more);
  for (const agent of [first, ...team.values()]) tellFilter(agent, more);
  for (const [name, agent] of team) team.set(name, withoutForeignModel(agent, more));
  return { kind: 'agent', agent: own, team, notes: [...notes, ...more] };
}

async function readProject(
  start: string,
): Promise<string | { readonly found?: Project; readonly notes?: readonly string[] }> {
  const file = findUpwards(start, '.skillwright.json', isAnything);
  if (file === undefined) return {};
  const { readConfig } = await import('./config-file.ts');
  const read = readConfig(file);
  if (read.kind === 'failed') return read.message;
  return { found: { file, config: read.config }, notes: read.notes };
}

/** VS Code's own names of models ("GPT-5", "Claude Sonnet 4.5 (copilot)") say nothing here. */
function withoutForeignModel(agent: Agent, notes: string[]): Agent {
  if (agent.model === undefined || /^[a-z][\w-]*\/\S+$/.test(agent.model)) return agent;
  notes.push(`The model '${agent.model}' of '${agent.name}' is one of VS Code's; name one as PROVIDER/ID.`);
  const { model: _, ...rest } = agent;
  return rest;
}

const SKILL_TOOLS = ['list_skills', 'load_skill', 'load_skill_resource', 'run_skill_script', 'search_skills'];

/** A slip in a name of the filter takes the tool away that was meant, and nothing else would say so. */
function tellFilter({ name, skillToolset, additionalTools = [] }: Agent, notes: string[]): void {
  const { filter } = skillToolset ?? {};
  // What a skill adds is named there, too.
  if (!Array.isArray(filter) || additionalTools.length > 0) return;
  const unknown = filter.filter((one) => !SKILL_TOOLS.includes(one));
  if (unknown.length > 0)
    notes.push(`The filter of '${name}' names ${unknown.join(', ')}; tools of skills are ${SKILL_TOOLS.join(', ')}.`);
}

type Wanted = { readonly path: string } | { readonly name: string };

/** One agent, or what is wrong. */
function readOne(wanted: Wanted, start: string, project: Project | undefined): Agent | string {
  const path =
    'path' in wanted ? wanted.path : findUpwards(start, join('.github', 'agents', `${fileName(wanted.name)}.agent.md`));
  const file = path === undefined ? undefined : readAgentFile(path);
  if (file?.kind === 'failed') return file.message;
  const agents = project?.config.agents ?? {};
  const names = file === undefined ? [] : [file.agent.name, basename(path ?? '').replace(/(?:\.agent)?\.md$/, '')];
  const name = ['name' in wanted ? wanted.name : '', ...names].find((one) => Object.hasOwn(agents, one));
  const entry = name === undefined ? undefined : agents[name];
  if (entry !== undefined && project !== undefined)
    return merged(file?.agent, name ?? '', entry, dirname(project.file));
  if (file !== undefined) return file.agent;
  const asked = 'name' in wanted ? wanted.name : wanted.path;
  const known = Object.keys(agents);
  const there = known.length === 0 ? '' : ` ${project?.file} has: ${known.join(', ')}.`;
  return `There is no agent '${asked}': neither the file, nor .github/agents/${asked.replace(/\.agent\.md$/, '')}.agent.md, nor an entry in a .skillwright.json from ${start} upwards.${there}`;
}

/** A name that a path was made of stays below the folder of agents. */
function fileName(name: string): string {
  return /[\\/]/.test(name) ? basename(name) : name;
}

function merged(file: Agent | undefined, name: string, entry: AgentConfig, folder: string): Agent {
  const { description, model, skills, agents, maxLlmCalls, maxTokens, maxCost, skillToolset, guards } = entry;
  const instruction = [file?.instruction, entry.instruction].filter((part) => part !== undefined && part !== '');
  const tools = [...(file?.tools ?? []), ...(entry.tools ?? []).map((tool) => readEntry(tool, folder))];
  const additional = (entry.additionalTools ?? []).map((tool) => readEntry(tool, folder));
  return {
    ...file,
    name: file?.name ?? name,
    instruction: instruction.length === 0 ? DEFAULT_AGENT.instruction : instruction.join('\n\n'),
    ...(description === undefined ? {} : { description }),
    ...(model === undefined ? {} : { model }),
    ...(skills === undefined ? {} : { skills: skills.map((skill) => skillPlace(skill, folder)) }),
    ...(tools.length === 0 ? {} : { tools }),
    ...(additional.length === 0 ? {} : { additionalTools: additional }),
    ...(agents === undefined ? {} : { agents }),
    ...(maxLlmCalls === undefined ? {} : { maxLlmCalls }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(maxCost === undefined ? {} : { maxCost }),
    ...(skillToolset === undefined ? {} : { skillToolset: toolsetOf(skillToolset) }),
    ...(guards === undefined ? {} : { guards: guardsOf(guards) }),
  };
}

/** A path becomes absolute; a name stays. */
function skillPlace(written: string, folder: string): string {
  return /^\.{1,2}(?:[\\/]|$)/.test(written) || isAbsolute(written) ? resolve(folder, written) : written;
}

function guardsOf(written: NonNullable<AgentConfig['guards']>): NonNullable<Agent['guards']> {
  if (typeof written === 'string') return { preset: written };
  const { preset, ...rest } = written;
  return {
    ...(preset === undefined ? {} : { preset: preset satisfies GuardPreset }),
    ...(Object.keys(rest).length === 0 ? {} : { settings: withoutUndefined(rest) }),
  };
}

function toolsetOf({ filter, prefix, discovery }: NonNullable<AgentConfig['skillToolset']>): SkillToolsetSettings {
  return {
    ...(filter === undefined ? {} : { filter }),
    ...(prefix === undefined ? {} : { prefix }),
    ...(discovery === undefined ? {} : { discovery }),
  };
}

/** zod's optional properties may hold `undefined`; ours are absent then. */
function withoutUndefined(
  settings: Omit<Exclude<NonNullable<AgentConfig['guards']>, string>, 'preset'>,
): GuardSettings {
  const { loops, exempt, thresholds } = settings;
  const entries = Object.entries(thresholds ?? {}).filter(([, value]) => value !== undefined);
  return {
    ...(loops === undefined ? {} : { loops }),
    ...(exempt === undefined ? {} : { exempt }),
    ...(entries.length === 0 ? {} : { thresholds: Object.fromEntries(entries) }),
  };
}
