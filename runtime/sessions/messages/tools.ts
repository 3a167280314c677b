/** Declarations of tools in the forms that model APIs and traces use. */

import { defined } from '../../../skill/index.ts';
import type { Json } from '../../protocol/events.ts';
import { type Fields, fieldsOf, isFields, jsonOf, listOf, parseJsonOrText, textOf } from '../../text/values.ts';

/** Maximum depth of groups of tools. */
const MAX_LEVELS = 4;

/**
 * Reads declarations in the form of our own requests: name, description and JSON Schema. Understands JSON text, lists of JSON
 * texts, and the forms of OpenTelemetry's conventions, OpenAI, Anthropic and Google; everything else is skipped.
 */
export function toolsOf(value: unknown): readonly Json[] {
  return declarations(value, 0);
}

function declarations(value: unknown, level: number): readonly Json[] {
  const parsed: unknown = typeof value === 'string' ? parseJsonOrText(value) : value;
  if (level > MAX_LEVELS) return [];
  if (Array.isArray(parsed)) return parsed.flatMap((one: unknown) => declarations(one, level + 1));
  if (!isFields(parsed)) return [];
  const group =
    parsed.function_declarations ?? parsed.functionDeclarations ?? (parsed.type === 'namespace' && parsed.tools);
  return Array.isArray(group)
    ? declarations(group, level + 1)
    : declaration({ ...parsed, ...fieldsOf(parsed.function) });
}

function declaration(tool: Fields): readonly Json[] {
  const name = textOf(tool.name);
  if (name === undefined) return [];
  const description = textOf(tool.description);
  const schema = [tool.parameters, tool.inputSchema, tool.input_schema, tool.parametersJsonSchema].find(isFields);
  return [
    defined({
      type: 'function',
      name,
      description,
      inputSchema: schema === undefined ? undefined : jsonOf(schema),
    }),
  ];
}

/** Returns the text of instructions: a text, or a list of parts or of messages, as JSON text or as objects. */
export function instructionsText(value: unknown): string {
  const parsed: unknown = typeof value === 'string' ? parseJsonOrText(value) : value;
  if (typeof parsed === 'string') return parsed;
  if (!isFields(parsed) && !Array.isArray(parsed)) return typeof value === 'string' ? value : '';
  const list = Array.isArray(parsed) ? (parsed as unknown[]) : [parsed];
  const texts = list.map((one) => {
    const part = fieldsOf(one);
    const own = textOf(one) ?? textOf(part.content) ?? textOf(part.text);
    return (
      own ??
      listOf(part.parts ?? part.content)
        .map(instructionsText)
        .filter((text) => text !== '')
        .join('\n\n')
    );
  });
  return texts.filter((text) => text !== '').join('\n\n');
}
