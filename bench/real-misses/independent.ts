/** The independent ones of the collected misses, by client and kind. */
import type { ClientId, MissedThing, MissKindId } from '../../skill/index.ts';
import { readRequest } from './read-request.ts';
import type { Row } from './row.ts';
import type { Scored } from './score-rows.ts';

/** The kind of a letter for rows that cannot be rebuilt, whose kind nothing else says. */
const BY_LETTER = { a: 'absent', c: 'guessed' } as const;

/** Independent misses of one kind in a client. */
export interface CollectedCount {
  readonly client: ClientId;
  readonly what: MissedThing;
  readonly kind: MissKindId;
  /** The first row of each. */
  readonly rows: readonly string[];
}

const CLIENTS_OF_ROWS: readonly (readonly [RegExp, ClientId])[] = [
  [/^claude[- ]code\b/i, 'claude-code'],
  [/^codex\b(?! or\b)/i, 'codex'],
  [/^copilot-cli\b/i, 'copilot-cli'],
  [/^opencode\b/i, 'opencode'],
  [/^pi\b/i, 'pi'],
  [/^adk\b/i, 'adk'],
];

/** Returns the client of a row; undefined if no profile describes it. */
export function clientOfRow({ client }: Row): ClientId | undefined {
  return CLIENTS_OF_ROWS.find(([pattern]) => pattern.test(client))?.[1];
}

/** Returns the misses of each client by kind; those of one author, skill and kind count once. */
export function countCollected(scored: readonly Scored[]): readonly CollectedCount[] {
  const counts = new Map<string, CollectedCount>();
  const seen = new Set<string>();
  for (const one of scored) {
    const { row } = one;
    // The same cause as the row before, and runs that are counted whole.
    if (row.request === 'same path' || /\b\d+ of \d+ runs\b/.test(row.request)) continue;
    const client = clientOfRow(row);
    const kind = (one.kind === 'tried' ? one.found : undefined) ?? kindOfLetter(row);
    if (client === undefined || kind === undefined) continue;
    const what = thingOf(row);
    const key = `${client} ${what} ${kind}`;
    const cause = `${key} ${subjectOf(row)}`;
    if (seen.has(cause)) continue;
    seen.add(cause);
    counts.set(key, { client, what, kind, rows: [...(counts.get(key)?.rows ?? []), row.id] });
  }
  return [...counts.values()];
}

function kindOfLetter({ letter }: Row): MissKindId | undefined {
  return letter === 'a' || letter === 'c' ? BY_LETTER[letter] : undefined;
}

function thingOf({ asksFor, request }: Row): MissedThing {
  if (asksFor === 'name') return 'skill-name';
  return asksFor === 'SKILL.md' || /SKILL\.md/.test(request) ? 'skill-file' : 'bundled';
}

/** Returns the skill that a row is about, as far as it says one, and otherwise its words. */
export function subjectOf(row: Row): string {
  const [, quoted] = /^([\w-]+)(?:\/[\w.-]+)?: ["`]/.exec(row.words) ?? [];
  if (quoted !== undefined) return quoted;
  const read = readRequest(row, undefined);
  const asked = typeof read === 'string' ? row.request : read.asked.replaceAll('\\', '/');
  const [, owner] = /\/([^/]+)\/(?:SKILL\.md$|references\/|scripts\/|assets\/|templates\/)/i.exec(asked) ?? [];
  const [, named] = /(?:^|\/)skills\/(?:\.system\/)?(?:r\d\/)?([^/]+)\//.exec(asked) ?? [];
  return owner ?? named ?? `${asked} ${row.words}`;
}
