import { isDeepStrictEqual } from 'node:util';
import { own } from '../../../skill/index.ts';
import type { Json, JsonObject } from '../../protocol/events.ts';
import { globMatches } from './glob.ts';
import type { Expression, Operator } from './parse.ts';

/**
 * Evaluates an expression over a JSON object. A path that does not exist is undefined, and a comparison with it is false,
 * except `!=`.
 */
export function evaluate(expression: Expression, root: JsonObject): Json | undefined {
  switch (expression.kind) {
    case 'value':
      return expression.value;
    case 'path':
      return expression.keys.reduce<Json | undefined>(step, root);
    case 'not':
      return !isTrue(evaluate(expression.operand, root));
    case 'and':
      return isTrue(evaluate(expression.left, root)) && isTrue(evaluate(expression.right, root));
    case 'or':
      return isTrue(evaluate(expression.left, root)) || isTrue(evaluate(expression.right, root));
    case 'compare':
      return compare(expression.operator, evaluate(expression.left, root), evaluate(expression.right, root));
  }
}

/** True for any value but undefined, null, false, 0 and the empty string. */
export function isTrue(value: Json | undefined): boolean {
  return Boolean(value);
}

function step(value: Json | undefined, key: string | number): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return own(value as JsonObject, key);
}

function compare(operator: Operator, left: Json | undefined, right: Json | undefined): boolean {
  switch (operator) {
    case '==':
      return left !== undefined && isDeepStrictEqual(left, right);
    case '!=':
      return !isDeepStrictEqual(left, right);
    case 'contains':
      return Array.isArray(left)
        ? left.some((one) => isDeepStrictEqual(one, right))
        : typeof left === 'string' && typeof right === 'string' && left.includes(right);
    case 'matches':
      return typeof left === 'string' && typeof right === 'string' && globMatches(right, left);
    default:
      return isOrdered(operator, left, right);
  }
}

/** Numbers are compared with numbers, and texts with texts. */
function isOrdered(operator: Operator, left: Json | undefined, right: Json | undefined): boolean {
  const comparable =
    (typeof left === 'number' && typeof right === 'number') || (typeof left === 'string' && typeof right === 'string');
  if (!comparable) return false;
  const [a, b] = [left as number, right as number];
  return operator === '<' ? a < b : operator === '<=' ? a <= b : operator === '>' ? a > b : a >= b;
}
