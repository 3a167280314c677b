/** The skills of an agent, of the agents that it calls, and of a run. */
import { isAbsolute } from 'node:path';
import type { Skill } from '../../skill/index.ts';
import { readSkills, type SkillsResult } from '../toolset/read-skills.ts';
import type { Agent } from './agent.ts';
import { hasTools } from './has-tools.ts';

/** Returns an agent's skills: the ones it names of those `given`, or all if it names none, plus those of its own folders, as far as the client lists them. */
export function skillsOfAgent(agent: Agent, given: readonly Skill[], client = 'adk'): SkillsResult {
  const requested = agent.skills ?? [];
  const folders = requested.filter(isAbsolute);
  const names = requested.filter((one) => !isAbsolute(one));
  const own = folders.length === 0 ? undefined : readSkills(folders, { client });
  if (own?.kind === 'failed') return { ...own, message: `The agent '${agent.name}': ${own.message}` };
  const chosen = names.length === 0 ? given : given.filter((skill) => names.includes(skill.name));
  const added = (own?.skills ?? []).filter((one) => !chosen.some((skill) => skill.root === one.root));
  const skills = [...chosen, ...added];
  const missing = names.filter((name) => !skills.some((skill) => skill.name === name));
  if (missing.length > 0) {
    const available = given.length === 0 ? 'none' : given.map((skill) => skill.name).join(', ');
    const message = `The agent '${agent.name}' requires the skill '${missing[0]}', which this run does not offer. It offers: ${available}.`;
    return { kind: 'failed', message };
  }
  const duplicate = skills.find((skill, index) => skills.findIndex((one) => one.name === skill.name) !== index);
  if (duplicate !== undefined) return duplicateName(duplicate);
  return { kind: 'found', skills, notes: own?.notes ?? [] };
}

/** Returns the skills of called agents that are not among those of the run. An agent with invalid skills fails when called. */
export function skillsOfTeam(team: ReadonlyMap<string, Agent>, given: readonly Skill[]): readonly Skill[] {
  const own = [...team.values()].flatMap((agent) => {
    const read = (agent.skills ?? []).length === 0 ? undefined : skillsOfAgent(agent, given);
    return read?.kind === 'found' ? read.skills : [];
  });
  const roots = new Set(given.map((skill) => skill.root));
  return own.filter(({ root }) => !roots.has(root) && roots.add(root));
}

/**
 * Returns the skills of a run: those of `folders`, from the command line, and those that its agent names. None are required
 * if the agent has other tools.
 */
export function skillsOfRun(agent: Agent, folders: readonly string[], client = 'adk'): SkillsResult {
  const none = folders.length === 0 && (agent.skills ?? []).length === 0;
  if (none && hasTools(agent)) return { kind: 'found', skills: [], notes: [] };
  if (none)
    return {
      kind: 'failed',
      message: 'Name the skills with --skills DIR, or in `skills` of the agent in .skillwright.json.',
    };
  const given = folders.length === 0 ? undefined : readSkills(folders, { client });
  if (given?.kind === 'failed') return given;
  const all = skillsOfAgent(agent, given?.skills ?? [], client);
  return all.kind === 'failed' ? all : { ...all, notes: [...(given?.notes ?? []), ...all.notes] };
}

/** Adds the skills of further folders, which a client has installed whatever the agent names. */
export function withFurtherSkills(found: SkillsResult, folders: readonly string[], client = 'adk'): SkillsResult {
  if (found.kind === 'failed' || folders.length === 0) return found;
  const further = readSkills(folders, { client });
  if (further.kind === 'failed') return further;
  const added = further.skills.filter(({ root }) => !found.skills.some((skill) => skill.root === root));
  const duplicate = added.find(({ name }) => found.skills.some((skill) => skill.name === name));
  if (duplicate !== undefined) return duplicateName(duplicate);
  return { kind: 'found', skills: [...found.skills, ...added], notes: [...found.notes, ...further.notes] };
}

function duplicateName({ name }: Skill): SkillsResult {
  return { kind: 'failed', message: `Rename a skill: two are named '${name}'.` };
}
