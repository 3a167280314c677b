import { isDeepStrictEqual } from 'node:util';
import { defined, type Skill } from '../../../skill/index.ts';
import { withoutText } from '../../guards/with-text.ts';
import { EMPTY_HISTORY } from '../../loop/history/history.ts';
import { SessionState } from '../../loop/interfaces/state.ts';
import type { ResultOutcome, Tool, ToolContext } from '../../loop/interfaces/tools.ts';
import type { Json, JsonObject, RunEvent, ToolResult } from '../../protocol/events.ts';
import { withPayloads } from '../../run/restore.ts';
import type { RunSpec } from '../../run/run-spec.ts';
import { listSkillsTool } from '../../toolset/list-skills.ts';
import { loadResourceTool } from '../../toolset/load-resource.ts';
import { loadSkillTool } from '../../toolset/load-skill.ts';
import { createSkillSource } from '../../toolset/skill-source.ts';
import type { ForkPoint } from './fork-point.ts';

/** The copied events with the results that the skills give today, and the calls whose results differ, for display. */
export interface TodaysSkills {
  readonly events: readonly RunEvent[];
  readonly changed: readonly string[];
}

/**
 * Runs the copied calls that only read skills again, on today's files. A failure that remains a failure keeps its recorded
 * result, to which a guard may have added; so do denied calls, and skills of a registry. Decisions of guards that depend on a
 * result that differs are omitted: the guards of the fork decide again about its last step.
 * @param folder the folder of the run that is forked, which has its payloads
 */
export async function rereadSkills(
  { events, started }: Pick<ForkPoint, 'events' | 'started'>,
  spec: RunSpec,
  folder: string,
): Promise<TodaysSkills> {
  const readers = skillReaders(spec);
  const state = new SessionState();
  const args = new Map<string, Json>();
  const changed: string[] = [];
  const reread: RunEvent[] = [];
  const replaced = new Set<number>();
  for (const event of events) {
    if (event.type === 'state') state.apply((withPayloads(event, folder) as typeof event).delta as JsonObject);
    if (event.type === 'llm_response')
      for (const call of (withPayloads(event, folder) as typeof event).toolCalls) args.set(call.id, call.args);
    const given = event.type === 'tool_result' ? args.get(event.id) : undefined;
    if (event.type !== 'tool_result' || !isObject(given)) {
      reread.push(event);
      continue;
    }
    const reader = readers(event, given, event.agent === started.agent);
    const outcome = await reader?.execute(given, contextOf(event, state));
    const now = outcome?.kind === 'result' ? changeOf(withPayloads(event, folder) as ToolResult, outcome) : undefined;
    reread.push(now ?? event);
    if (now === undefined) continue;
    replaced.add(event.seq);
    changed.push(describeCall(event.tool, given));
  }
  return { events: withoutDecisionsAbout(replaced, reread), changed };
}

/** Returns a function that finds the tool of a call which only reads skills that are on disk. */
function skillReaders({ skills, calledSkills = [], agent, skillTools }: RunSpec) {
  const all = new Map<string, Skill>([...calledSkills, ...skills].map((skill) => [skill.name, skill]));
  const source = createSkillSource({ skills: [...all.values()] });
  const tools = [loadSkillTool(source), loadResourceTool(source)];
  const list = listSkillsTool(() => skills);
  const prefix = skillTools?.prefix ?? agent.skillToolset?.prefix ?? '';
  return (event: ToolResult, args: JsonObject, isOwn: boolean): Tool | undefined => {
    if (event.denied === true || event.edited === true) return undefined;
    const name =
      prefix !== '' && event.tool.startsWith(`${prefix}_`) ? event.tool.slice(prefix.length + 1) : event.tool;
    if (name === list.name) return isOwn ? list : undefined;
    const skill = args.skill_name ?? args.name;
    return typeof skill === 'string' && all.has(skill) ? tools.find((tool) => tool.name === name) : undefined;
  };
}

/** Returns the event with the new result; undefined if it is the recorded one. */
function changeOf(event: ToolResult, { value, errorCode }: ResultOutcome): ToolResult | undefined {
  const recorded = event.result as Json;
  if (errorCode !== undefined && event.error_code !== undefined) return undefined;
  if (isDeepStrictEqual(recorded, value) || isDeepStrictEqual(withoutText(recorded), value)) return undefined;
  const { error_code: _, miss: __, ...rest } = event;
  return defined({ ...rest, result: value, error_code: errorCode });
}

/**
 * Omits the decisions of guards about these results, `seq`s of `tool_result`, and of calls that have such a decision: a guard
 * that replays a call counts its decisions in the journal.
 */
function withoutDecisionsAbout(results: ReadonlySet<number>, events: readonly RunEvent[]): readonly RunEvent[] {
  if (results.size === 0) return events;
  const calls = new Set<number | undefined>();
  for (const event of events) {
    if (event.type === 'tool_result' && results.has(event.seq)) calls.add(event.parent);
    // A journal of another origin may have no evidence.
    const evidence: unknown = event.type === 'guard' ? event.evidence : undefined;
    if (Array.isArray(evidence) && evidence.some((seq) => results.has(seq))) calls.add(event.parent);
  }
  return events.filter((event) => event.type !== 'guard' || !calls.has(event.parent));
}

/** The context of a call whose only effect, the list of loaded skills, is in the copied events. */
function contextOf({ id, invocation, agent, parent = 0 }: ToolResult, state: SessionState): ToolContext {
  const unavailable = (): Promise<never> => Promise.reject(new Error('A tool that reads skills asks nothing.'));
  return {
    callId: id,
    seq: parent,
    invocation,
    agent,
    history: EMPTY_HISTORY,
    state: { get: (key) => state.get(key), keys: () => state.keys(), set: () => undefined },
    signal: new AbortController().signal,
    actions: { skipSummarization: false, readOnly: true },
    emit: (body) => ({ ...body, seq: parent, time: '', invocation, agent }) as RunEvent,
    ask: unavailable,
    requestConfirmation: unavailable,
    requestCredential: unavailable,
  };
}

function describeCall(tool: string, { skill_name: skill, file_path: path }: JsonObject): string {
  const words = [skill, path].filter((word) => typeof word === 'string').map((word) => String(word).slice(0, 100));
  return [tool, words.join('/')].filter(Boolean).join(' ');
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
