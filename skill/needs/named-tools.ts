/** Finds the tools that a body names: those of clients, and those of MCP servers. */
import { CLIENTS } from '../clients/table.ts';
import { distinct, type Need } from './need.ts';

const KNOWN: ReadonlySet<string> = new Set(CLIENTS.flatMap(({ tools }) => tools.map(({ name }) => name)));

/** The names of tools of clients that no text has by chance, such as `AskUserQuestion`; PowerShell is also a program. */
const DISTINCTIVE = new RegExp(
  `(?<![\\w./-])(?:${[...KNOWN]
    .filter((name) => /^[A-Z][a-z]+[A-Z]|^[a-z]+_[a-z_]+$/.test(name) && name !== 'PowerShell')
    .map((name) => name.replace(/[^\w]/g, '\\$&'))
    .join('|')})(?![\\w/-])`,
  'g',
);

/** A name in code before or after the word "tool", and a name without it that begins with a capital letter. */
const BEFORE_TOOL = /`([A-Za-z][\w-]{1,63})`\*{0,2}[ \t]+tool\b/g;
const AFTER_TOOL = /\btool:?[ \t]+\*{0,2}`([A-Za-z][\w-]{1,63})`/g;
const PLAIN = /\b(?:the|with|via|use|using)[ \t]+\*{0,2}([A-Z]\w{1,63})\*{0,2}[ \t]+tool\b/g;
const MCP_TOOL = /(?<![\w-])mcp__[A-Za-z0-9_-]{1,200}/g;
/** Servers that only stand for one. */
const PLACEHOLDER =
  /^(?:server(?:_?name)?|name|mcp(?:_?server)?|your.*|my.*|example.*|some.*|foo|bar|x+|plugin|SERVER.*|[A-Z]+|plugin_name_server)$/;

/** Returns the tools of a body, without those of MCP servers, in its order. */
export function namedTools(body: string, at: number): readonly Need[] {
  const found: Need[] = [];
  const add = (name: string, start: number): void => {
    found.push({ kind: 'tool', name, range: { start: at + start, end: at + start + name.length } });
  };
  if (/\btool\b/.test(body)) {
    for (const pattern of [BEFORE_TOOL, AFTER_TOOL, PLAIN])
      for (const match of body.matchAll(pattern)) {
        const name = match[1] ?? '';
        // A program is also called a tool.
        const isTool =
          KNOWN.has(name) || (pattern !== PLAIN && /^[a-z]+(?:_[a-z]+)+$|^[A-Z][a-z]+[A-Z]\w+$/.test(name));
        if (isTool && !name.startsWith('mcp__')) add(name, match.index + match[0].lastIndexOf(name));
      }
  }
  for (const match of body.matchAll(DISTINCTIVE)) add(match[0], match.index);
  return distinct(found);
}

/** Returns the tools of MCP servers of a body, in its order. */
export function namedMcpTools(body: string, at: number): readonly Need[] {
  if (!body.includes('mcp__')) return [];
  const found: Need[] = [];
  for (const match of body.matchAll(MCP_TOOL)) {
    const name = withoutUnderscores(match[0]);
    const server = serverOf(name);
    if (server === '' || PLACEHOLDER.test(server) || isPart(match[0], body[match.index + match[0].length])) continue;
    found.push({ kind: 'mcp-tool', name, range: { start: at + match.index, end: at + match.index + name.length } });
  }
  return distinct(found);
}

function withoutUnderscores(name: string): string {
  let end = name.length;
  while (name[end - 1] === '_') end--;
  return name.slice(0, end);
}

/** True for a part of a name, before a placeholder or, within the name of a server, `*`. */
const isPart = (written: string, next = ''): boolean =>
  /[<{$[]/.test(next) || (next === '*' && !written.endsWith('__'));

/** Returns the server in the name of a tool, as clients write it; what follows the next two underscores is the tool. */
export const serverOf = (tool: string): string => tool.slice('mcp__'.length).split('__', 1)[0] ?? '';
