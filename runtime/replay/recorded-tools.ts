import { defined } from '../../skill/index.ts';
import { requestOf } from '../guards/miss.ts';
import { withoutText } from '../guards/with-text.ts';
import type { Prepared, Tool, ToolContext, ToolOutcome, Toolset } from '../loop/interfaces/tools.ts';
import type { Json } from '../protocol/events.ts';
import type { RunRecord } from './record.ts';

/** Tools that only read the skills. They are executed again, so that changes of a skill become visible. */
const READ_TOOLS: ReadonlySet<string> = new Set([
  'list_skills',
  'load_skill',
  'load_skill_resource',
  'run_skill_script',
]);

/**
 * Creates a toolset that offers the tools of each recorded request. Those that read the skills are executed again,
 * unless the call ran a script or asked the user. All others return their recorded results, so that nothing is done
 * twice.
 */
export function recordedTools(real: Toolset, record: RunRecord, onEnd: () => void): Toolset {
  let call = 0;
  const unresolved = record.ownEvents.flatMap((event) => (event.type === 'tools_changed' ? event.unresolved : []));
  return {
    async prepare(step): Promise<Prepared> {
      const names = record.offered[call++] ?? [];
      const prepared = await real.prepare(step);
      const tools = names.map((name) => {
        const own = READ_TOOLS.has(name) ? prepared.tools.find((tool) => tool.name === name) : undefined;
        return recordedTool(name, own, record, onEnd);
      });
      const stillUnresolved = (prepared.unresolved ?? []).filter((name) => unresolved.includes(name));
      const { missOfTool } = prepared;
      return defined({ tools, instruction: '', unresolved: stillUnresolved, missOfTool });
    },
  };
}

/**
 * Creates a toolset for a run in a client. All calls return their recorded results: they name paths of a copy that no
 * longer exists.
 */
export function recordedClientTools(record: RunRecord, onEnd: () => void): Toolset {
  const none: Toolset = { prepare: () => ({ tools: [], instruction: '' }) };
  return recordedTools(none, record, onEnd);
}

function recordedTool(name: string, real: Tool | undefined, record: RunRecord, onEnd: () => void): Tool {
  const longRunning = [...record.calls.values()].some(
    ({ tool, result }) => tool === name && result?.longRunning === true,
  );
  return defined({
    name,
    description: '',
    inputSchema: { type: 'object' },
    longRunning: longRunning || undefined,
    readOnly: real?.readOnly === true ? true : undefined,
    execute: (args, context) => {
      const recorded = record.calls.get(context.callId);
      if (real !== undefined && recorded?.hadSideEffects !== true && recorded?.result?.error_code !== 'CANCELLED')
        return real.execute(args, context);
      return recordedResult(recorded, context, onEnd);
    },
  });
}

/** Returns the recorded result. A call without one waited for the user, or the run was stopped in the meantime. */
function recordedResult(
  recorded: ReturnType<RunRecord['calls']['get']>,
  context: ToolContext,
  onEnd: () => void,
): ToolOutcome | Promise<ToolOutcome> {
  const result = recorded?.result;
  if (recorded === undefined || result === undefined) return { kind: 'paused' };
  if (result.error_code === 'CANCELLED') {
    onEnd();
    return new Promise<never>(() => undefined);
  }
  for (const { delta } of recorded.states)
    for (const [key, value] of Object.entries(delta)) context.state.set(key, value);
  if (result.skipSummarization === true) context.actions.skipSummarization = true;
  const { message, read, ran, unproven, miss } = result;
  // The guards add their paragraph and their code to the client's result again.
  const isFatal = miss !== undefined && result.error_code?.endsWith('_FATAL') === true;
  const value = isFatal ? withoutText(result.result as Json) : (result.result as Json);
  const ownCode = requestOf({ tool: recorded.tool, args: {} })?.code ?? 'FILE_NOT_FOUND';
  const code = isFatal ? ownCode : result.error_code;
  const errorCode = code === undefined ? {} : { errorCode: code };
  return defined({
    kind: 'result',
    value,
    changes: result.changes === true,
    ...errorCode,
    message: typeof message === 'string' ? message : undefined,
    read,
    ran: typeof ran === 'boolean' ? ran : undefined,
    unproven: unproven === true ? true : undefined,
    miss,
  });
}
