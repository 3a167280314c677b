import type { JsonObject } from '../../protocol/events.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { parseExpression } from '../expressions/parse.ts';

/** Fills the expressions in braces of a log message. One that is invalid or has no value remains as written. */
export function fillLogMessage(message: string, values: JsonObject): string {
  return message.replace(/\{([^{}]+)\}/g, (written, text: string) => {
    const parsed = parseExpression(text);
    const value = parsed.kind === 'parsed' ? evaluate(parsed.expression, values) : undefined;
    return value === undefined ? written : typeof value === 'string' ? value : JSON.stringify(value);
  });
}
