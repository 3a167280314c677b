/** Replies in VS Code's chat sessions. */
import { own } from '../../../skill/index.ts';
import type { Json } from '../../protocol/events.ts';
import { type Fields, fieldsOf, isFields, jsonOf, listOf, parseJsonOrText, textOf } from '../../text/values.ts';

/** A call with its result. */
export interface ChatCall {
  readonly id: string;
  readonly tool: string;
  readonly args: Json;
  readonly result: Json | undefined;
  readonly isError: boolean;
  readonly denied: boolean;
  /** The calls of the sub-agent that it started. */
  readonly inner?: readonly ChatCall[];
}

/** A call of the model. */
export interface ChatRound {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ChatCall[];
  /** Epoch milliseconds. */
  readonly time: unknown;
}

/** Maximum depth of a result's tree. */
const MAX_LEVELS = 200;

/** Reads the model calls in the metadata of a request's result. */
export function roundsOf(result: unknown): readonly ChatRound[] {
  const { toolCallRounds, toolCallResults } = fieldsOf(fieldsOf(result).metadata);
  const results = fieldsOf(toolCallResults);
  return listOf(toolCallRounds)
    .filter(isFields)
    .map((round, index) => {
      const response = round.response;
      return {
        text: Array.isArray(response)
          ? response.filter((one) => typeof one === 'string').join('')
          : (textOf(response) ?? ''),
        reasoning: thinkingText(fieldsOf(round.thinking).text),
        time: round.timestamp,
        calls: listOf(round.toolCalls)
          .map(fieldsOf)
          .map((call, callIndex) => {
            const id = textOf(call.id) ?? `round-${index}-${callIndex}`;
            const content = fieldsOf(own(results, id)).content;
            const args = call.arguments ?? {};
            return {
              id,
              tool: textOf(call.name) ?? 'unknown',
              isError: false,
              denied: false,
              args: typeof args === 'string' ? parseJsonOrText(args || '{}') : jsonOf(args),
              result: content === undefined ? undefined : resultText(content),
            };
          }),
      };
    });
}

/** True for a part of a reply that is a call of a sub-agent. Only the parts have these calls. */
export function isInner(part: unknown): boolean {
  return typeof fieldsOf(part).subAgentInvocationId === 'string';
}

/** Adds the calls of sub-agents in the parts of a reply to the calls that started them. The ids of the latter differ. */
export function withInnerCalls(rounds: readonly ChatRound[], parts: readonly unknown[]): readonly ChatRound[] {
  const inner = innerCalls(parts);
  if (inner.size === 0) return rounds;
  // The agents of each tool, the last one first.
  const agents = new Map<string, (readonly ChatCall[])[]>();
  const tools = new Map(parts.map(fieldsOf).map(({ toolCallId, toolId }) => [toolCallId, toolId]));
  for (const [id, calls] of [...inner].reverse()) {
    const tool = snakeCase(textOf(tools.get(id)) ?? 'runSubagent');
    const others = agents.get(tool);
    if (others === undefined) agents.set(tool, [calls]);
    else others.push(calls);
  }
  return rounds.map((round) => ({
    ...round,
    calls: round.calls.map((call): ChatCall => {
      const calls = agents.get(call.tool)?.pop();
      return calls === undefined ? call : { ...call, inner: calls };
    }),
  }));
}

/** Returns the calls of each sub-agent, by the id of the part that started it, in order. */
function innerCalls(parts: readonly unknown[]): ReadonlyMap<string, readonly ChatCall[]> {
  const inner = new Map<string, ChatCall[]>();
  parts.map(fieldsOf).forEach((part, index) => {
    const id = textOf(part.subAgentInvocationId);
    if (id === undefined || !isInvocation(part)) return;
    const calls = inner.get(id);
    if (calls === undefined) inner.set(id, [callOf(part, index)]);
    else calls.push(callOf(part, index));
  });
  return inner;
}

function isInvocation({ kind }: Fields): boolean {
  return kind === 'toolInvocationSerialized' || kind === 'toolInvocation';
}

