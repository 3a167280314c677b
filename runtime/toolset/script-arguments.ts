import type { Json, JsonObject } from '../protocol/events.ts';

export type ScriptArguments =
  | { readonly kind: 'argv'; readonly argv: readonly string[] }
  | { readonly kind: 'invalid'; readonly message: string };

/**
 * Builds a script's command line from the arguments of a call as ADK does. An object in `args` becomes `--k v`,
 * `short_options` become `-k v`, and `positional_args` follow after `--`. A list in `args` is passed unchanged and excludes
 * the other two.
 */
export function scriptArguments(call: JsonObject): ScriptArguments {
  const { args = null, short_options: short = null, positional_args: positional = null } = call;
  const problems: string[] = [];
  if (args !== null && !isObject(args) && !Array.isArray(args)) problems.push("'args' must be an object or a list.");
  if (short !== null && !isObject(short)) problems.push("'short_options' must be an object.");
  if (positional !== null && !Array.isArray(positional)) problems.push("'positional_args' must be a list.");
  if (Array.isArray(args) && (short !== null || positional !== null))
    problems.push("With a list in 'args', 'short_options' and 'positional_args' must be left out.");
  if (problems.length > 0) return { kind: 'invalid', message: problems.join('\n') };
  const argv = Array.isArray(args)
    ? args.map(text)
    : [
        ...(isObject(args) ? options('--', args) : []),
        ...(isObject(short) ? options('-', short) : []),
        ...(Array.isArray(positional) && positional.length > 0 ? ['--', ...positional.map(text)] : []),
      ];
  if (argv.some((one) => one.includes('\0')))
    return { kind: 'invalid', message: 'An argument contains a NUL character.' };
  return { kind: 'argv', argv };
}

function options(dash: string, values: JsonObject): readonly string[] {
  return Object.entries(values).flatMap(([key, value]) => [`${dash}${key}`, text(value)]);
}

function text(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
