/** Lists the agents declared in the workspace, for selection only. The runtime reads the files itself. */
import { basename, dirname, isAbsolute } from 'node:path';
import { defined } from '../../runtime/text/objects.ts';
import { isInside } from '../editor/is-inside.ts';
import { isObject, type Loose, text } from '../panel/trace/read.ts';

export interface AgentSummary {
  readonly name: string;
  readonly description: string;
  /** Absolute path of the declaring file. */
  readonly file: string;
  /** The `agent` parameter of a run: a name in `.skillwright.json` or a file name, resolved in `folder`. */
  readonly agent: string;
  readonly folder: string;
  /** `PROVIDER/ID`; absent if it declares no model that the runtime supports. */
  readonly model?: string;
  /** The client that its runs simulate, if it declares one. */
  readonly client?: string;
  /** The names of the skills that it requires from the run, if it declares any skills. Its own skill folders are not included. */
  readonly skills?: readonly string[];
  /** True if it has tools or agents in addition to skills. */
  readonly hasTools: boolean;
}

/** A file that declares agents. */
export interface AgentFile {
  /** Absolute path of a `.skillwright.json` or `*.agent.md`. */
  readonly path: string;
  readonly text: string;
}

/** Returns the agents declared in these files, by name. Unreadable files are ignored; the runtime reports them when used. */
export function parseAgents(files: readonly AgentFile[]): readonly AgentSummary[] {
  const isConfig = (file: AgentFile): boolean => basename(file.path) === '.skillwright.json';
  const entries = files.filter(isConfig).flatMap(agentsOfConfig);
  const fromFiles = files.filter((file) => !isConfig(file)).map(agentOfFile);
  // An entry and the file of the same name below it are one agent.
  const unmerged = fromFiles.filter(
    (one) => !entries.some((entry) => entry.agent === agentIdOf(one.file) && isInside([entry.folder], one.file)),
  );
  const described = entries.map((entry) => {
    const file = fromFiles.find((one) => agentIdOf(one.file) === entry.agent && isInside([entry.folder], one.file));
    return entry.description === '' && file !== undefined ? { ...entry, description: file.description } : entry;
  });
  return [...described, ...unmerged].sort((a, b) => a.name.localeCompare(b.name) || a.file.localeCompare(b.file));
}

/** Returns the agent that a file declares, with the entry of `.skillwright.json` that extends it. */
export function agentInFile(agents: readonly AgentSummary[], file: string): AgentSummary | undefined {
  const own = agents.find((agent) => agent.file === file);
  return own ?? agents.find(({ agent, folder }) => agent === agentIdOf(file) && isInside([folder], file));
}

function agentIdOf(file: string): string {
  return basename(file).replace(/\.agent\.md$/, '');
}

function agentsOfConfig({ path, text: source }: AgentFile): readonly AgentSummary[] {
  const config = parseJson(source);
  if (!isObject(config) || !isObject(config.agents)) return [];
  return Object.entries(config.agents).flatMap(([name, entry]): readonly AgentSummary[] =>
    isObject(entry) && name !== ''
      ? [{ ...readEntry(entry), name, agent: name, file: path, folder: dirname(path) }]
      : [],
  );
}

function readEntry(entry: Loose): Pick<AgentSummary, 'description' | 'model' | 'client' | 'skills' | 'hasTools'> {
  const skills = Array.isArray(entry.skills) ? entry.skills.filter((one) => typeof one === 'string') : undefined;
  const isPath = (skill: string): boolean => /^\.{1,2}(?:[\\/]|$)/.test(skill) || isAbsolute(skill);
  return defined({
    description: text(entry, 'description'),
    ...modelOf(text(entry, 'model')),
    client: text(entry, 'client') === '' ? undefined : text(entry, 'client'),
    skills: skills === undefined || skills.length === 0 ? undefined : skills.filter((skill) => !isPath(skill)),
    hasTools: [entry.tools, entry.agents].some((list) => Array.isArray(list) && list.length > 0),
  });
}

/** Returns the model in the form that the runtime supports. VS Code's names ("GPT-5") are ignored. */
function modelOf(model: string): Pick<AgentSummary, 'model'> {
  return /^[a-z][\w-]*\/\S+$/.test(model) ? { model } : {};
}

function agentOfFile({ path, text: source }: AgentFile): AgentSummary {
  const head = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---/.exec(source)?.[1] ?? '';
  const field = (name: string): string =>
    (new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(head)?.[1] ?? '').trim().replace(/^(["'])(.*)\1$/, '$2');
  return {
    name: field('name') || agentIdOf(path),
    description: field('description'),
    file: path,
    agent: basename(path),
    folder: dirname(path),
    ...modelOf(field('model')),
    hasTools: false,
  };
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}
