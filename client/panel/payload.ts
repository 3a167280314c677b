/** The details of a row, composed from its events when the row is selected. */
import { basename, dirname } from 'node:path';
import type { Cause, Json } from '../../runtime/protocol/events.ts';
import { defined } from '../../runtime/text/objects.ts';
import { visibleText } from '../../runtime/text/visible-text.ts';
import { findWords, linesOf } from '../editor/recorded-words.ts';
import type { Excerpt, Payload, SoughtPlace } from '../timeline/payload.ts';
import { conversationOf } from './conversation.ts';
import { type JournalFile, readBlob, readEvents } from './journal-file.ts';
import { messageOf, withPayloads } from './payload-fields.ts';
import { sentRequestOf } from './sent-request.ts';
import { missedPaths, recordedWords, soughtPlace } from './session-words.ts';
import { fileEdits } from './trace/file-edits.ts';
import {
  approval,
  cause,
  isBlobName,
  isObject,
  isSameMiss,
  json,
  type Loose,
  module,
  number,
  numbers,
  server,
  strings,
  text,
  usage,
} from './trace/read.ts';
import type { Trace, TraceSpan } from './trace/span.ts';

/** Maximum number of characters of a payload sent to the page. */
const MAX_LENGTH = 512_000;
const MAX_KEY_LENGTH = 1_000;

export interface PayloadContext {
  /** Returns the current text of a file that the journal names, or undefined if it may not or cannot be read. */
  readonly textOf: (file: string) => Promise<string | undefined>;
  /** The skill that added each tool, by tool name. */
  readonly addedBy: ReadonlyMap<string, string>;
  readonly trace: Trace;
}

/**
 * Reads and composes the payload of one row. If a row has more than 40 events, as the run's usually has, only the first
 * and last 20 are included.
 */
export async function payloadOf(
  journal: JournalFile,
  span: TraceSpan,
  { textOf, addedBy, trace }: PayloadContext,
): Promise<Payload> {
  const seqs = span.events.length > 40 ? [...span.events.slice(0, 20), ...span.events.slice(-20)] : span.events;
  const events = await readEvents(journal, seqs);
  const budget = { left: MAX_LENGTH, cut: seqs.length < span.events.length };
  let parts: Partial<Payload> = {};
  for (const event of events) {
    if (!isObject(event)) continue;
    const complete = await withPayloads(journal, event);
    parts = { ...parts, ...(await partsOf(journal, span, complete, parts, { addedBy, trace })) };
  }
  if (span.kind === 'model') {
    const { messages, earlier } = await conversationOf(journal, trace, span);
    const request = await sentRequestOf(journal, span);
    parts = { ...parts, messages, earlierTurns: earlier, ...defined<Partial<Payload>>({ request }) };
  }
  const excerpt = span.cause === undefined ? undefined : await excerptOf(span.cause, textOf);
  const trimmed = trim({ ...parts, ...defined<Partial<Payload>>({ excerpt }) } as unknown as Json, budget);
  // Separate budget: the events are included even after a long result.
  const rawBudget = { left: MAX_LENGTH, cut: budget.cut };
  const raw = trim(events as Json, rawBudget);
  return { ...(trimmed as Partial<Payload>), row: span.id, raw: raw as Json[], cut: rawBudget.cut };
}

/** Lists the files that the run changed, one per line. */
function changedPaths({ changes }: Loose): readonly string[] {
  const files = Array.isArray(changes) ? changes.filter(isObject) : [];
  return files.map((file) => `${text(file, 'kind')} ${text(file, 'path')}`);
}

