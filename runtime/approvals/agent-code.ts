import { createHash, randomUUID } from 'node:crypto';
import { defined, own } from '../../skill/index.ts';
import type { Agent } from '../agents/agent.ts';
import { readModuleFiles } from './module-files.ts';
import { serverParts } from './server-question.ts';

/** Hashes of a module or MCP server that agents start, to find out what has changed without storing its content. */
export interface CodePart {
  /** Its name for the user: `the MCP server 'search'`, `the module ./tools.mjs`. */
  readonly what: string;
  /** Its location, because two projects may have modules of the same name. */
  readonly place: string;
  /** Hashes by the part that may change: the files of a module, the fields of a server. */
  readonly parts: Readonly<Record<string, string>>;
}

/** Hashes everything that these agents start. A user who named an agent agreed to that and to nothing else. */
export async function codeParts(agents: Iterable<Agent>): Promise<readonly CodePart[]> {
  const found = new Map<string, CodePart>();
  for (const agent of agents) {
    for (const entry of [...(agent.tools ?? []), ...(agent.additionalTools ?? [])]) {
      if (entry.kind === 'module') {
        const { written, file } = entry;
        found.set(file, { what: `the module ${written}`, place: file, parts: moduleParts(file) });
      }
      if (entry.kind !== 'mcp') continue;
      const { server, folder } = entry;
      const { readMcpServer } = await import('../agents/mcp-config.ts');
      const read = readMcpServer(server, folder);
      const place = `${folder} ${server}`;
      const parts = read.kind === 'server' ? hashValues(serverParts(read.server)) : { [UNREADABLE]: read.kind };
      found.set(place, { what: `the MCP server '${server}'`, place, parts });
    }
  }
  return [...found.values()];
}

/** Describes the differences, one phrase for each module or server that changed; empty if there are none. */
export function describeChanges(before: readonly CodePart[], now: readonly CodePart[]): readonly string[] {
  const was = new Map(before.map((part) => [part.place, part]));
  const is = new Map(now.map((part) => [part.place, part]));
  return [
    ...now.flatMap((part) => {
      const old = was.get(part.place);
      if (old === undefined) return [`${part.what} is new`];
      const changed = changedNames(old.parts, part.parts);
      if (changed.length === 0) return [];
      return [`${part.what} ${changed.includes(UNREADABLE) ? UNREADABLE : `has changed (${changed.join(', ')})`}`];
    }),
    ...before.flatMap((part) => (is.has(part.place) ? [] : [`${part.what} is no longer among its tools`])),
  ];
}

/** The name of the only part of something that cannot be read, worded to fit into a message. */
const UNREADABLE = 'can no longer be read';
/** Maximum number of names in a message, because a module may consist of hundreds of files. */
const MAX_NAMES = 5;

function changedNames(before: CodePart['parts'], now: CodePart['parts']): readonly string[] {
  const names = [...new Set([...Object.keys(now), ...Object.keys(before)])];
  const changed = names.filter((name) => own(before, name) !== own(now, name));
  if (changed.includes(UNREADABLE) || changed.length <= MAX_NAMES) return changed;
  return [...changed.slice(0, MAX_NAMES), `${changed.length - MAX_NAMES} more`];
}

function moduleParts(file: string): CodePart['parts'] {
  const read = readModuleFiles(file);
  if (read === undefined) return { [UNREADABLE]: 'none' };
  // Its content cannot be compared, so it always counts as changed.
  return defined({
    ...Object.fromEntries(read.files),
    'too large to compare': read.isComplete ? undefined : randomUUID(),
  });
}

function hashValues(parts: Readonly<Record<string, unknown>>): CodePart['parts'] {
  return Object.fromEntries(
    Object.entries(parts).map(([name, value]) => [
      name,
      createHash('sha256')
        .update(JSON.stringify([name, value]))
        .digest('hex'),
    ]),
  );
}
