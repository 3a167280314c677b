import type { ClientBehavior } from '../../skill/index.ts';
import type { Action, Call, Persona } from './simulated-action.ts';
import { bestSkill } from './simulated-best-skill.ts';
import {
  bodyOf,
  clientOf,
  isMiss,
  type ListedSkill,
  listedSkills,
  shownFolder,
  statesBase,
} from './simulated-client-view.ts';
import { type FileRequest, fileRequestsIn } from './simulated-file-requests.ts';
import type { Memory, PastCall } from './simulated-memory.ts';
import { called, foundIn, isSearch, requiredArguments, searchesFor } from './simulated-search.ts';

/** The knowledge of a model that follows a skill. */
interface Work extends Persona {
  readonly client: ClientBehavior;
  readonly memory: Memory;
  /** The skill's folder, if the client shows it. */
  readonly folder: string | undefined;
  /** True if a text says to resolve paths against the skill's folder. */
  readonly knowsRule: boolean;
  /** The text with which the skill was loaded, which may list its files. */
  readonly loadedText: string;
}

/**
 * Returns the next action of a simulated model that has the tools of a real client; undefined if it has not. It loads the
 * skill whose description fits best, and asks for each file that the text makes it ask for: first relative to the working
 * directory, then in the skill's folder if the client shows it, then by listing and searching. A model that knows the rule about relative
 * paths begins in the skill's folder.
 */
export function clientActionFor(persona: Persona, memory: Memory): Action | undefined {
  const client = clientOf(memory);
  if (client === undefined) return undefined;
  const listed = bestSkill(listedSkills(client, memory.system), memory.prompt);
  if (listed === undefined) return answer(client, memory, undefined);
  const load = loadCall(client, listed);
  const loaded = madeCall(memory, load);
  if (loaded === undefined) return load;
  if (isMiss(client, loaded)) return answer(client, memory, listed);
  const text = bodyOf(client, loaded.text);
  const folder = shownFolder(loaded.text, listed);
  const knowsRule = statesBase(`${memory.system}\n${loaded.text}`);
  const work: Work = { ...persona, client, memory, folder, knowsRule, loadedText: loaded.text };
  return follow(work, text) ?? answer(client, memory, listed);
}

function follow(work: Work, text: string): Action | undefined {
  const { habits, mode } = work;
  if (mode === 'stubborn-scripts' || mode === 'stubborn-script-variants') {
    const script = fileRequestsIn(text).find((one) => one.tool === 'run_skill_script')?.paths[0] ?? 'scripts/run.py';
    return useCall(work, 'run_skill_script', mode === 'stubborn-scripts' ? script : variant(script, work));
  }
  for (const request of habits.select(`\n${text}`, fileRequestsIn(text)).slice(0, habits.maxSteps)) {
    if ('name' in request) continue;
    const next = nextCall(work, request);
    if (next === 'stop') return undefined;
    if (next !== 'done') return next;
  }
  return undefined;
}

/** Returns the next call for a request; `done` if it was fulfilled or given up, `stop` if the model gives up altogether. */
function nextCall(work: Work, request: FileRequest): Call | 'done' | 'stop' {
  const { habits, mode, memory } = work;
  for (const path of habits.order(candidates(work, request)).slice(0, habits.maxGuesses)) {
    for (const call of attempts(work, request.tool, path)) {
      const made = madeCall(memory, call);
      if (made === undefined) return call;
      if (!isMiss(work.client, made)) {
        if (!isSearch(work.client, made)) return 'done';
        const found = foundIn(work.client, made, path);
        if (found === undefined) continue;
        const read = useCall(work, request.tool, found);
        return madeCall(memory, read) === undefined ? read : 'done';
      }
      if (mode === 'stubborn') return call;
      if (mode === 'stubborn-variants') return useCall(work, request.tool, variant(path, work));
    }
    if (mode === 'heeding') return 'stop';
  }
  return 'done';
}

