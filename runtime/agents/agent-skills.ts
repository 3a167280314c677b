import { isAbsolute } from 'node:path';
import type { Skill } from '../../skill/index.ts';
import { readSkills, type SkillsResult } from '../toolset/read-skills.ts';
import type { Agent } from './agent.ts';
import { hasTools } from './has-tools.ts';

/**
 * The skills of an agent: of those `given` the ones that it names, all where it names none, and those of its own folders.
 */
export function skillsOfAgent(agent: Agent, given: readonly Skill[]): SkillsResult {
  const wanted = agent.skills ?? [];
  const folders = wanted.filter(isAbsolute);
  const names = wanted.filter((one) => !isAbsolute(one));
  const own = folders.length === 0 ? undefined : readSkills(folders);
  if (own?.kind === 'failed') return { ...own, message: `The agent '${agent.name}': ${own.message}` };
  const chosen = names.length === 0 ? given : given.filter((skill) => names.includes(skill.name));
  const added = (own?.skills ?? []).filter((one) => !chosen.some((skill) => skill.root === one.root));
  const skills = [...chosen, ...added];
  const missing = names.filter((name) => !skills.some((skill) => skill.name === name));
  if (missing.length > 0) {
    const there = given.length === 0 ? 'none' : given.map((skill) => skill.name).join(', ');
    const message = `The agent '${agent.name}' asks for the skill '${missing[0]}', which this run does not offer. It offers: ${there}.`;
    return { kind: 'failed', message };
  }
  const twice = skills.find((skill, index) => skills.findIndex((one) => one.name === skill.name) !== index);
  if (twice !== undefined)
    return { kind: 'failed', message: `Two skills are named '${twice.name}'. Rename one of them.` };
  return { kind: 'found', skills, notes: own?.notes ?? [] };
}

/** Skills that called agents have of their own, beside those of the run. Who cannot have theirs says so when called. */
export function skillsOfTeam(team: ReadonlyMap<string, Agent>, given: readonly Skill[]): readonly Skill[] {
  const own = [...team.values()].flatMap((agent) => {
    const read = (agent.skills ?? []).length === 0 ? undefined : skillsOfAgent(agent, given);
    return read?.kind === 'found' ? read.skills : [];
  });
  const roots = new Set(given.map((skill) => skill.root));
  return own.filter(({ root }) => !roots.has(root) && roots.add(root));
}

/** The skills that a run offers: those of `folders`, of the command line, and those that its agent names. None are needed where the agent has tools of its own. */
export function skillsOfRun(agent: Agent, folders: readonly string[]): SkillsResult {
  const none = folders.length === 0 && (agent.skills ?? []).length === 0;
  if (none && hasTools(agent)) return { kind: 'found', skills: [], notes: [] };
  if (none)
    return { kind: 'failed', message: 'Name the skills: --skills DIR, or `skills` of the agent in .skillwright.json.' };
  const given = folders.length === 0 ? undefined : readSkills(folders);
  if (given?.kind === 'failed') return given;
  const all = skillsOfAgent(agent, given?.skills ?? []);
  return all.kind === 'failed' ? all : { ...all, notes: [...(given?.notes ?? []), ...all.notes] };
}
