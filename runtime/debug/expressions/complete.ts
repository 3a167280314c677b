import type { Json, JsonObject } from '../../protocol/events.ts';
import { evaluate } from './evaluate.ts';
import { parseExpression } from './parse.ts';

/** A name that can be written at the cursor. */
export interface Completion {
  readonly name: string;
  /** Number of characters before the cursor that it replaces. */
  readonly replaces: number;
}

/** Maximum number of completions. */
const MAX_COMPLETIONS = 100;

/** Maximum number of characters before the cursor that are read. */
const MAX_TEXT = 1_000;

/** A path before the cursor, up to its last dot, and the beginning of the name after it. */
const PATH =
  /(?:^|[^\w$.:[\]"'-])(?<path>(?:[A-Za-z_$][\w$:-]*(?:\[(?:\d{1,9}|"[^"\\]*")\])*\.)*)(?<begin>[A-Za-z_$][\w$:-]*)?$/;

const NAME = /^[A-Za-z_$][\w$:-]*$/;

/**
 * Returns the names that continue an expression: those of the values, or of the fields of the value before the last dot.
 * @param before the text before the cursor
 * @param root the values that expressions refer to
 */
export function completionsOf(before: string, root: JsonObject): readonly Completion[] {
  const groups = PATH.exec(before.slice(-MAX_TEXT))?.groups;
  if (groups === undefined) return [];
  const { path = '', begin = '' } = groups;
  return namesIn(path === '' ? root : valueAt(path.slice(0, -1), root))
    .filter((name) => NAME.test(name) && name.startsWith(begin))
    .slice(0, MAX_COMPLETIONS)
    .map((name) => ({ name, replaces: begin.length }));
}

function valueAt(path: string, root: JsonObject): Json | undefined {
  const parsed = parseExpression(path);
  return parsed.kind === 'parsed' ? evaluate(parsed.expression, root) : undefined;
}

function namesIn(value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return ['length'];
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}
