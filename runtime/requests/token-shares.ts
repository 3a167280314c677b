import type { LanguageModelV4Message, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import { defined, estimateTokens } from '../../skill/index.ts';
import type { List } from '../journal/spilled-list.ts';
import type { RunEvent } from '../protocol/events.ts';
import { SHARE_KINDS, type TokenShare } from '../protocol/request-tokens.ts';
import type { RequestContent } from '../protocol/requests.ts';
import { type ContentSource, type ResultSource, sourcesOf } from './content-source.ts';
import type { RecordedRequest } from './recorded-requests.ts';

/**
 * Estimates the tokens of each request of a run by category, in the order of `requests`. Files such as images are not counted,
 * and neither is what a provider adds to separate messages.
 */
export function tokenShares(
  requests: readonly RecordedRequest[],
  events: Iterable<RunEvent>,
): readonly (readonly TokenShare[])[] {
  const sources = sourcesOf(events);
  const conversations = new Map<List<LanguageModelV4Message>, ConversationSum>();
  const fixed = new Map<RequestContent | undefined, readonly TokenShare[]>();
  return requests.map(({ content, conversation, length }) => {
    const sum = conversations.get(conversation) ?? new ConversationSum(conversation, sources);
    conversations.set(conversation, sum);
    const fixedShares = fixed.get(content) ?? fixedSharesOf(content);
    fixed.set(content, fixedShares);
    return mergeShares([...fixedShares, ...sum.upTo(length)]);
  });
}

/** Adds up shares of the same category and name, sorted by category, the largest of a category first. */
export function mergeShares(shares: readonly TokenShare[]): readonly TokenShare[] {
  const merged = new Map<string, TokenShare>();
  for (const share of shares) {
    const key = `${share.kind} ${share.name ?? ''}`;
    merged.set(key, { ...share, tokens: share.tokens + (merged.get(key)?.tokens ?? 0) });
  }
  return [...merged.values()]
    .filter(({ tokens }) => tokens > 0)
    .sort((a, b) => SHARE_KINDS.indexOf(a.kind) - SHARE_KINDS.indexOf(b.kind) || b.tokens - a.tokens);
}

/** Returns the shares of everything but the conversation. */
function fixedSharesOf(content: RequestContent | undefined): readonly TokenShare[] {
  if (content === undefined) return [];
  const { system, opening = '', catalogue = '', tools, append = [] } = content;
  const texts = [system, opening];
  const listed = catalogue === '' ? undefined : texts.find((text) => text.includes(catalogue));
  const instructions = texts.map((text) => (text === listed ? text.replace(catalogue, () => '') : text));
  return [
    { kind: 'instructions', tokens: estimateTokens(instructions.join('\n')) },
    { kind: 'tools', tokens: tools.reduce<number>((sum, tool) => sum + estimateTokens(JSON.stringify(tool)), 0) },
    ...(listed === undefined ? [] : [{ kind: 'catalogue' as const, tokens: estimateTokens(catalogue) }]),
    ...(append as unknown as readonly LanguageModelV4Message[]).map((message): TokenShare => {
      const name = typeof message.content === 'string' ? undefined : filenameIn(message.content);
      return defined({ kind: 'resource', name, tokens: estimateTokens(textOf(message)) });
    }),
  ];
}

function filenameIn(parts: Exclude<LanguageModelV4Message['content'], string>): string | undefined {
  for (const part of parts) if (part.type === 'file') return part.filename;
  return undefined;
}

const UNKNOWN: ResultSource = { source: { kind: 'result' }, hasMessage: false };

/** Adds up the shares of a conversation's first messages, for lengths that only grow. */
class ConversationSum {
  private readonly messages: List<LanguageModelV4Message>;
  private readonly sources: ReadonlyMap<string, ResultSource>;
  private shares: readonly TokenShare[] = [];
  private counted = 0;
  /** Origins of results whose text follows in a user message. */
  private pending: ContentSource[] = [];

  constructor(messages: List<LanguageModelV4Message>, sources: ReadonlyMap<string, ResultSource>) {
    this.messages = messages;
    this.sources = sources;
  }

  upTo(length: number): readonly TokenShare[] {
    const added: TokenShare[] = [];
    for (; this.counted < length; this.counted++) {
      const message = this.messages.at(this.counted);
      if (message !== undefined) added.push(...this.sharesOf(message));
    }
    if (added.length > 0) this.shares = mergeShares([...this.shares, ...added]);
    return this.shares;
  }

  private sharesOf(message: LanguageModelV4Message): readonly TokenShare[] {
    if (message.role === 'tool') {
      this.pending = [];
      return message.content.flatMap((part) => {
        if (part.type !== 'tool-result') return [];
        const { source, hasMessage } = this.sources.get(part.toolCallId) ?? UNKNOWN;
        if (hasMessage) this.pending.push(source);
        return [shareOf(source, estimateTokens(outputText(part.output)))];
      });
    }
    const tokens = estimateTokens(textOf(message));
    const source = message.role === 'user' ? this.pending.shift() : undefined;
    if (message.role !== 'user') this.pending = [];
    return [source === undefined ? { kind: 'conversation', tokens } : shareOf(source, tokens)];
  }
}

function shareOf(source: ContentSource, tokens: number): TokenShare {
  switch (source.kind) {
    case 'catalogue':
      return { kind: 'catalogue', tokens };
    case 'skill':
      return { kind: 'skill', name: source.skill, tokens };
    case 'resource':
      return { kind: 'resource', name: `${source.skill}/${source.path}`, tokens };
    case 'result':
      return { kind: 'results', tokens };
  }
}

/** Returns the text of a message, with the arguments of calls as JSON. */
export function textOf({ content }: LanguageModelV4Message): string {
  if (typeof content === 'string') return content;
  return content
    .map((part) => {
      if (part.type === 'text' || part.type === 'reasoning') return part.text;
      if (part.type === 'tool-call') return `${part.toolName} ${JSON.stringify(part.input)}`;
      return part.type === 'tool-result' ? outputText(part.output) : '';
    })
    .join('\n');
}

/** Returns the text of a result as a model receives it. */
export function outputText(output: LanguageModelV4ToolResultPart['output']): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'json':
    case 'error-json':
      return JSON.stringify(output.value);
    case 'content':
      return output.value.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    case 'execution-denied':
      return output.reason ?? '';
  }
}
