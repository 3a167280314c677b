/** The conversation sent to a model call, reconstructed from the preceding events of its agent. */
import type { Json } from '../../runtime/protocol/events.ts';
import { defined } from '../../runtime/text/objects.ts';
import type { Message } from '../timeline/payload.ts';
import { type JournalFile, readEvents } from './journal-file.ts';
import { messageOf, withPayloads } from './payload-fields.ts';
import { isObject, json, text } from './trace/read.ts';
import type { Trace, TraceSpan } from './trace/span.ts';

/** Maximum number of model calls shown; earlier ones are only counted. */
const MAX_TURNS = 12;

/** The conversation up to a model call, and the number of earlier model calls left out. */
export interface Conversation {
  readonly messages: readonly Message[];
  readonly earlier: number;
}

/**
 * Reads the messages sent to a model call: the prompt, then each reply of the model with the results of its calls. A client
 * that compacts a conversation replaces those so far with a summary. Instructions and tool descriptions are read by
 * `sent-request.ts`.
 */
export async function conversationOf(journal: JournalFile, trace: Trace, model: TraceSpan): Promise<Conversation> {
  const agent = trace.spans[model.parent];
  if (agent === undefined) return { messages: [], earlier: 0 };
  const before: TraceSpan[] = [];
  let earlier = 0;
  let start: Compaction | undefined;
  for (let id = model.id - 1; id > agent.id; id--) {
    const span = trace.spans[id];
    if (span === undefined || span.parent !== agent.id) continue;
    if (span.kind === 'note') start ??= await compactionOf(journal, span);
    if (span.kind !== 'model') continue;
    if (start !== undefined && !(await isKept(journal, span, start))) break;
    if (before.length < MAX_TURNS) before.unshift(span);
    else earlier++;
  }
  const messages: Message[] = start === undefined ? await promptOf(journal, trace, agent) : summaryOf(start);
  for (const turn of before) messages.push(...(await turnOf(journal, trace, turn)));
  return { messages, earlier };
}

/** A summary that replaced the messages before it. */
interface Compaction {
  /** The row of its note. */
  readonly row: number;
  /** '' if it is the next prompt. */
  readonly summary: string;
  /** The first record of the session whose messages were kept; undefined if none were. */
  readonly keptFrom: number | undefined;
}

/** Returns the compaction that a note reports; undefined if it reports something else. */
async function compactionOf(journal: JournalFile, note: TraceSpan): Promise<Compaction | undefined> {
  const [event] = await readEvents(journal, [note.seq]);
  const compacted = isObject(event) ? event.compacted : undefined;
  if (!isObject(compacted)) return undefined;
  const { summary, keptFrom } = compacted;
  return {
    row: note.id,
    summary: typeof summary === 'string' ? summary : '',
    keptFrom: typeof keptFrom === 'number' ? keptFrom : undefined,
  };
}

function summaryOf({ row, summary }: Compaction): Message[] {
  return summary === '' ? [] : [{ from: 'user', row, text: summary }];
}

/** True for a model call before a compaction whose messages it kept, or for one after it. */
async function isKept(journal: JournalFile, { id, seq }: TraceSpan, { row, keptFrom }: Compaction): Promise<boolean> {
  if (id > row) return true;
  if (keptFrom === undefined) return false;
  const [event] = await readEvents(journal, [seq]);
  const source = isObject(event) ? event.source : undefined;
  const records = isObject(source) && Array.isArray(source.records) ? source.records : [];
  return typeof records[0] === 'number' && records[0] >= keptFrom;
}

/** Returns the agent's prompt: that of the run, or the arguments of the call that runs the agent. */
async function promptOf(journal: JournalFile, trace: Trace, agent: TraceSpan): Promise<Message[]> {
  const caller = trace.spans[agent.parent];
  const [written] = await readEvents(journal, [(caller ?? agent).seq]);
  if (!isObject(written)) return [];
  const event = await withPayloads(journal, written);
  if (caller === undefined) return [{ from: 'user', row: agent.id, text: text(event, 'prompt') }];
  const args = json(event, 'args');
  const values = isObject(args) ? Object.values(args) : [];
  const only = values.length === 1 && typeof values[0] === 'string' ? values[0] : undefined;
  return [defined({ from: 'user', row: caller.id, data: only === undefined ? (args ?? null) : undefined, text: only })];
}

async function turnOf(journal: JournalFile, trace: Trace, turn: TraceSpan): Promise<Message[]> {
  const messages: Message[] = [];
  // The last event of a finished model call is its response.
  for (const written of await readEvents(journal, turn.events)) {
    if (!isObject(written) || text(written, 'type') !== 'llm_response') continue;
    const event = await withPayloads(journal, written);
    const calls = Array.isArray(event.toolCalls) ? event.toolCalls.filter(isObject) : [];
    messages.push({
      from: 'model',
      row: turn.id,
      text: text(event, 'text'),
      calls: calls.map((call) => ({ tool: text(call, 'tool'), args: json(call, 'args') ?? null })),
    });
  }
  for (let id = turn.id + 1; id < trace.spans.length; id++) {
    const call = trace.spans[id];
    if (call?.parent === turn.parent && call.kind === 'model') break;
    if (call?.parent !== turn.id || call.tool === undefined || call.kind === 'guard') continue;
    let data: Json | undefined;
    let message = '';
    for (const event of await readEvents(journal, call.events.slice(-8)))
      if (isObject(event) && text(event, 'type') === 'tool_result') {
        data = json(event, 'result');
        message = await messageOf(journal, event);
      }
    messages.push(defined({ from: 'tool', row: call.id, tool: call.tool, data }));
    if (message !== '') messages.push({ from: 'user', row: call.id, text: message });
  }
  return messages;
}
