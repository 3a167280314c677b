import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fillTemplate, type ReadTool } from '../../skill/index.ts';
import type { ResultOutcome, Tool } from '../loop/tools.ts';
import type { JsonObject } from '../protocol/events.ts';
import { readRegularFile } from '../skill-files/read-inside.ts';
import { schemaOf } from './schema.ts';
import { type ClientContext, clientFailure, numberOf, pathFailure, textOf } from './tool-result.ts';

/** Files above this size are not read into memory, in bytes. */
const MAX_FILE = 64 * 1024 * 1024;

/** Returns the client's tool that reads a file. */
export function readTool(tool: ReadTool, context: ClientContext): Tool {
  const { first, count, last, required = false } = tool.range;
  const range = Object.fromEntries(
    [first, count, last].flatMap((name) => (name === undefined ? [] : [[name, { type: 'number' as const, required }]])),
  );
  return {
    name: tool.tool,
    description: 'Reads a file.',
    inputSchema: schemaOf({ [tool.path]: { type: 'string', required: true }, ...range }),
    readOnly: true,
    repeatable: true,
    execute: (args) => read(tool, context, args),
  };
}

function read(tool: ReadTool, context: ClientContext, args: JsonObject): ResultOutcome {
  const given = textOf(args, tool.path);
  if (given === undefined)
    return clientFailure(context, 'INVALID_ARGUMENTS', `The parameter ${tool.path} is required.`);
  const reached = context.reach.of(given, tool.messages);
  const fail = (found?: 'directory'): ResultOutcome => pathFailure(context, tool.messages, given, reached, found);
  if (reached.kind !== 'path') return fail();
  const path = reached.absolute;
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return fail();
  if (stat.isDirectory()) {
    if (tool.listsFolder === undefined) return fail('directory');
    const entries = namesIn(path).join('\n');
    return { kind: 'result', value: fillTemplate(tool.listsFolder, { path, entries }) };
  }
  const bytes = stat.size > MAX_FILE ? undefined : readRegularFile(path);
  if (!Buffer.isBuffer(bytes)) return clientFailure(context, 'NOT_A_FILE', `Cannot read ${path}.`);
  if (bytes.includes(0)) return clientFailure(context, 'NOT_A_FILE', `Cannot read binary file: ${path}`);
  const text = bytes.toString('utf8');
  if (text === '' && tool.empty !== undefined) return { kind: 'result', value: fillTemplate(tool.empty, { path }) };
  return { kind: 'result', value: shown(tool, path, text, args) };
}

/** The lines that were asked for, within the client's limits. */
function shown(tool: ReadTool, path: string, text: string, args: JsonObject): string {
  const all = text.split('\n');
  if (all.at(-1) === '') all.pop();
  const from = Math.max(1, numberOf(args, tool.range.first) ?? 1);
  const asked = lastOf(tool, args, from) ?? all.length;
  let to = Math.min(all.length, asked, from + tool.maxLines - 1);
  const lines: string[] = [];
  let size = 0;
  for (let n = from; n <= to; n++) {
    const line = lineOf(tool, all[n - 1] ?? '', n);
    size += Buffer.byteLength(line) + 1;
    if (tool.maxBytes !== undefined && size > tool.maxBytes && lines.length > 0) {
      to = n - 1;
      break;
    }
    lines.push(line);
  }
  const result = fillTemplate(tool.result, { path, lines: lines.join('\n'), total: all.length });
  const isCut = to < Math.min(all.length, asked);
  if (!isCut || tool.cut === undefined) return result;
  const notice = fillTemplate(tool.cut.notice, { first: from, last: to, next: to + 1, total: all.length });
  return tool.cut.at === 'start' ? notice + result : result + notice;
}

function lastOf({ range }: ReadTool, args: JsonObject, from: number): number | undefined {
  const last = numberOf(args, range.last);
  if (last !== undefined) return last < 0 ? undefined : last;
  const count = numberOf(args, range.count);
  return count === undefined ? undefined : from + count - 1;
}

function lineOf({ line, maxLineCharacters, lineNotice = '' }: ReadTool, text: string, n: number): string {
  const isCut = maxLineCharacters !== undefined && text.length > maxLineCharacters;
  const kept = isCut ? text.slice(0, maxLineCharacters) + lineNotice : text;
  return line === undefined ? kept : fillTemplate(line, { n, line: kept });
}

/** Returns the names in a folder, sorted, folders with `/`. */
export function namesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => (isFolder(folder, entry) ? `${entry.name}/` : entry.name))
    .sort();
}

function isFolder(
  folder: string,
  entry: { readonly name: string; isDirectory(): boolean; isSymbolicLink(): boolean },
): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  return statSync(join(folder, entry.name), { throwIfNoEntry: false })?.isDirectory() === true;
}
