import type { Json, ToolResult } from '../protocol/events.ts';
import { inlineText } from '../text/inline-text.ts';

/**
 * Returns a result, with its payload, as a text that can be compared line by line: the fields of an object one after another,
 * and the user message that follows it.
 */
export function resultText({ result, message }: ToolResult): string {
  const text = valueText(result as Json);
  return message === undefined ? text : `${text}\n${inlineText(message)}`;
}

function valueText(value: Json): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value, null, 2) ?? '';
  return Object.entries(value)
    .map(([name, field]) => {
      const text = typeof field === 'string' ? field : (JSON.stringify(field, null, 2) ?? '');
      return text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`;
    })
    .join('\n');
}
