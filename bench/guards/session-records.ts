/** Reads the calls of real sessions from the files of Claude Code, Codex and pi, as far as the guards need them. */

export type SessionRecord =
  /** A message from the user, after which guards start from zero. */
  | { readonly kind: 'prompt' }
  /** Calls with the same `step` were requested in the same model response. A call without one is a separate step. */
  | { readonly kind: 'call'; readonly id: string; readonly tool: string; readonly args: Loose; readonly step?: string }
  | { readonly kind: 'result'; readonly id: string; readonly text: string; readonly failed: boolean };

type Loose = Readonly<Record<string, unknown>>;

/** The formats by the client that writes them. */
export const FORMATS: Readonly<Record<string, (line: Loose) => readonly SessionRecord[]>> = {
  'claude-code': claudeCode,
  codex,
  pi,
};

/** Returns the records of a session in order. Lines that are not JSON are skipped. */
export function recordsIn(client: string, text: string): readonly SessionRecord[] {
  const read = FORMATS[client];
  return text.split('\n').flatMap((line) => {
    const parsed = parse(line);
    return parsed === undefined || read === undefined ? [] : read(parsed);
  });
}

function claudeCode({ type, message, isMeta }: Loose): readonly SessionRecord[] {
  const { id, content } = objectOf(message);
  if (type === 'assistant')
    return blocksOf(content)
      .filter((block) => block.type === 'tool_use')
      .map((block) => ({ kind: 'call', ...callOf(block.id, block.name, block.input), step: String(id) }));
  if (type !== 'user' || isMeta === true) return [];
  const results = blocksOf(content).filter((block) => block.type === 'tool_result');
  if (results.length === 0) return [{ kind: 'prompt' }];
  return results.map((block) => resultOf(block.tool_use_id, block.content, block.is_error === true));
}

function codex({ type, payload }: Loose): readonly SessionRecord[] {
  if (type !== 'response_item') return [];
  const item = objectOf(payload);
  if (item.type === 'message') return item.role === 'user' ? [{ kind: 'prompt' }] : [];
  if (item.type === 'function_call')
    return [{ kind: 'call', ...callOf(item.call_id, item.name, parse(String(item.arguments))) }];
  if (item.type === 'custom_tool_call')
    return [{ kind: 'call', ...callOf(item.call_id, item.name, { input: item.input }) }];
  if (item.type !== 'function_call_output' && item.type !== 'custom_tool_call_output') return [];
  const text = textOf(item.output);
  return [resultOf(item.call_id, text, /^Script failed|^(?:Process exited with|Exit) code:? [1-9]/m.test(text))];
}

function pi({ type, id, message }: Loose): readonly SessionRecord[] {
  if (type !== 'message') return [];
  const { role, content, toolCallId, isError } = objectOf(message);
  if (role === 'user') return [{ kind: 'prompt' }];
  if (role === 'toolResult') return [resultOf(toolCallId, content, isError === true)];
  return blocksOf(content)
    .filter((block) => block.type === 'toolCall')
    .map((block) => ({ kind: 'call', ...callOf(block.id, block.name, block.arguments), step: String(id) }));
}

function callOf(id: unknown, tool: unknown, args: unknown) {
  return { id: String(id), tool: String(tool), args: objectOf(args) };
}

function resultOf(id: unknown, content: unknown, failed: boolean): SessionRecord {
  return { kind: 'result', id: String(id), text: textOf(content), failed };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return blocksOf(content)
    .map((block) => (typeof block.text === 'string' ? block.text : JSON.stringify(block)))
    .join('\n');
}

function blocksOf(content: unknown): readonly Loose[] {
  return Array.isArray(content) ? content.map(objectOf) : [];
}

function objectOf(value: unknown): Loose {
  return typeof value === 'object' && value !== null ? (value as Loose) : {};
}

function parse(line: string): Loose | undefined {
  try {
    return objectOf(JSON.parse(line));
  } catch {
    return undefined;
  }
}
