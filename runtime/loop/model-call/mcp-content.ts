import type { LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import type { Json, JsonObject } from '../../protocol/events.ts';

type Content = Extract<LanguageModelV4ToolResultPart['output'], { type: 'text' | 'content' }>;

/** The keys of an MCP tool result. Only `content` is sent: by the specification a server also repeats `structuredContent` in it, as text. */
const MCP_KEYS: ReadonlySet<string> = new Set(['content', 'isError', 'structuredContent', '_meta']);

/**
 * Converts a result in MCP's shape, `{ content: [part…] }`, for the model: text as text rather than as JSON within JSON,
 * images and audio as files, embedded resources as their text, links to resources as their URI. Returns undefined if the
 * object must be sent as JSON: it has another shape, a part that cannot be converted (a binary resource), or additional keys,
 * because whatever a guard added next to the content must reach the model, too.
 */
export function mcpOutput(value: JsonObject): Content | undefined {
  const { content } = value;
  if (!Array.isArray(content) || content.length === 0) return undefined;
  if (Object.keys(value).some((key) => !MCP_KEYS.has(key))) return undefined;
  const parts = content.map(convertPart);
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  const texts = known.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.length === known.length ? { type: 'text', value: texts.join('\n') } : { type: 'content', value: known };
}

type Part = { type: 'text'; text: string } | { type: 'file'; data: { type: 'data'; data: string }; mediaType: string };

/** Converts a part of MCP content. Returns undefined if it has no counterpart for the model. */
function convertPart(part: Json): Part | undefined {
  if (!isObject(part)) return undefined;
  const { type, text, data, mimeType, resource, uri } = part;
  if (type === 'text' && typeof text === 'string') return { type: 'text', text };
  if ((type === 'image' || type === 'audio') && typeof data === 'string' && typeof mimeType === 'string')
    return { type: 'file', data: { type: 'data', data }, mediaType: mimeType };
  if (type === 'resource_link' && typeof uri === 'string') return { type: 'text', text: uri };
  if (type === 'resource' && isObject(resource) && typeof resource.text === 'string')
    return { type: 'text', text: resource.text };
  return undefined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
