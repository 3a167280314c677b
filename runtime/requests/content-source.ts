import { requestOf } from '../guards/miss.ts';
import type { EventBase, JsonObject, RunEvent, ToolCall, ToolResult } from '../protocol/events.ts';
import { textArgument } from '../toolset/arguments.ts';

/** The origin of a text that a tool returned. */
export type ContentSource =
  /** A list of skills. */
  | { readonly kind: 'catalogue' }
  /** The body of a `SKILL.md`. */
  | { readonly kind: 'skill'; readonly skill: string }
  /** A bundled file; `path` is relative to the skill's folder. */
  | { readonly kind: 'resource'; readonly skill: string; readonly path: string }
  /** Anything else, including the error message of a failed call. */
  | { readonly kind: 'result' };

const RESULT: ContentSource = { kind: 'result' };

/** Returns the origin of a result's text, for the tools of ADK and of clients. */
export function sourceOf({ tool, args }: Pick<ToolCall, 'tool' | 'args'>, result: ToolResult): ContentSource {
  const { error_code: errorCode, read } = result;
  if (errorCode !== undefined) return RESULT;
  const object = argumentsOf({ args });
  if (/(?:^|_)(?:list|search)_skills$/.test(tool)) return { kind: 'catalogue' };
  if (/(?:^|_)load_skill$/.test(tool)) return { kind: 'skill', skill: textArgument(object, 'skill_name') ?? '' };
  const call = { tool, args: object };
  if (requestOf(call)?.kind === 'script') return RESULT;
  const file = read ?? requestOf(call);
  if (file === undefined) return RESULT;
  const { skill, path } = file;
  if (path === 'SKILL.md') return { kind: 'skill', skill };
  // A client's shell both runs scripts and reads files. A script is more often run than read.
  return path.startsWith('scripts/') ? RESULT : { kind: 'resource', skill, path };
}

/** Returns the arguments of a call, or none if they are not an object. */
export function argumentsOf({ args }: Pick<ToolCall, 'args'>): JsonObject {
  return typeof args === 'object' && args !== null && !Array.isArray(args) ? (args as JsonObject) : {};
}

/** The origin of a result. */
export interface ResultSource {
  readonly source: ContentSource;
  /** True if a user message with text of the same origin follows. */
  readonly hasMessage: boolean;
}

/** Returns the origins of all results of a run, or of the session of another agent, by the id of their call. */
export function sourcesOf(events: readonly RunEvent[]): ReadonlyMap<string, ResultSource> {
  const calls = new Map<number, ToolCall>();
  const sources = new Map<string, ResultSource>();
  for (const event of events as readonly (RunEvent | SkillLoaded)[]) {
    if (event.type === 'tool_call') calls.set(event.seq, event);
    if (event.type !== 'tool_result' && event.type !== 'skill_loaded') continue;
    const call = calls.get(event.parent ?? 0);
    if (call === undefined) continue;
    if (event.type === 'tool_result')
      sources.set(event.id, { source: sourceOf(call, event), hasMessage: event.message !== undefined });
    else if (typeof event.skill === 'string')
      // An import reports that the preceding result is the text of a skill, regardless of the tool that read it.
      sources.set(call.id, {
        source: { kind: 'skill', skill: event.skill },
        hasMessage: sources.get(call.id)?.hasMessage === true,
      });
  }
  return sources;
}

/** The event of an import that reports a loaded skill. */
interface SkillLoaded extends EventBase {
  readonly type: 'skill_loaded';
  readonly skill: unknown;
}
