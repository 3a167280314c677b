import { createHash } from 'node:crypto';
import { own, setOwn } from '../../skill/index.ts';
import type { Redactor } from '../journal/redact.ts';
import type { Json, JsonObject, RunEvent } from '../protocol/events.ts';
import { isSecretField, redactKeyShapes } from '../secrets/likely-secrets.ts';
import type { ImportFinished, SessionEvent } from './log/session-event.ts';

/** Ids, which are made from those of the session, so that a client can put a secret there. */
const IDS = ['invocation', 'run'] as const;

/** Fields without text of the session. */
const OURS: ReadonlySet<string> = new Set('seq time type invocation parent run usage source imported'.split(' '));
/** Redacts the secrets in an event of a session: the known ones, and keys of well-known shapes. */
export function redactSession(event: SessionEvent, redactor: Redactor | undefined): SessionEvent {
  const known = redactor === undefined ? event : (redactor.event(event as RunEvent) as SessionEvent);
  let out: Record<string, unknown> | undefined;
  for (const key of IDS) {
    const id = own(known, key);
    const clean = typeof id === 'string' ? redactId(id, redactor) : id;
    if (clean === id) continue;
    out ??= { ...known };
    setOwn(out, key, clean);
  }
  for (const [key, value] of Object.entries(known)) {
    if (OURS.has(key)) continue;
    const clean = redactShapes(value as Json);
    if (clean === value) continue;
    out ??= { ...known };
    setOwn(out, key, clean);
  }
  return (out as SessionEvent | undefined) ?? known;
}

/** Redacts the end of an import, which names directories, skills, agents and tools of the session. */
export const redactFinished = (finished: ImportFinished, redactor: Redactor | undefined): ImportFinished =>
  redactSession(finished as unknown as SessionEvent, redactor) as unknown as ImportFinished;

/** Returns an id without secrets. The same one always results in the same text, which still identifies a run and its prompts. */
function redactId(id: string, redactor: Redactor | undefined): string {
  // The number of a prompt stays.
  const [, name = id, prompt = ''] = /^(.*?)(-\d{1,9})?$/s.exec(id) ?? [];
  const hasSecret = (text: string): boolean =>
    redactKeyShapes(text) !== text || (redactor !== undefined && redactor.text(text) !== text);
  if (!hasSecret(id)) return id;
  return `redacted-${createHash('sha256').update(name).digest('hex').slice(0, 16)}${prompt}`;
}

const MARK = '[redacted]';

/** Returns the same value if it contains no key. */
function redactShapes(value: Json): Json {
  if (typeof value === 'string') return redactKeyShapes(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const list: readonly Json[] = value;
    const clean = list.map((one, index) => redactNamed(optionOf(list[index - 1]), one));
    return clean.some((one, index) => one !== list[index]) ? clean : value;
  }
  const object = value as JsonObject;
  // `{"name": "DB_PASSWORD", "value": "…"}`, as in the environment of a container and in recorded headers.
  const name = object.name ?? object.key;
  const original = Object.entries(object);
  const entries = original.map(
    ([key, inner]) =>
      [redactShapes(key), redactNamed(key === 'value' && typeof name === 'string' ? name : key, inner)] as const,
  );
  const isChanged = entries.some(
    ([key, inner], index) => key !== original[index]?.[0] || inner !== original[index]?.[1],
  );
  return isChanged ? Object.fromEntries(entries) : value;
}

/** Returns the name of an option that is an argument of its own, before its value: `--password`. */
function optionOf(before: Json | undefined): string {
  return typeof before === 'string' && before.length <= 80 && /^--?[\w-]+$/.test(before) ? before : '';
}

/** Redacts the value of a field or option. */
function redactNamed(name: string, value: Json): Json {
  return typeof value === 'string' && name !== '' && isSecretField(name, value) ? MARK : redactShapes(value);
}
