import type { ClientBehavior } from '../../../skill/index.ts';
import type { Action, Call, Persona } from './simulated-action.ts';
import { bestSkill } from './simulated-best-skill.ts';
import { findCall, loadCall, useCall } from './simulated-client-calls.ts';
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
import type { Memory } from './simulated-memory.ts';
import { observedActionFor } from './simulated-observed.ts';
import { isSearch, searchesFor, selectPath } from './simulated-search.ts';

/** The state of a model that follows a skill. */
interface SkillContext extends Persona {
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
 * Returns the next action of a simulated model that has the tools of a real client; undefined if it does not have them.
 * It loads the skill whose description fits best, and requests each file that the text makes it request: first relative
 * to the working directory, then in the skill's folder if the client shows it, then by listing and searching. A model
 * that knows the rule about relative paths begins in the skill's folder.
 */
export function clientActionFor(persona: Persona, memory: Memory): Action | undefined {
  const client = clientOf(memory);
  if (client === undefined) return undefined;
  const listed = bestSkill(listedSkills(client, memory.system), memory.prompt);
  if (listed === undefined) return answer(client, memory, undefined);
  if (persona.mode === 'observed')
    return observedActionFor(persona, client, memory, listed) ?? answer(client, memory, listed);
  const load = loadCall(client, listed);
  const loaded = findCall(memory, load);
  if (loaded === undefined) return load;
  if (isMiss(client, loaded)) return answer(client, memory, listed);
  const text = bodyOf(client, loaded.text);
  const folder = shownFolder(loaded.text, listed);
  const knowsRule = statesBase(`${memory.system}\n${loaded.text}`);
  const context: SkillContext = { ...persona, client, memory, folder, knowsRule, loadedText: loaded.text };
  return follow(context, text) ?? answer(client, memory, listed);
}

function follow(context: SkillContext, text: string): Action | undefined {
  const { habits, mode } = context;
  if (mode === 'stubborn-scripts' || mode === 'stubborn-script-variants') {
    const script = fileRequestsIn(text).find((one) => one.tool === 'run_skill_script')?.paths[0] ?? 'scripts/run.py';
    return useCall(context.client, 'run_skill_script', mode === 'stubborn-scripts' ? script : variant(script, context));
  }
  for (const request of habits.select(`\n${text}`, fileRequestsIn(text)).slice(0, habits.maxSteps)) {
    if ('name' in request) continue;
    const next = nextCall(context, request);
    if (next === 'stop') return undefined;
    if (next !== 'done') return next;
  }
  return undefined;
}

/**
 * Returns the next call for a request; `done` if it was fulfilled or given up, `stop` if the model gives up altogether.
 */
function nextCall(context: SkillContext, request: FileRequest): Call | 'done' | 'stop' {
  const { habits, mode, memory } = context;
  for (const path of habits.order(candidates(context, request)).slice(0, habits.maxGuesses)) {
    for (const call of attempts(context, request.tool, path)) {
      const made = findCall(memory, call);
      if (made === undefined) return call;
      if (!isMiss(context.client, made)) {
        if (!isSearch(context.client, made)) return 'done';
        const found = selectPath(context.client, made, path);
        if (found === undefined) continue;
        const read = useCall(context.client, request.tool, found);
        return findCall(memory, read) === undefined ? read : 'done';
      }
      if (mode === 'stubborn') return call;
      if (mode === 'stubborn-variants') return useCall(context.client, request.tool, variant(path, context));
    }
    if (mode === 'heeding') return 'stop';
  }
  return 'done';
}

/**
 * Returns the paths to request. For a mention these are the listed files that fit, if any, as the model has seen the
 * list.
 */
function candidates({ loadedText }: SkillContext, { paths }: FileRequest): readonly string[] {
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
function attempts(context: SkillContext, tool: FileRequest['tool'], path: string): readonly Call[] {
  const { client, folder, habits, knowsRule, mode } = context;
  const inFolder = folder === undefined ? [] : [useCall(context.client, tool, `${folder}/${path}`)];
  const asWritten = [useCall(context.client, tool, path)];
  const direct = knowsRule && inFolder.length > 0 ? inFolder : [...asWritten, ...inFolder];
  if (mode !== 'weak') return direct;
  return [...direct, ...searchesFor(client, path, folder).slice(0, habits.maxSearches)];
}

function variant(path: string, { memory }: SkillContext): string {
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
    '(Simulated model: it imitates what a weak model does with this skill; no language model was used.)',
  ];
  return { kind: 'answer', text: lines.join('\n') };
}