async function partsOf(
  journal: JournalFile,
  span: TraceSpan,
  event: Loose,
  before: Partial<Payload>,
  { addedBy, trace }: Pick<PayloadContext, 'addedBy' | 'trace'>,
): Promise<Partial<Payload>> {
  const some = <K extends keyof Payload>(key: K, value: Payload[K] | undefined | '') =>
    value === undefined || value === '' ? {} : { [key]: value };
  switch (text(event, 'type')) {
    case 'run_started':
      return span.kind === 'agent' ? { text: text(event, 'prompt') } : {};
    case 'llm_request': {
      const newTools = new Set(span.newTools);
      const tools = strings(event, 'tools');
      return {
        tools: tools.map((name): NonNullable<Payload['tools']>[number] =>
          newTools.has(name) ? { name, addedBy: addedBy.get(name) ?? '' } : { name },
        ),
        ...some('removedTools', span.removedTools),
      };
    }
    case 'llm_response':
      return {
        text: text(event, 'text'),
        toolCalls: toolCalls(event),
        usage: usage(event),
        ...some('reasoning', text(event, 'reasoning')),
        ...some('finish', text(event, 'finish')),
        ...some('model', text(event, 'model')),
        ...some('error', text(event, 'error')),
      };
    case 'tool_call': {
      const edits = fileEdits(text(event, 'tool'), json(event, 'args'));
      return { ...some('args', json(event, 'args')), ...some('edits', edits.length === 0 ? undefined : edits) };
    }
    case 'tool_result': {
      const result = json(event, 'result');
      const blob = isObject(result) ? text(result, 'blob') : '';
      const read = isBlobName(blob) ? ((await readBlob(journal, blob)) ?? result) : result;
      const message = await messageOf(journal, event);
      const later = trace.laterMisses.get(number(event, 'seq') ?? 0);
      const missed = trace.imported === undefined ? undefined : missedPaths(event, later);
      // Those of a session are withdrawn if a later call creates the files.
      const own = trace.imported === undefined && isObject(event.miss) ? ownSought(event.miss, later) : undefined;
      const hasMiss = trace.imported === undefined || missed !== undefined;
      const recorded = {
        ...some('missed', missed),
        ...some('sought', missed?.sought ?? own),
        ...some('recorded', hasMiss ? recordedWords(event, span.cause) : undefined),
      };
      if (message === '') return { ...some('result', read), ...recorded };
      const shown = typeof read === 'string' ? `${read}\n\n${message}` : { result: read ?? null, message };
      return { ...some('result', shown), ...recorded };
    }
    case 'note':
      return some('text', text(event, 'message'));
    case 'workspace_changes':
      return { text: changedPaths(event).join('\n') };
    case 'script': {
      const exit = event.exitCode;
      return { exitCode: typeof exit === 'number' ? exit : null, ...some('sandbox', text(event, 'sandbox')) };
    }
    case 'pause':
      return {
        ...some('approval', approval(event)),
        ...some('server', server(event)),
        ...some('module', module(event)),
        ...(text(event, 'approvesFor') === 'run'
          ? commandQuestion(visibleText(text(event, 'hint')))
          : some('hint', visibleText(text(event, 'hint')))),
      };
    case 'state':
      return { state: [...(before.state ?? []), json(event, 'delta') ?? null] };
    case 'tools_changed':
      if (span.kind !== 'tools') return {};
      return {
        changes: defined({
          added: strings(event, 'added'),
          removed: strings(event, 'removed'),
          unresolved: strings(event, 'unresolved'),
          by: span.skill,
        }),
      };
    case 'guard': {
      const { count, threshold } = { count: number(event, 'count') ?? 0, threshold: number(event, 'threshold') ?? 0 };
      const warned = span.guard === undefined ? [{ rule: text(event, 'rule'), count, threshold }] : [];
      return {
        ...some('suggestions', cause(event)?.suggestions),
        ...some('told', span.guard === undefined ? undefined : text(event, 'told') || undefined),
        // The row of a call has its own.
        ...some('sought', span.guard === undefined ? undefined : await soughtOfGuard(journal, event)),
        ...some('warned', warned.length > 0 ? [...(before.warned ?? []), ...warned] : undefined),
      };
    }
    case 'run_finished':
      return defined({
        text: span.kind === 'answer' ? text(event, 'text') : span.kind === 'note' ? span.name : undefined,
        ...some('error', text(event, 'error')),
      });
    default:
      return {};
  }
}

