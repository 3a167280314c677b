import { isDeepStrictEqual } from 'node:util';
import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { defined } from '../../skill/index.ts';
import type { Json } from '../protocol/events.ts';
import type { TextChange, ToolChanges } from '../protocol/request-tokens.ts';
import { align, Numbering } from '../text/align.ts';
import { messagesBetween, type RecordedRequest } from './recorded-requests.ts';

/** The differences of a request from the one before it in the same loop. Fields are absent if nothing changed. */
export interface RequestChanges {
  /** Number of the previous model call. */
  readonly since: number;
  readonly system?: TextChange;
  /** The message before the conversation. */
  readonly opening?: TextChange;
  readonly tools?: ToolChanges;
  /** Messages that the previous request did not have. */
  readonly messages: readonly LanguageModelV4Message[];
  /** Number of messages that only the previous request had: attached files. */
  readonly dropped: number;
  /** Number of messages of the conversation that a summary replaced, or that the user edited; absent if there are none. */
  readonly replaced?: number;
}

/** Returns for each request the one before it in its loop; undefined for the first of a loop. */
export function requestsBefore(requests: readonly RecordedRequest[]): readonly (RecordedRequest | undefined)[] {
  const last = new Map<number, RecordedRequest>();
  return requests.map((request) => {
    const before = last.get(request.loop);
    last.set(request.loop, request);
    return before;
  });
}

/** Returns the differences between a request and the one before it in its loop. */
export function changesBetween(before: RecordedRequest, after: RecordedRequest): RequestChanges {
  const common = commonLength(before, after);
  const messages = [...messagesBetween(after.conversation, common, after.length)];
  const since = before.event.call;
  const replaced = common === before.length ? {} : { replaced: before.length - common };
  // If the content of one is missing, only the conversation is known.
  if (before.content === undefined || after.content === undefined) return { since, messages, dropped: 0, ...replaced };
  const [old, now] = [before.content, after.content];
  const system = changedLines(old.system, now.system);
  const opening = changedLines(old.opening ?? '', now.opening ?? '');
  const tools = changedTools(old.tools, now.tools);
  return defined({
    since,
    system,
    opening,
    tools,
    messages: [...messages, ...((now.append ?? []) as unknown as readonly LanguageModelV4Message[])],
    dropped: old.append?.length ?? 0,
    ...replaced,
  });
}

/** Returns the number of messages at the beginning of two requests that are equal. Most conversations only grow. */
function commonLength(before: RecordedRequest, after: RecordedRequest): number {
  if (before.conversation === after.conversation) return before.length;
  const end = Math.min(before.length, after.length);
  let index = 0;
  while (index < end && isDeepStrictEqual(before.conversation.at(index), after.conversation.at(index))) index++;
  return index;
}

/** Returns the lines that differ between two texts; undefined if the texts are equal. */
export function changedLines(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined;
  const numbering = new Numbering();
  const [a, b] = [before.split('\n'), after.split('\n')];
  const removed: string[] = [];
  const added: string[] = [];
  for (const [i, j] of align([numbering.number(a)], [numbering.number(b)])) {
    if (j === null && i !== null) removed.push(a[i] ?? '');
    if (i === null && j !== null) added.push(b[j] ?? '');
  }
  return { removed, added };
}

/** Returns the names of tools whose declarations differ; undefined if there are none. */
export function changedTools(before: readonly Json[], after: readonly Json[]): RequestChanges['tools'] {
  if (before === after) return undefined;
  const old = byName(before);
  const now = byName(after);
  const added = [...now.keys()].filter((name) => !old.has(name));
  const removed = [...old.keys()].filter((name) => !now.has(name));
  const changed = [...now].filter(([name, text]) => old.has(name) && old.get(name) !== text).map(([name]) => name);
  return added.length + removed.length + changed.length === 0 ? undefined : { added, removed, changed };
}

function byName(tools: readonly Json[]): ReadonlyMap<string, string> {
  return new Map(tools.map((tool) => [String((tool as { name?: unknown }).name), JSON.stringify(tool)]));
}
