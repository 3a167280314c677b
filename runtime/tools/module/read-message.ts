import type { JSONSchema7 } from '@ai-sdk/provider';
import { defined } from '../../../skill/index.ts';
import type { Json } from '../../protocol/events.ts';
import { isDeeperThan, limitDepth, MAX_LEVELS } from '../../text/json-depth.ts';
import { TOOL_NAME } from '../names.ts';
import type { DeclaredTool, FromHost } from './protocol.ts';

/**
 * Validates a message of a module's process. The module shares that process and can send any message, so nothing is taken
 * for granted. Undefined if it is not a valid message.
 */
export function readMessage(message: unknown): FromHost | undefined {
  if (!isObject(message)) return undefined;
  const { type, id } = message;
  if (type === 'loaded') return { type };
  if (type === 'failed') return { type, message: String(message.message) };
  if (typeof id !== 'number') return undefined;
  switch (type) {
    case 'tools': {
      const tools = list(message.tools).flatMap(readDeclaredTool);
      return { type, id, tools, problems: list(message.problems).map(String) };
    }
    case 'approval':
      return { type, id, needed: message.needed !== false };
    case 'done':
      // The channel carries JSON, so the value is JSON.
      return { type, id, value: limitDepth((message.value ?? null) as Json, MAX_LEVELS) };
    case 'error':
      return { type, id, code: String(message.code), message: String(message.message) };
    case 'state':
      if (typeof message.key !== 'string') return undefined;
      return { type, id, key: message.key, value: (message.value ?? null) as Json };
    case 'skip':
      return { type, id, skip: message.skip === true };
    case 'read-only':
      return { type, id, readOnly: message.readOnly === true };
    case 'ask':
      return readQuestion(id, message);
    default:
      return undefined;
  }
}

function readQuestion(id: number, { question, about }: Readonly<Record<string, unknown>>): FromHost | undefined {
  if (typeof question !== 'number' || !isObject(about)) return undefined;
  const hint = typeof about.hint === 'string' ? about.hint : undefined;
  if (about.kind === 'confirmation')
    return { type: 'ask', id, question, about: { kind: 'confirmation', hint: hint ?? 'Continue?' } };
  return { type: 'ask', id, question, about: defined({ kind: 'credential', key: String(about.key), hint }) };
}

function readDeclaredTool(written: unknown): DeclaredTool[] {
  if (!isObject(written) || typeof written.name !== 'string' || !TOOL_NAME.test(written.name)) return [];
  if (!isObject(written.inputSchema) || isDeeperThan(written.inputSchema, MAX_LEVELS)) return [];
  const { name, description, inputSchema, needsApproval, readOnly } = written;
  return [
    {
      name,
      description: typeof description === 'string' ? description : '',
      inputSchema: inputSchema as JSONSchema7,
      needsApproval: needsApproval === true,
      readOnly: readOnly === true,
    },
  ];
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
