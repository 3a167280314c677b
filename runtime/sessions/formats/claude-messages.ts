/** Messages of Anthropic's API, as Claude Code stores and streams them. */
import type { Json, Usage } from '../../protocol/events.ts';
import { countOf, type Fields, fieldsOf, jsonOf, textOf } from '../../text/values.ts';

/** Converts usage, whose input tokens exclude those of the cache, to ours, which includes them. */
export function claudeUsage(value: unknown): Usage | undefined {
  const usage = fieldsOf(value);
  const input = countOf(usage.input_tokens);
  const output = countOf(usage.output_tokens);
  if (input === undefined && output === undefined) return undefined;
  const cacheReads = countOf(usage.cache_read_input_tokens) ?? 0;
  const cacheWrites = countOf(usage.cache_creation_input_tokens) ?? 0;
  return {
    inputTokens: (input ?? 0) + cacheReads + cacheWrites,
    outputTokens: output ?? 0,
    cacheReadTokens: cacheReads,
    cacheWriteTokens: cacheWrites,
  };
}

/** Returns the content of a result as text, or its parts without the data of images. */
export function resultContent(content: unknown): Json {
  if (!Array.isArray(content)) return jsonOf(content ?? '');
  const texts = content.map((block) => (typeof block === 'string' ? block : textOf(fieldsOf(block).text)));
  if (texts.every((text) => text !== undefined)) return texts.join('\n');
  return content.map((block) => withoutData(block));
}

/** Replaces the data of an image or document with its type and size. */
export function withoutData(block: unknown): Json {
  const fields = fieldsOf(block);
  const source = fieldsOf(fields.source);
  const data = textOf(source.data);
  if (data === undefined) return jsonOf(block);
  const mediaType = textOf(source.media_type) ?? 'application/octet-stream';
  return { type: textOf(fields.type) ?? 'file', mediaType, bytes: Math.floor((data.length * 3) / 4) };
}

/** Returns the text of a user's message without results, with `[image]` for an image. */
export function promptText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const texts = content.map((block: unknown) => {
    const fields: Fields = fieldsOf(block);
    const type = textOf(fields.type);
    return type === 'image' || type === 'document' ? `[${type}]` : (textOf(fields.text) ?? '');
  });
  return texts.filter((text) => text !== '').join('\n\n');
}

/** Returns the slash command that the user entered, with its arguments; undefined if the text is not one. */
export function slashCommand(text: string): string | undefined {
  const [, name] = /<command-name>([^<]*)<\/command-name>/.exec(text.slice(0, 10_000)) ?? [];
  if (name === undefined) return undefined;
  const [, args = ''] = /<command-args>([\s\S]*?)<\/command-args>/.exec(text.slice(0, 10_000)) ?? [];
  return `/${name.trim().replace(/^\//, '')} ${args.trim()}`.trim();
}

const INJECTED =
  /^\s*(?:<(?:system-reminder|local-command-stdout|local-command-stderr|local-command-caveat|task-notification|bash-stdout|bash-stderr|ide_\w+)\b|Caveat: )/;

/**
 * Returns what the user entered: the text of a message without texts that the client added, which can be blocks of the same
 * message or precede the user's own in one text.
 */
export function enteredText(content: unknown): string {
  const blocks = Array.isArray(content) ? content : [{ type: 'text', text: content }];
  const entered = blocks.map((block: unknown) => {
    const { text } = fieldsOf(block);
    return typeof text === 'string' ? { ...fieldsOf(block), text: withoutReminders(text) } : block;
  });
  return promptText(entered.filter((block) => !INJECTED.test(textOf(fieldsOf(block).text) ?? '')));
}

function withoutReminders(text: string): string {
  const end = '</system-reminder>';
  let rest = text;
  while (/^\s*<system-reminder>/.test(rest)) {
    const index = rest.indexOf(end);
    if (index === -1) return rest;
    rest = rest.slice(index + end.length);
  }
  return rest === text ? text : rest.trim();
}
