import { own, setOwn } from '../../../skill/index.ts';

type Fields = Record<string, unknown>;

/**
 * Repairs fields of a chat completions chunk whose type the provider's package does not accept. It would fail the entire
 * answer, although an unreadable field is merely unknown. Numbers and ids are converted if possible; other invalid values
 * are deleted.
 * @param chunk an event's JSON, changed in place
 * @returns true if anything was changed
 */
export function sanitizeChunk(chunk: unknown): boolean {
  if (!isFields(chunk)) return false;
  const before = JSON.stringify(chunk);
  // Some endpoints set it in every chunk, and the package only checks that it is present.
  if ('error' in chunk && !chunk.error) delete chunk.error;
  if ('error' in chunk) return false;
  convertToText(chunk, 'id');
  convertToText(chunk, 'model');
  convertToNumber(chunk, 'created');
  if ('usage' in chunk) sanitizeUsage(chunk);
  // A chunk with usage only. A chunk with neither is something else, which the package reports.
  if (chunk.choices === null || (chunk.choices === undefined && 'usage' in chunk)) chunk.choices = [];
  if (Array.isArray(chunk.choices)) {
    chunk.choices = chunk.choices.filter(isFields);
    (chunk.choices as Fields[]).forEach(sanitizeChoice);
  }
  return JSON.stringify(chunk) !== before;
}

function sanitizeChoice(choice: Fields): void {
  keepIf(choice, 'finish_reason', isText);
  keepIf(choice, 'delta', isFields);
  if (!isFields(choice.delta)) return;
  const { delta } = choice;
  // The only valid role.
  keepIf(delta, 'role', (role) => role === 'assistant');
  // A proxy may have parsed a word as a number. The package can read lists.
  if (typeof delta.content === 'number') delta.content = String(delta.content);
  keepIf(delta, 'content', (content) => isText(content) || Array.isArray(content));
  keepIf(delta, 'reasoning', isText);
  keepIf(delta, 'reasoning_content', isText);
  keepIf(delta, 'tool_calls', Array.isArray);
  if (!Array.isArray(delta.tool_calls)) return;
  delta.tool_calls = delta.tool_calls.filter(isFields);
  (delta.tool_calls as Fields[]).forEach(sanitizeCall);
}

function sanitizeCall(call: Fields): void {
  convertToNumber(call, 'index');
  convertToText(call, 'id');
  if (!isFields(call.function)) call.function = {};
  const definition = call.function as Fields;
  keepIf(definition, 'name', isText);
  definition.arguments = asJsonText(definition.arguments);
  keepIf(call, 'extra_content', isFields);
  if (!isFields(call.extra_content)) return;
  keepIf(call.extra_content, 'google', isFields);
  if (isFields(call.extra_content.google)) keepIf(call.extra_content.google, 'thought_signature', isText);
}

/**
 * Converts arguments, or a piece of them, back to JSON text if a proxy has parsed them. No value is dropped, because a
 * call without arguments would run with arguments that the model did not give.
 */
function asJsonText(given: unknown): unknown {
  if (given === undefined || given === null || isText(given)) return given;
  // The first piece of a call whose arguments arrive in pieces.
  if (isFields(given) && Object.keys(given).length === 0) return '';
  return JSON.stringify(given);
}

function sanitizeUsage(chunk: Fields): void {
  keepIf(chunk, 'usage', isFields);
  if (!isFields(chunk.usage)) return;
  const all = chunk.usage;
  for (const name of ['prompt_tokens', 'completion_tokens', 'total_tokens']) convertToNumber(all, name);
  for (const name of ['prompt_tokens_details', 'completion_tokens_details']) {
    keepIf(all, name, isFields);
    const details = own(all, name);
    if (isFields(details)) for (const detail of DETAILS) convertToNumber(details, detail);
  }
}

const DETAILS = ['cached_tokens', 'reasoning_tokens', 'accepted_prediction_tokens', 'rejected_prediction_tokens'];

/** Converts a numeric string to a number; deletes any other type. */
function convertToNumber(fields: Fields, name: string): void {
  const value = own(fields, name);
  if (typeof value === 'string' && /^\d+$/.test(value.trim())) setOwn<unknown>(fields, name, Number(value));
  keepIf(fields, name, (one) => typeof one === 'number');
}

/** Converts a number to a string; deletes any other type. */
function convertToText(fields: Fields, name: string): void {
  if (typeof own(fields, name) === 'number') setOwn<unknown>(fields, name, String(own(fields, name)));
  keepIf(fields, name, isText);
}

/** Deletes a field of another type. Null stays, because the package treats it as absent everywhere. */
function keepIf(fields: Fields, name: string, is: (value: unknown) => boolean): void {
  const value = own(fields, name);
  if (value !== undefined && value !== null && !is(value)) delete fields[name];
}

const isText = (value: unknown): value is string => typeof value === 'string';

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
