import { redactorOf } from '../journal/redact.ts';
import { secretsOfEnvironment } from '../journal/secret-sources.ts';

/** Returns a text for a record without the secrets of the environment. */
export function redacted(text: string): string {
  return redactorOf(secretsOfEnvironment(process.env)).text(text);
}
