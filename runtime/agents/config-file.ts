/** Reads `.skillwright.json`. */
import { closest, distance } from 'fastest-levenshtein';
import type { z } from 'zod';
import { diskFiles } from '../../skill/disk.ts';
import type { ReadResult } from '../../skill/index.ts';
import { own } from '../../skill/index.ts';
import { messageOf } from '../errors.ts';
import { formatCount } from '../text/count.ts';
import { locationFinder } from './config-location.ts';
import { type Config, configSchema } from './config-schema.ts';

export type ConfigResult =
  /** `notes` report what is ignored, such as unknown keys. */
  | { readonly kind: 'config'; readonly config: Config; readonly notes: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };

/** Reads `.skillwright.json` at `path`. Errors have their line; unknown keys are ignored with a note. */
export function readConfig(path: string): ConfigResult {
  const read = diskFiles().read(path.replaceAll('\\', '/'));
  if (read.kind !== 'text') return { kind: 'failed', message: `${path} cannot be read: ${readProblem(read)}.` };
  return parseConfig(path, read.text);
}

function readProblem(read: Exclude<ReadResult, { readonly kind: 'text' }>): string {
  if (read.kind === 'too-large') return `it is too large (${formatCount(read.size, 'byte')})`;
  if (read.kind === 'binary') return 'it is not UTF-8 text';
  return read.kind === 'missing' ? 'it does not exist' : read.message;
}

function parseConfig(path: string, written: string): ConfigResult {
  const text = written.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { kind: 'failed', message: `${path}${locationInMessage(error)}: this is not JSON: ${messageOf(error)}` };
  }
  const parsed = configSchema.safeParse(value);
  if (parsed.success) return { kind: 'config', config: parsed.data, notes: [] };
  const issues = parsed.error.issues.flatMap((issue) => relevantIssues(issue, value));
  const locate = locationFinder(text);
  const where = (at: readonly PropertyKey[], key?: string): string => {
    const { line, column } = locate(at, key);
    return `${path}:${line}:${column}`;
  };
  const errors = issues.filter((issue) => issue.code !== 'unrecognized_keys');
  if (errors.length > 0) {
    const lines = errors.map((issue) => `${where(issue.path)}: ${nameOf(issue.path)}: ${issue.message}`);
    return { kind: 'failed', message: lines.join('\n') };
  }
  const notes: string[] = [];
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const known = knownKeys(issue.path);
    for (const key of issue.keys) {
      const best = known.length === 0 ? '' : closest(key, known);
      const suggestion =
        best !== '' && distance(key, best) <= Math.max(2, key.length / 2) ? ` Did you mean '${best}'?` : '';
      notes.push(`${where(issue.path, key)}: unknown key '${key}', ignored.${suggestion}`);
      remove(value, [...issue.path, key]);
    }
  }
  const again = configSchema.safeParse(value);
  if (!again.success) return { kind: 'failed', message: `${path}: ${again.error.message}` };
  return { kind: 'config', config: again.data, notes };
}

type Issue = z.core.$ZodIssue;

/** Selects the issues of the union member that was probably meant: the object schema for an object. */
function relevantIssues(issue: Issue, root: unknown): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const value = issue.path.reduce<unknown>((inner, key) => member(inner, key), root);
  const branch = issue.errors[typeof value === 'object' && value !== null ? issue.errors.length - 1 : 0] ?? [];
  return branch.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

function member(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null && typeof key !== 'symbol' ? own(value, key) : undefined;
}

function remove(value: unknown, path: readonly PropertyKey[]): void {
  const holder = path.slice(0, -1).reduce<unknown>((inner, key) => member(inner, key), value);
  const last = path.at(-1);
  if (typeof holder === 'object' && holder !== null && last !== undefined) Reflect.deleteProperty(holder, last);
}

/** Returns the keys that the schema allows at `path`. */
function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  const agents = configSchema.shape.agents.unwrap().valueType;
  if (path.length === 0) return Object.keys(configSchema.shape);
  if (path[0] !== 'agents') return [];
  if (path.length === 2) return Object.keys(agents.shape);
  const guards = agents.shape.guards.unwrap().options[1];
  return Object.keys(path.includes('thresholds') ? guards.shape.thresholds.unwrap().shape : guards.shape);
}

function nameOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'the file' : path.map(String).join('.');
}

/** Returns the location of a syntax error, which Node reports only in its message: `… (line 3 column 5)`. */
function locationInMessage(error: unknown): string {
  const found = /line (\d+) column (\d+)/.exec(messageOf(error));
  return found === null ? '' : `:${found[1]}:${found[2]}`;
}
