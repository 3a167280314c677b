import type { Json } from '../../protocol/events.ts';
import type { ForkEdits } from '../../protocol/fork.ts';
import { isDeeperThan, MAX_LEVELS } from '../../text/json-depth.ts';
import type { ForkPoint } from './fork-point.ts';

const KEYS: ReadonlySet<string> = new Set(['prompt', 'instruction', 'args', 'result'] satisfies (keyof ForkEdits)[]);

/** Validates the edits of a fork. Returns an error message if they are invalid or do not fit the event. */
export function readEdits(value: unknown): ForkEdits | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'Write the edits as a JSON object with prompt, instruction, args or result.';
  const unknown = Object.keys(value).find((key) => !KEYS.has(key));
  if (unknown !== undefined)
    return `Use prompt, instruction, args or result: '${unknown.slice(0, 40)}' cannot be edited.`;
  if (isDeeperThan(value as Json, MAX_LEVELS)) return `Nest the edits at most ${MAX_LEVELS} levels deep.`;
  const { prompt, instruction, args }: { prompt?: unknown; instruction?: unknown; args?: unknown } = value;
  if (prompt !== undefined && (typeof prompt !== 'string' || prompt.trim() === ''))
    return 'Write the edited prompt as a text that is not empty.';
  if (instruction !== undefined && typeof instruction !== 'string') return 'Write the edited instruction as a text.';
  if (args !== undefined && (typeof args !== 'object' || args === null || Array.isArray(args)))
    return 'Write the edited arguments (args) as a JSON object.';
  return value as ForkEdits;
}

/** Returns the reason why the edits do not fit the event that the fork continues at; undefined if they do. */
export function editProblem(
  { args, result, instruction }: ForkEdits,
  { target, started }: ForkPoint,
): string | undefined {
  if (target.type === 'llm_request' && (args !== undefined || result !== undefined))
    return `Pass the seq of a tool call to edit args or result: event ${target.seq} is a model call.`;
  if (instruction !== undefined && target.agent !== started.agent)
    return `Edit the instruction of '${target.agent}' in its file: a fork replaces only that of '${started.agent}'.`;
  return undefined;
}
