import type { JsonObject } from '../../protocol/events.ts';
import { evaluate, isTrue } from '../expressions/evaluate.ts';
import { type Expression, parseExpression } from '../expressions/parse.ts';
import { type HitCondition, parseHitCondition } from './hit-count.ts';

/** Maximum number of characters of a log message as written. */
const MAX_LOG_MESSAGE = 10_000;

/** The conditions of a breakpoint, as written by the user. */
export interface WrittenConditions {
  readonly condition?: string | undefined;
  readonly hitCondition?: string | undefined;
  readonly logMessage?: string | undefined;
}

/** The conditions of a breakpoint, and its number of hits so far. */
export class Conditions {
  private readonly condition: Expression | undefined;
  private readonly isHitCount: HitCondition | undefined;
  readonly logMessage: string | undefined;
  /** True if the condition refers to the result of a call, so that it can only hold afterwards. */
  readonly isOnResult: boolean;
  private hits = 0;

  private constructor(
    condition: Expression | undefined,
    isHitCount: HitCondition | undefined,
    logMessage: string | undefined,
  ) {
    this.condition = condition;
    this.isHitCount = isHitCount;
    this.logMessage = logMessage;
    this.isOnResult = condition !== undefined && refersToResult(condition);
  }

  /** Parses conditions, or returns what is wrong with them. */
  static parse({ condition = '', hitCondition = '', logMessage = '' }: WrittenConditions): Conditions | string {
    const parsed = condition.trim() === '' ? undefined : parseExpression(condition);
    if (parsed?.kind === 'failed') return parsed.message;
    const count = hitCondition.trim() === '' ? undefined : parseHitCondition(hitCondition);
    if (count === undefined && hitCondition.trim() !== '') return 'Write a hit count as 3, >= 3 or % 3.';
    if (logMessage.length > MAX_LOG_MESSAGE) return `Shorten the log message to ${MAX_LOG_MESSAGE} characters.`;
    return new Conditions(parsed?.expression, count, logMessage === '' ? undefined : logMessage);
  }

  /** Counts a hit if the condition holds. Returns true if the breakpoint stops or logs there. */
  hit(values: () => JsonObject): boolean {
    if (this.condition !== undefined && !isTrue(evaluate(this.condition, values()))) return false;
    this.hits++;
    return this.isHitCount?.(this.hits) ?? true;
  }
}

function refersToResult(expression: Expression): boolean {
  switch (expression.kind) {
    case 'value':
      return false;
    case 'path':
      return expression.keys[0] === 'result' || expression.keys[0] === 'error_code';
    case 'not':
      return refersToResult(expression.operand);
    default:
      return refersToResult(expression.left) || refersToResult(expression.right);
  }
}
