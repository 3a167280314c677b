/** Items of Codex's rollouts. */
import type { Json, Usage } from '../../protocol/events.ts';
import {
  countOf,
  type Fields,
  fieldsOf,
  isFields,
  jsonOf,
  listOf,
  parseJsonOrText,
  textOf,
} from '../../text/values.ts';

/** Converts usage; input tokens include those of the cache, as ours do. */
export function codexUsage(value: unknown): Usage | undefined {
  if (!isFields(value)) return undefined;
  const counts = {
    inputTokens: countOf(value.input_tokens),
    outputTokens: countOf(value.output_tokens),
    cacheReadTokens: countOf(value.cached_input_tokens),
    cacheWriteTokens: countOf(value.cache_write_input_tokens),
    reasoningTokens: countOf(value.reasoning_output_tokens),
  };
  const known = Object.entries(counts).filter(([, count]) => count !== undefined);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

/** Returns the text of a message or a summary: its parts joined. */
export function itemText(content: unknown): string {
  if (typeof content === 'string') return content;
  const texts = listOf(content).map((part) => (typeof part === 'string' ? part : textOf(fieldsOf(part).text)) ?? '');
  return texts.filter((text) => text !== '').join('\n\n');
}

/** Reads a tool call from an item of any kind; undefined if it has no id and there is no other. */
export function callOf(
  item: Fields,
  otherId: string | undefined,
): { readonly id: string; readonly tool: string; readonly args: Json } | undefined {
  const id = textOf(item.call_id) ?? textOf(item.id) ?? otherId;
  if (id === undefined) return undefined;
  const type = textOf(item.type) ?? '';
  if (type === 'local_shell_call') return { id, tool: 'local_shell', args: jsonOf(item.action ?? {}) };
  if (type === 'web_search_call') return { id, tool: 'web_search', args: jsonOf(item.action ?? {}) };
  if (type === 'image_generation_call') return { id, tool: 'image_generation', args: {} };
  const given = item.arguments ?? item.input;
  const args =
    type === 'custom_tool_call'
      ? jsonOf(given ?? '')
      : typeof given === 'string'
        ? parseJsonOrText(given)
        : jsonOf(given ?? {});
  return { id, tool: textOf(item.name) ?? type.replace(/_call$/, ''), args };
}

/** Returns the result in an output item: its text, without the data of images. */
export function outputOf(output: unknown): Json {
  if (typeof output === 'string') {
    // Early versions stored JSON with the output and the exit code.
    const old = output.startsWith('{"output"') ? parseJsonOrText(output) : undefined;
    const { output: text, metadata } = fieldsOf(old);
    const code = fieldsOf(metadata).exit_code;
    return typeof text === 'string'
      ? typeof code === 'number'
        ? `Exit code: ${code}\nOutput:\n${text}`
        : text
      : output;
  }
  if (!Array.isArray(output)) {
    const content = fieldsOf(output).content;
    return textOf(content) ?? jsonOf(output ?? '');
  }
  const texts = output.map((part: unknown) => {
    const fields = fieldsOf(part);
    return /image/.test(textOf(fields.type) ?? '') ? '[image]' : (textOf(fields.text) ?? '');
  });
  return texts.join('\n');
}

/**
 * Reads a skill that the user named with `$name`, whose text is a message of the user; undefined for other messages.
 */
export function skillMessage(
  text: string,
): { readonly name: string; readonly path: string; readonly body: string } | undefined {
  const [, name, path, body = ''] =
    /^\s*<skill>\s*<name>([^<\n]{1,200})<\/name>\s*<path>([^<\n]{1,4000})<\/path>([\s\S]*?)(?:<\/skill>|$)/.exec(
      text,
    ) ?? [];
  return name === undefined || path === undefined ? undefined : { name: name.trim(), path: path.trim(), body };
}

/** Returns the list of skills in a message of the client; undefined if there is none. */
export function skillsList(text: string): string | undefined {
  return /<skills_instructions>[\s\S]*?(?:<\/skills_instructions>|$)/.exec(text)?.[0];
}

/** True for text that the client adds as a message of the user. */
export function isInjected(text: string): boolean {
  return /^\s*(?:# AGENTS\.md instructions|<(?:environment_context|user_instructions|recommended_plugins|turn_aborted|permissions instructions|skills_instructions|apps_instructions|plugins_instructions|user_shell_command|subagent_notification)\b)/.test(
    text,
  );
}