/** Returns where a miss of a run was sought; undefined if a later call created the file. */
function ownSought(miss: Loose, later: readonly Loose[] = []): SoughtPlace | undefined {
  return later.some((one) => one.created === true && isSameMiss(one, miss)) ? undefined : soughtPlace(miss);
}

/** Returns where the miss that a guard counted last was sought. */
async function soughtOfGuard(journal: JournalFile, guard: Loose): Promise<SoughtPlace | undefined> {
  const last = numbers(guard, 'evidence').at(-1);
  const [result] = last === undefined ? [] : await readEvents(journal, [last]);
  return isObject(result) && isObject(result.miss) ? soughtPlace(result.miss) : undefined;
}

function toolCalls(event: Loose): readonly { tool: string; args: Json }[] {
  const calls = event.toolCalls;
  if (!Array.isArray(calls)) return [];
  return calls.filter(isObject).map((call) => ({ tool: text(call, 'tool'), args: json(call, 'args') ?? null }));
}

/** Truncates long texts and deep values, so that a huge result cannot freeze the page. */
function trim(value: Json, budget: { left: number; cut: boolean }, depth = 0): Json {
  if (typeof value === 'string') {
    const room = Math.max(0, budget.left);
    budget.left -= value.length;
    if (value.length <= room) return value;
    budget.cut = true;
    return `${value.slice(0, room)}…`;
  }
  if (typeof value !== 'object' || value === null) {
    budget.left -= 8;
    return value;
  }
  if (depth > 60 || budget.left <= 0) {
    budget.cut = true;
    return '…';
  }
  const fields = Object.entries(value).filter(([, item]) => item !== undefined);
  const trimmed: [string, Json][] = [];
  for (const [key, item] of fields) {
    if (budget.left <= 0) {
      budget.cut = true;
      break;
    }
    const name = Array.isArray(value) ? '' : key.slice(0, MAX_KEY_LENGTH);
    budget.left -= name.length;
    trimmed.push([name, trim(item, budget, depth + 1)]);
  }
  return Array.isArray(value) ? trimmed.map(([, item]) => item) : Object.fromEntries(trimmed);
}

/** Splits the question about a client's commands into the question and the command, which is below its first line. */
function commandQuestion(hint: string): Pick<Payload, 'hint' | 'command'> {
  const [question = '', ...command] = hint.split('\n');
  return command.length === 0 ? { hint } : { hint: question, command: command.join('\n') };
}

/** Returns the lines around the words of a cause in the current file. Only Markdown files are read. */
async function excerptOf(cause: Cause, textOf: PayloadContext['textOf']): Promise<Excerpt | undefined> {
  const content = /\.(md|mdx|markdown)$/i.test(cause.file) ? await textOf(cause.file) : undefined;
  if (content === undefined) return undefined;
  const path = `${basename(dirname(cause.file))}/${basename(cause.file)}`;
  const lines = linesOf(content);
  const found = findWords(cause, lines);
  if (found.kind === 'gone') return { path, status: 'gone' };
  const { line, column, endLine, endColumn } = found.words;
  const first = Math.max(0, line - 1);
  const to = endLine === line ? endColumn : (lines[line]?.length ?? 0);
  return {
    path,
    status: found.kind,
    firstLine: first + 1,
    lines: lines.slice(first, line + 2).map((text) => text.slice(0, 2000)),
    mark: { line: line + 1, from: column + 1, to: to + 1 },
  };
}

/** Returns a row's payload as text: replies and answers unchanged, calls as JSON with arguments and result. */
export function textOf(payload: Payload): { readonly content: string; readonly language: 'json' | 'plaintext' } {
  const { args, result, text, raw } = payload;
  if (args === undefined && result === undefined && text !== undefined && text !== '')
    return { content: text, language: 'plaintext' };
  const call = args !== undefined || result !== undefined;
  return { content: JSON.stringify(call ? { arguments: args, result } : raw, null, 2), language: 'json' };
}
