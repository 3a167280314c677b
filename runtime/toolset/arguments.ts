import { failure, type ResultOutcome } from '../loop/tools.ts';
import type { JsonObject } from '../protocol/events.ts';
import { normalisePath } from './resource-path.ts';

/** Upstream's names first; the others are what models and older versions still write. */
const ALIASES = {
  skill_name: ['skill_name', 'name', 'skill'],
  file_path: ['file_path', 'path', 'resource_path', 'script_path', 'script_name'],
  command: ['command'],
  query: ['query'],
} as const;

export type ArgumentName = keyof typeof ALIASES;

/** A required text argument, by its name or an alias; undefined where it is missing, empty or no text. */
export function textArgument(args: JsonObject, name: ArgumentName): string | undefined {
  for (const alias of ALIASES[name]) {
    const value = args[alias];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
}

/** An error that names every missing argument on a line of its own, or undefined. */
export function missingArguments(args: JsonObject, names: readonly ArgumentName[]): ResultOutcome | undefined {
  const missing = names.filter((name) => textArgument(args, name) === undefined);
  if (missing.length === 0) return undefined;
  return failure('INVALID_ARGUMENTS', missing.map((name) => `Argument '${name}' is required.`).join('\n'));
}

/**
 * What a call of load_skill_resource or run_skill_script asks for, in one spelling, so that `./a.md` and `a.md` are one
 * path for guards. A path that is not valid stands as written.
 */
export function askedFor(
  args: JsonObject,
  kind: 'resource' | 'script',
): { readonly skill: string; readonly path: string } {
  const skill = textArgument(args, 'skill_name')?.trim() ?? '';
  const written = textArgument(args, 'file_path') ?? '';
  const normalised = normalisePath(written);
  const path = normalised.kind === 'path' ? normalised.path : written;
  return { skill, path: kind === 'script' ? scriptPath(path) : path };
}

/** `scripts/x` and `x` name the same script; the answer has the folder. */
function scriptPath(path: string): string {
  return path.startsWith('scripts/') ? path : `scripts/${path}`;
}
