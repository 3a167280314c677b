import type { JsonObject } from '../../protocol/events.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { parseExpression } from '../expressions/parse.ts';

/** Maximum number of characters of a value. */
const MAX_VALUE = 2_000;

/** Fills the expressions in braces of a log message. One that is invalid or has no value remains as written. */
export function fillLogMessage(message: string, values: JsonObject): string {
  return message.replace(/\{([^{}]+)\}/g, (written, text: string) => {
    const parsed = parseExpression(text);
    const value = parsed.kind === 'parsed' ? evaluate(parsed.expression, values) : undefined;
    if (value === undefined) return written;
    const shown = typeof value === 'string' ? value : JSON.stringify(value);
    return shown.length > MAX_VALUE ? `${shown.slice(0, MAX_VALUE)}…` : shown;
  });
}
