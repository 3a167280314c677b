import type { JSONSchema7 } from '@ai-sdk/provider';
import type { Json } from '../../protocol/events.ts';
import { isDeeper, MOST_LEVELS, shallow } from '../../protocol/levels.ts';
import { TOOL_NAME } from '../names.ts';
import type { DeclaredTool, FromHost } from './protocol.ts';

/**
 * Reads a message of the process that holds a module. The module shares that process and can send what it likes in its
 * name, so nothing of it is taken for granted; undefined where it is no message of ours.
 */
export function readMessage(written: unknown): FromHost | undefined {
  if (!isObject(written)) return undefined;
  const { type, id } = written;
  if (type === 'loaded') return { type };
  if (type === 'failed') return { type, message: String(written.message) };
  if (typeof id !== 'number') return undefined;
  switch (type) {
    case 'tools': {
      const tools = list(written.tools).flatMap(declaredTool);
      return { type, id, tools, problems: list(written.problems).map(String) };
    }
    case 'approval':
      return { type, id, needed: written.needed !== false };
    case 'done':
      // The channel carries JSON, so whatever came through it is some.
      return { type, id, value: shallow((written.value ?? null) as Json, MOST_LEVELS) };
    case 'error':
      return { type, id, code: String(written.code), message: String(written.message) };
    case 'state':
      if (typeof written.key !== 'string') return undefined;
      return { type, id, key: written.key, value: (written.value ?? null) as Json };
    case 'skip':
      return { type, id, skip: written.skip === true };
    case 'read-only':
      return { type, id, readOnly: written.readOnly === true };
    case 'ask':
      return question(id, written);
    default:
      return undefined;
  }
}

function question(id: number, { question, about }: Readonly<Record<string, unknown>>): FromHost | undefined {
  if (typeof question !== 'number' || !isObject(about)) return undefined;
  const hint = typeof about.hint === 'string' ? about.hint : undefined;
  if (about.kind === 'confirmation')
    return { type: 'ask', id, question, about: { kind: 'confirmation', hint: hint ?? 'Go on?' } };
  const credential = { kind: 'credential' as const, key: String(about.key), ...(hint === undefined ? {} : { hint }) };
  return { type: 'ask', id, question, about: credential };
}

function declaredTool(written: unknown): DeclaredTool[] {
  if (!isObject(written) || typeof written.name !== 'string' || !TOOL_NAME.test(written.name)) return [];
  if (!isObject(written.inputSchema) || isDeeper(written.inputSchema, MOST_LEVELS)) return [];
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
