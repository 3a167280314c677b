import type { RunEvent, ToolResult } from '../../protocol/events.ts';

/** Tools that only read skills, or whose effects are in the journal or in the run's own folder. */
const CONTAINED: ReadonlySet<string> = new Set([
  'list_skills',
  'load_skill',
  'load_skill_resource',
  'run_skill_script',
  'search_skills',
]);

/** Codes of calls that ran and whose outcome is unknown: a timeout, a process that ended, an exception, a cancellation. */
const UNKNOWN_OUTCOME: ReadonlySet<string> = new Set([
  'CANCELLED',
  'INTERRUPTED',
  'MCP_ERROR',
  'TOOL_ERROR',
  'TOOL_PROCESS_ENDED',
]);

/** Maximum number of tools that are named. */
const MAX_NAMES = 5;

/**
 * Describes the effects of copied calls that a fork neither repeats nor undoes: those of an agent's own tools (MCP servers,
 * modules, VS Code's), also of calls that ended before their result, and of scripts without a sandbox. Undefined if there are
 * none. A client's tools work on a copy of the
 * workspace, and called agents and skills as tools are counted by the calls inside them.
 * @param isClientRun true for a run with the tools of a client
 */
export function describeLostEffects(events: readonly RunEvent[], isClientRun: boolean): string | undefined {
  const calls = new Set(events.flatMap((event) => (event.type === 'llm_request' ? [event.parent] : [])));
  const names = new Set<string>();
  const starts = new Starts(events);
  let hasOpenScripts = false;
  for (const event of events) {
    if (event.type === 'script') hasOpenScripts ||= event.sandbox === 'none';
    if (event.type !== 'tool_result' || calls.has(event.parent)) continue;
    if (event.changes !== true && !mayHaveActed(event, starts)) continue;
    if (!isClientRun && !CONTAINED.has(event.tool)) names.add(event.tool);
  }
  const shown = [...names].slice(0, MAX_NAMES).map((name) => name.slice(0, 64));
  const rest = names.size - shown.length;
  const tools = shown.length === 0 ? [] : [`${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`];
  const all = [...tools, ...(hasOpenScripts ? ['scripts without a sandbox'] : [])];
  if (all.length === 0) return undefined;
  const state = tools.length === 0 ? '' : '; servers and modules start without their earlier state';
  return `Check what these changed before the fork, because it is not undone: ${all.join(', ')}${state}.`;
}

/** True if the call ended before its result was known, and may have had effects until then. */
function mayHaveActed({ error_code: code = '', denied, edited, parent = 0 }: ToolResult, starts: Starts): boolean {
  if (!UNKNOWN_OUTCOME.has(code) || denied === true || edited === true) return false;
  return code !== 'CANCELLED' || starts.has(parent);
}

/** Finds the calls whose tool has started. */
class Starts {
  private readonly reported = new Set<number | undefined>();
  private readonly asked = new Set<number | undefined>();
  private readonly steps = new Map<number, number>();
  private readonly sizes = new Map<number, number>();

  constructor(events: readonly RunEvent[]) {
    for (const { type, seq, parent = 0 } of events) {
      if (type === 'tool_started') this.reported.add(parent);
      else if (type === 'pause') this.asked.add(parent);
      else if (type === 'tool_call') {
        this.steps.set(seq, parent);
        this.sizes.set(parent, (this.sizes.get(parent) ?? 0) + 1);
      }
    }
  }

  /** @param call `seq` of the `tool_call` */
  has(call: number): boolean {
    if (this.reported.has(call)) return true;
    // Only the start of a call that is alone in its step and asks nothing is not in the journal.
    return !this.asked.has(call) && this.sizes.get(this.steps.get(call) ?? 0) === 1;
  }
}
