import type { LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import type { Json, JsonObject } from '../../protocol/events.ts';

type Content = Extract<LanguageModelV4ToolResultPart['output'], { type: 'text' | 'content' }>;

const KEYS: ReadonlySet<string> = new Set(['content', 'isError', 'structuredContent', '_meta']);

/**
 * Converts a result in MCP's shape, `{ content: [part…] }`, for the model: text as text rather than as JSON within JSON,
 * images and audio as files, resources as their text. Returns undefined for any other object, and for one with additional
 * keys: whatever a guard added next to the content must reach the model, too.
 */
export function mcpOutput(value: JsonObject): Content | undefined {
  const { content } = value;
  if (!Array.isArray(content) || content.length === 0 || Object.keys(value).some((key) => !KEYS.has(key)))
    return undefined;
  const parts = content.map(partOf);
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  const texts = known.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.length === known.length ? { type: 'text', value: texts.join('\n') } : { type: 'content', value: known };
}

type Part = { type: 'text'; text: string } | { type: 'file'; data: { type: 'data'; data: string }; mediaType: string };

function partOf(part: Json): Part | undefined {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return undefined;
  const { type, text, data, mimeType, resource, uri } = part as JsonObject;
  if (type === 'text' && typeof text === 'string') return { type: 'text', text };
  if ((type === 'image' || type === 'audio') && typeof data === 'string' && typeof mimeType === 'string')
    return { type: 'file', data: { type: 'data', data }, mediaType: mimeType };
  if (type === 'resource_link' && typeof uri === 'string') return { type: 'text', text: uri };
  if (type !== 'resource' || typeof resource !== 'object' || resource === null || Array.isArray(resource))
    return undefined;
  const inner = resource as JsonObject;
  return typeof inner.text === 'string' ? { type: 'text', text: inner.text } : undefined;
}
