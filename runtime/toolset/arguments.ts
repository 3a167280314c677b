/** Reads the arguments of skill tools, with their aliases. */
import { failure, type ResultOutcome } from '../loop/interfaces/tools.ts';
import type { JsonObject } from '../protocol/events.ts';
import { normalizePath } from './resource-path.ts';

/** Accepted names by argument: ADK's name first, then those that models and older versions still use. */
const ALIASES = {
  skill_name: ['skill_name', 'name', 'skill'],
  file_path: ['file_path', 'path', 'resource_path', 'script_path', 'script_name'],
  command: ['command'],
  query: ['query'],
} as const;

export type ArgumentName = keyof typeof ALIASES;

/** Returns a required text argument by its name or an alias; undefined if it is missing, empty or not text. */
export function textArgument(args: JsonObject, name: ArgumentName): string | undefined {
  for (const alias of ALIASES[name]) {
    const value = args[alias];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
}

/** Returns an error that lists the missing arguments, one per line, or undefined. */
export function missingArguments(args: JsonObject, names: readonly ArgumentName[]): ResultOutcome | undefined {
  const missing = names.filter((name) => textArgument(args, name) === undefined);
  if (missing.length === 0) return undefined;
  return failure('INVALID_ARGUMENTS', missing.map((name) => `Argument '${name}' is required.`).join('\n'));
}

/**
 * Returns the skill and path that a call of load_skill_resource or run_skill_script requests. The path is normalized so
 * that guards treat `./a.md` and `a.md` as the same path. An invalid path is returned unchanged.
 */
export function requestedFile(
  args: JsonObject,
  kind: 'resource' | 'script',
): { readonly skill: string; readonly path: string } {
  const skill = textArgument(args, 'skill_name')?.trim() ?? '';
  const written = textArgument(args, 'file_path') ?? '';
  const normalized = normalizePath(written);
  const path = normalized.kind === 'path' ? normalized.path : written;
  return { skill, path: kind === 'script' ? scriptPath(path) : path };
}

/** Adds the folder to a script's path: `scripts/x` and `x` name the same script. */
function scriptPath(path: string): string {
  return path.startsWith('scripts/') ? path : `scripts/${path}`;
}
