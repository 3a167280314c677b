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
export function sourcesOf(events: Iterable<RunEvent>): ReadonlyMap<string, ResultSource> {
  /** Calls without a result. The others are not held: arguments can be as large as files. */
  const open = new Map<number, ToolCall>();
  const ids = new Map<number, string>();
  const sources = new Map<string, ResultSource>();
  for (const event of events as Iterable<RunEvent | SkillLoaded>) {
    const { parent = 0 } = event;
    if (event.type === 'tool_call') {
      open.set(event.seq, event);
      ids.set(event.seq, event.id);
    } else if (event.type === 'tool_result') {
      const call = open.get(parent);
      open.delete(parent);
      if (call !== undefined)
        sources.set(event.id, { source: sourceOf(call, event), hasMessage: event.message !== undefined });
    } else if (event.type === 'skill_loaded') {
      const id = ids.get(parent);
      // An import reports that the preceding result is the text of a skill, regardless of the tool that read it.
      if (id !== undefined && typeof event.skill === 'string')
        sources.set(id, {
          source: { kind: 'skill', skill: event.skill },
          hasMessage: sources.get(id)?.hasMessage === true,
        });
    }
  }
  return sources;
}

/** The event of an import that reports a loaded skill. */
interface SkillLoaded extends EventBase {
  readonly type: 'skill_loaded';
  readonly skill: unknown;
}
