type Fields = Record<string, unknown>;

/**
 * Puts a chunk of chat completions right where a field of it is of another kind than the provider's package takes: it
 * would end the whole answer, though a field that cannot be read is only one that is unknown. Numbers and ids are read
 * from what they were written as; what is left that has no meaning goes.
 * @param chunk an event's JSON; changed in place
 * @returns whether anything was changed
 */
export function makeSound(chunk: unknown): boolean {
  if (!isFields(chunk)) return false;
  const before = JSON.stringify(chunk);
  // Written with every chunk by some; the package asks only whether the field is there.
  if ('error' in chunk && !chunk.error) delete chunk.error;
  if ('error' in chunk) return false;
  text(chunk, 'id');
  text(chunk, 'model');
  count(chunk, 'created');
  if ('usage' in chunk) usage(chunk);
  // A chunk of usage alone. What has neither is something else, and the package says so.
  if (chunk.choices === null || (chunk.choices === undefined && 'usage' in chunk)) chunk.choices = [];
  if (Array.isArray(chunk.choices)) {
    chunk.choices = chunk.choices.filter(isFields);
    (chunk.choices as Fields[]).forEach(choice);
  }
  return JSON.stringify(chunk) !== before;
}

function choice(choice: Fields): void {
  keep(choice, 'finish_reason', isText);
  keep(choice, 'delta', isFields);
  if (!isFields(choice.delta)) return;
  const { delta } = choice;
  // It can only be the assistant's.
  keep(delta, 'role', (role) => role === 'assistant');
  // A word that a proxy took for JSON. A list is the package's to read.
  if (typeof delta.content === 'number') delta.content = String(delta.content);
  keep(delta, 'content', (content) => isText(content) || Array.isArray(content));
  keep(delta, 'reasoning', isText);
  keep(delta, 'reasoning_content', isText);
  keep(delta, 'tool_calls', Array.isArray);
  if (!Array.isArray(delta.tool_calls)) return;
  delta.tool_calls = delta.tool_calls.filter(isFields);
  (delta.tool_calls as Fields[]).forEach(call);
}

function call(call: Fields): void {
  count(call, 'index');
  text(call, 'id');
  if (!isFields(call.function)) call.function = {};
  const of = call.function as Fields;
  keep(of, 'name', isText);
  of.arguments = written(of.arguments);
  keep(call, 'extra_content', isFields);
  if (!isFields(call.extra_content)) return;
  keep(call.extra_content, 'google', isFields);
  if (isFields(call.extra_content.google)) keep(call.extra_content.google, 'thought_signature', isText);
}

/**
 * Arguments, or a piece of them, as the model wrote them before something parsed them. Nothing is left out: a call
 * without arguments runs, with others than the model gave.
 */
function written(given: unknown): unknown {
  if (given === undefined || given === null || isText(given)) return given;
  // How a call begins whose arguments come in pieces.
  if (isFields(given) && Object.keys(given).length === 0) return '';
  return JSON.stringify(given);
}

function usage(chunk: Fields): void {
  keep(chunk, 'usage', isFields);
  if (!isFields(chunk.usage)) return;
  const all = chunk.usage;
  for (const name of ['prompt_tokens', 'completion_tokens', 'total_tokens']) count(all, name);
  for (const name of ['prompt_tokens_details', 'completion_tokens_details']) {
    keep(all, name, isFields);
    const details = all[name];
    if (isFields(details)) for (const detail of DETAILS) count(details, detail);
  }
}

const DETAILS = ['cached_tokens', 'reasoning_tokens', 'accepted_prediction_tokens', 'rejected_prediction_tokens'];

/** A number, also one that is written as a string; else the field goes. */
function count(of: Fields, name: string): void {
  const value = of[name];
  if (typeof value === 'string' && /^\d+$/.test(value.trim())) of[name] = Number(value);
  keep(of, name, (one) => typeof one === 'number');
}

/** A text, also one that is written as a number; else the field goes. */
function text(of: Fields, name: string): void {
  if (typeof of[name] === 'number') of[name] = String(of[name]);
  keep(of, name, isText);
}

/** Null is left: everywhere here the package takes it for nothing. */
function keep(of: Fields, name: string, is: (value: unknown) => boolean): void {
  if (of[name] !== undefined && of[name] !== null && !is(of[name])) delete of[name];
}

const isText = (value: unknown): value is string => typeof value === 'string';

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
