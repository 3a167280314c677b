import { createHash, randomUUID } from 'node:crypto';
import type { Agent } from '../agents/agent.ts';
import { readModuleFiles } from './module-files.ts';
import { serverParts } from './server.ts';

/** A module or an MCP server that agents start, as hashes: to tell what of it changed, never what it holds. */
export interface CodePart {
  /** As a person knows it: `the MCP server 'search'`, `the module ./tools.mjs`. */
  readonly what: string;
  /** Where it is: two projects may have modules of one name. */
  readonly place: string;
  /** By what changes: the files of a module, the fields of a server. */
  readonly parts: Readonly<Record<string, string>>;
}

/** All that these agents start. Who named an agent agreed to that, and to nothing else. */
export async function codeParts(agents: Iterable<Agent>): Promise<readonly CodePart[]> {
  const found = new Map<string, CodePart>();
  for (const agent of agents) {
    for (const entry of [...(agent.tools ?? []), ...(agent.additionalTools ?? [])]) {
      if (entry.kind === 'module') {
        const { written, file } = entry;
        found.set(file, { what: `the module ${written}`, place: file, parts: modulePart(file) });
      }
      if (entry.kind !== 'mcp') continue;
      const { server, folder } = entry;
      const { readMcpServer } = await import('../agents/mcp-config.ts');
      const read = readMcpServer(server, folder);
      const place = `${folder} ${server}`;
      const parts = read.kind === 'server' ? hashed(serverParts(read.server)) : { [UNREAD]: read.kind };
      found.set(place, { what: `the MCP server '${server}'`, place, parts });
    }
  }
  return [...found.values()];
}

/** What is another than before, a phrase each: which module or server, and which of its files or fields. Empty: nothing. */
export function changesOf(before: readonly CodePart[], now: readonly CodePart[]): readonly string[] {
  const was = new Map(before.map((part) => [part.place, part]));
  const is = new Map(now.map((part) => [part.place, part]));
  return [
    ...now.flatMap((part) => {
      const old = was.get(part.place);
      if (old === undefined) return [`${part.what} is new`];
      const changed = differing(old.parts, part.parts);
      if (changed.length === 0) return [];
      return [`${part.what} ${changed.includes(UNREAD) ? UNREAD : `has changed (${changed.join(', ')})`}`];
    }),
    ...before.flatMap((part) => (is.has(part.place) ? [] : [`${part.what} is no longer among its tools`])),
  ];
}

/** A part of something that cannot be read, in the words of a message. */
const UNREAD = 'cannot be read as it was';
/** Names that are told: a module may lead to hundreds of files. */
const TOLD = 5;

function differing(before: CodePart['parts'], now: CodePart['parts']): readonly string[] {
  const names = [...new Set([...Object.keys(now), ...Object.keys(before)])];
  const changed = names.filter((name) => before[name] !== now[name]);
  if (changed.includes(UNREAD) || changed.length <= TOLD) return changed;
  return [...changed.slice(0, TOLD), `${changed.length - TOLD} more`];
}

function modulePart(file: string): CodePart['parts'] {
  const read = readModuleFiles(file);
  if (read === undefined) return { [UNREAD]: 'none' };
  // Nobody can tell whether it is the same: it never is.
  return { ...Object.fromEntries(read.files), ...(read.whole ? {} : { 'too large to compare': randomUUID() }) };
}

function hashed(parts: Readonly<Record<string, unknown>>): CodePart['parts'] {
  return Object.fromEntries(
    Object.entries(parts).map(([name, value]) => [
      name,
      createHash('sha256')
        .update(JSON.stringify([name, value]))
        .digest('hex'),
    ]),
  );
}