/** Returns the paths to ask for. A mention asks for a listed file if one fits, as the model has seen the list. */
function candidates({ loadedText }: Work, { paths }: FileRequest): readonly string[] {
  if (paths.length < 2) return paths;
  const listed = paths.filter((path) => loadedText.includes(path) || isInTree(loadedText, path));
  return listed.length > 0 ? listed : paths;
}

/** True if a client's tree of files has a file with this name. */
function isInTree(text: string, path: string): boolean {
  const tree = /<available_resources>([\s\S]*?)<\/available_resources>/.exec(text)?.[1] ?? '';
  const name = path.slice(path.lastIndexOf('/') + 1);
  return tree.split('\n').some((line) => line.replace(/^[\s│├└─|`-]+/, '') === name);
}

/** Returns the calls by which a model looks for a path, in order. */
function attempts(work: Work, tool: FileRequest['tool'], path: string): readonly Call[] {
  const { client, folder, habits, knowsRule, mode } = work;
  const inFolder = folder === undefined ? [] : [useCall(work, tool, `${folder}/${path}`)];
  const asWritten = [useCall(work, tool, path)];
  const direct = knowsRule && inFolder.length > 0 ? inFolder : [...asWritten, ...inFolder];
  if (mode !== 'weak') return direct;
  return [...direct, ...searchesFor(client, path, folder).slice(0, habits.maxSearches)];
}

/** Returns the call that reads a file, or runs a script. */
function useCall({ client }: Work, tool: FileRequest['tool'], path: string): Call {
  return tool === 'run_skill_script' ? runCall(client, path) : readCall(client, path);
}

const RUNNERS: Readonly<Record<string, string>> = {
  py: 'python3',
  sh: 'bash',
  js: 'node',
  mjs: 'node',
  rb: 'ruby',
  pl: 'perl',
};

function runCall(client: ClientBehavior, path: string): Call {
  const runner = RUNNERS[path.slice(path.lastIndexOf('.') + 1)];
  return shellCall(client, runner === undefined ? path : `${runner} ${path}`);
}

function readCall(client: ClientBehavior, path: string): Call {
  const read = client.fileTools.find((tool) => tool.kind === 'read');
  if (read === undefined) return shellCall(client, `cat ${path}`);
  const { first, last, required = false } = read.range;
  return called(read.tool, { [read.path]: path, ...(required ? { [first]: 1, [last ?? first]: 2000 } : {}) });
}

function shellCall(client: ClientBehavior, command: string): Call {
  const { shell } = client;
  return called(shell.tool, { [shell.command]: command, ...requiredArguments(shell.extra, 'Follow the skill') });
}

function loadCall(client: ClientBehavior, skill: ListedSkill): Call {
  const { activation } = client;
  if (activation.kind === 'tool') return called(activation.tool, { [activation.parameter]: skill.name });
  return readCall(client, skill.path ?? `${skill.name}/SKILL.md`);
}

/** Returns the last call with the same tool and arguments. */
function madeCall({ calls }: Memory, { tool, args }: Call): PastCall | undefined {
  const serializedArgs = JSON.stringify(args);
  return calls.findLast((call) => call.tool === tool && JSON.stringify(call.args) === serializedArgs);
}

function variant(path: string, { memory }: Work): string {
  return path.replace(/(\.\w+)?$/, (extension) => `_${memory.calls.length}${extension}`);
}

/** Returns an answer that lists the calls and states that it is simulated. */
function answer(client: ClientBehavior, memory: Memory, skill: ListedSkill | undefined): Action {
  const missed = memory.calls.filter((call) => isMiss(client, call)).length;
  const prompt = memory.prompt.trim().slice(0, 200);
  const lines = [
    skill === undefined
      ? `I found no skill to load for: ${prompt}`
      : `I followed the skill '${skill.name}' for: ${prompt}`,
    `Calls: ${memory.calls.length}, of which ${missed} did not find their file.`,
    '(Simulated model: it plays what a weak model does with this skill; no language model was asked.)',
  ];
  return { kind: 'answer', text: lines.join('\n') };
}