/**
 * Reads the model calls from the parts of a reply, for requests without metadata. Texts after a call belong to the next
 * one.
 */
export function roundsOfParts(parts: readonly unknown[]): readonly ChatRound[] {
  const inner = innerCalls(parts);
  const rounds: { text: string; reasoning: string; calls: ChatCall[]; time: undefined }[] = [];
  const current = (startsAfterCalls: boolean) => {
    const last = rounds.at(-1);
    if (last !== undefined && !(startsAfterCalls && last.calls.length > 0)) return last;
    const added = { text: '', reasoning: '', calls: [], time: undefined };
    rounds.push(added);
    return added;
  };
  parts.map(fieldsOf).forEach((part, index) => {
    if (isInner(part)) return;
    if (isInvocation(part)) {
      const call = callOf(part, index);
      const calls = inner.get(call.id);
      current(false).calls.push(calls === undefined ? call : { ...call, inner: calls });
    } else if (part.kind === 'thinking') {
      const text = thinkingText(part.value);
      if (text !== '') current(true).reasoning += text;
    } else if (part.kind === undefined || part.kind === 'markdownContent') {
      const text = textOf(part.value) ?? textOf(fieldsOf(part.content).value) ?? '';
      if (text.trim() !== '') current(true).text += text;
    }
  });
  return rounds;
}

function callOf(part: Fields, index: number): ChatCall {
  const { commandLine, terminalCommandOutput, terminalCommandState, rawInput } = fieldsOf(part.toolSpecificData);
  const details = fieldsOf(part.resultDetails);
  const command = textOf(commandLine) ?? textOf(fieldsOf(commandLine).original);
  const input = textOf(details.input);
  const [file] = Object.keys(fieldsOf(fieldsOf(part.invocationMessage).uris));
  const output =
    textOf(fieldsOf(terminalCommandOutput).text) ??
    (details.output === undefined ? undefined : resultText(details.output));
  const message = textOf(part.pastTenseMessage) ?? textOf(fieldsOf(part.pastTenseMessage).value);
  const exitCode = fieldsOf(terminalCommandState).exitCode;
  return {
    id: textOf(part.toolCallId) ?? `part-${index}`,
    tool: snakeCase(textOf(part.toolId) ?? 'unknown'),
    args:
      command !== undefined
        ? { command }
        : input !== undefined
          ? parseJsonOrText(input)
          : file !== undefined
            ? { path: decodePath(file) }
            : jsonOf(rawInput ?? {}),
    result: part.isComplete === false ? undefined : (output ?? message ?? ''),
    isError: details.isError === true || (typeof exitCode === 'number' && exitCode !== 0),
    denied: fieldsOf(part.isConfirmed).type === 0,
  };
}

/** `copilot_readFile` is the id of the tool that models know as `read_file`. */
function snakeCase(id: string): string {
  return id.startsWith('copilot_') ? id.slice(8).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : id;
}

function decodePath(uri: string): string {
  try {
    return decodeURIComponent(uri.replace(/^file:\/\//, ''));
  } catch {
    return uri;
  }
}

function thinkingText(value: unknown): string {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string').join('') : (textOf(value) ?? '');
}

/** Returns the text of a result: a list of texts and of trees of texts. */
function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => {
      const { value } = fieldsOf(part);
      return textOf(value) ?? (isFields(value) ? treeText(value.node, 0) : (textOf(part) ?? ''));
    })
    .join('\n');
}

/** Returns the text of a tree. A node can begin on a new line. */
function treeText(value: unknown, level: number, before = ''): string {
  const node = fieldsOf(value);
  if (level > MAX_LEVELS) return before;
  const breaks = node.lineBreakBefore === true && before !== '' && !before.endsWith('\n');
  const own = `${before}${breaks ? '\n' : ''}${textOf(node.text) ?? ''}`;
  return listOf(node.children).reduce<string>((text, child) => treeText(child, level + 1, text), own);
}
