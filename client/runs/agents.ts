/** The agents that a run can be started with, as the files of the workspace say: names to choose from. The runtime reads them. */
import { basename, dirname, isAbsolute } from 'node:path';
import { isInside } from '../editor/is-inside.ts';
import { isObject, type Loose, text } from '../panel/trace/read.ts';

export interface AgentSummary {
  readonly name: string;
  readonly description: string;
  /** Absolute path of the file that says so. */
  readonly file: string;
  /** What a run is started with: a name of `.skillwright.json`, or a file name; looked for in `folder`. */
  readonly agent: string;
  readonly folder: string;
  /** `PROVIDER/ID`; absent where it names none that the runtime knows. */
  readonly model?: string;
  /** Names of skills of the run that it asks for, where it says which skills it has; its own folders come by themselves. */
  readonly skills?: readonly string[];
  /** It has something to work with beside skills. */
  readonly hasTools: boolean;
}

/** A file that was found, with its text. */
export interface AgentText {
  /** Absolute path, `.skillwright.json` or `*.agent.md`. */
  readonly path: string;
  readonly text: string;
}

/** All agents of these files, by name. What cannot be read has none: the runtime says why where it is asked for. */
export function agentsIn(files: readonly AgentText[]): readonly AgentSummary[] {
  const isConfig = (file: AgentText): boolean => basename(file.path) === '.skillwright.json';
  const entries = files.filter(isConfig).flatMap(agentsOfConfig);
  const own = files.filter((file) => !isConfig(file)).map(agentOfFile);
  // An entry adds to the file of the same name below it: they are one agent.
  const alone = own.filter(
    (one) => !entries.some((entry) => entry.agent === idOf(one.file) && isInside([entry.folder], one.file)),
  );
  const described = entries.map((entry) => {
    const file = own.find((one) => idOf(one.file) === entry.agent && isInside([entry.folder], one.file));
    return entry.description === '' && file !== undefined ? { ...entry, description: file.description } : entry;
  });
  return [...described, ...alone].sort((a, b) => a.name.localeCompare(b.name) || a.file.localeCompare(b.file));
}

function idOf(file: string): string {
  return basename(file).replace(/\.agent\.md$/, '');
}

function agentsOfConfig({ path, text: source }: AgentText): readonly AgentSummary[] {
  const config = parsed(source);
  if (!isObject(config) || !isObject(config.agents)) return [];
  return Object.entries(config.agents).flatMap(([name, entry]): readonly AgentSummary[] =>
    isObject(entry) && name !== ''
      ? [{ ...fromEntry(entry), name, agent: name, file: path, folder: dirname(path) }]
      : [],
  );
}

function fromEntry(entry: Loose): Pick<AgentSummary, 'description' | 'model' | 'skills' | 'hasTools'> {
  const skills = Array.isArray(entry.skills) ? entry.skills.filter((one) => typeof one === 'string') : undefined;
  const isPath = (skill: string): boolean => /^\.{1,2}(?:[\\/]|$)/.test(skill) || isAbsolute(skill);
  return {
    description: text(entry, 'description'),
    ...modelOf(text(entry, 'model')),
    ...(skills === undefined || skills.length === 0 ? {} : { skills: skills.filter((skill) => !isPath(skill)) }),
    hasTools: [entry.tools, entry.agents].some((list) => Array.isArray(list) && list.length > 0),
  };
}

/** VS Code's own names of models ("GPT-5") say nothing to the runtime. */
function modelOf(model: string): Pick<AgentSummary, 'model'> {
  return /^[a-z][\w-]*\/\S+$/.test(model) ? { model } : {};
}

function agentOfFile({ path, text: source }: AgentText): AgentSummary {
  const head = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---/.exec(source)?.[1] ?? '';
  const field = (name: string): string =>
    (new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(head)?.[1] ?? '').trim().replace(/^(["'])(.*)\1$/, '$2');
  return {
    name: field('name') || idOf(path),
    description: field('description'),
    file: path,
    agent: basename(path),
    folder: dirname(path),
    ...modelOf(field('model')),
    hasTools: false,
  };
}

function parsed(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}
