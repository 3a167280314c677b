import { defined, fillTemplate, own, type ReadTool } from '../../skill/index.ts';
import type { ConfinedFiles } from '../confined/confined-files.ts';
import { fileWork } from '../confined/file-work.ts';
import type { ResultOutcome, Tool } from '../loop/interfaces/tools.ts';
import type { JsonObject } from '../protocol/events.ts';
import { FileLines } from './file-lines.ts';
import { listFolder } from './list-folder.ts';
import { schemaOf } from './schema.ts';
import { SearchLimits } from './search-limits.ts';
import { type ClientContext, clientFailure, missingParameter, numberOf, pathFailure, textOf } from './tool-result.ts';

/** Maximum size of a file that is read into memory, in bytes. */
const MAX_FILE = 64 * 1024 * 1024;

/** Returns the client's tool that reads a file. */
export function readTool(tool: ReadTool, context: ClientContext): Tool {
  const { first, isPair = false, count, last, required = false } = tool.range;
  const type = isPair ? ('array' as const) : ('number' as const);
  const range = Object.fromEntries(
    [first, count, last].flatMap((name) => (name === undefined ? [] : [[name, { type, required }]])),
  );
  return {
    name: tool.tool,
    description: 'Reads a file.',
    inputSchema: schemaOf({ [tool.path]: { type: 'string', required: true }, ...range }, tool.extra),
    readOnly: true,
    repeatable: true,
    execute: (args) =>
      // Not always, so that the read of a small file has its result immediately.
      fileWork.isSpent
        ? fileWork.nextTurn().then(() => countedRead(tool, context, args))
        : countedRead(tool, context, args),
  };
}

/** Reads, and counts the time, because a model can request any number of large files in one step. */
function countedRead(tool: ReadTool, context: ClientContext, args: JsonObject): ResultOutcome | Promise<ResultOutcome> {
  const start = performance.now();
  const outcome = read(tool, context, args);
  fileWork.spend(performance.now() - start);
  return outcome;
}

function read(tool: ReadTool, context: ClientContext, args: JsonObject): ResultOutcome | Promise<ResultOutcome> {
  const given = textOf(args, tool.path);
  if (given === undefined) return missingParameter(context, tool.tool, tool.path, args);
  const reached = context.reach.of(given, tool.messages);
  const fail = (found?: 'directory'): ResultOutcome => pathFailure(context, tool.messages, given, reached, found);
  if (reached.kind !== 'path') return fail();
  const path = reached.absolute;
  const { files } = context.installation;
  if (reached.found === undefined) return fail();
  if (reached.found === 'folder') {
    if (tool.listsFolder === undefined) return fail('directory');
    return listed(tool, tool.listsFolder, { path, real: reached.real }, files);
  }
  const bytes = files.readEntry(reached.real, MAX_FILE);
  if (!Buffer.isBuffer(bytes)) return clientFailure(context, 'NOT_A_FILE', `Cannot read ${path}.`);
  if (bytes.includes(0)) return clientFailure(context, 'NOT_A_FILE', `Cannot read binary file: ${path}`);
  if (bytes.length === 0 && tool.empty !== undefined)
    return { kind: 'result', value: fillTemplate(tool.empty, { path }) };
  const range = rangeOf(tool, args);
  const { refused, pastEnd } = tool;
  if (
    refused !== undefined &&
    range === undefined &&
    args.forceReadLargeFiles !== true &&
    bytes.length > refused.above
  ) {
    const kilobytes = (bytes.length / 1024).toFixed(1);
    return clientFailure(context, 'FILE_TOO_LARGE', fillTemplate(refused.message, { kilobytes }));
  }
  const lines = new FileLines(bytes, tool.countsLastNewline === true);
  const { first = 1, last } = range ?? {};
  if (pastEnd !== undefined && first > Math.max(1, lines.count))
    return clientFailure(context, 'OUT_OF_RANGE', fillTemplate(pastEnd, { first, total: lines.count }));
  const { text, shown } = formatLines(tool, path, lines, Math.min(first, lines.count + 1), last);
  return defined({ kind: 'result', value: text, showsNothing: shown === 0 && bytes.length > 0 ? true : undefined });
}

async function listed(
  { hasPlainEntries }: ReadTool,
  template: string,
  { path, real }: { readonly path: string; readonly real: string },
  files: ConfinedFiles,
): Promise<ResultOutcome> {
  const limits = new SearchLimits();
  const { entries, missing } = (await listFolder(files, real, limits)) ?? { entries: [], missing: '' };
  const names = entries.map(({ name, isFolder }) => (isFolder && hasPlainEntries !== true ? `${name}/` : name));
  const values = { path, entries: names.join('\n'), count: names.length };
  return { kind: 'result', value: limits.noted(fillTemplate(template, values), missing) };
}

/** Returns the given range of lines; undefined if none is given. */
function rangeOf(
  { range }: ReadTool,
  args: JsonObject,
): { readonly first: number; readonly last?: number } | undefined {
  const { first: name, isPair = false, fromZero = false, count, last } = range;
  if (isPair) {
    const pair = own(args, name);
    const [from, to] = Array.isArray(pair) ? pair : [];
    if (typeof from !== 'number') return undefined;
    return defined({ first: Math.max(1, from), last: typeof to === 'number' && to >= 0 ? to : undefined });
  }
  const [given, size, to] = [numberOf(args, name), numberOf(args, count), numberOf(args, last)];
  const from = given === undefined || !fromZero ? given : given + 1;
  if (from === undefined && size === undefined && to === undefined) return undefined;
  const first = Math.max(1, from ?? 1);
  if (to !== undefined) return to < 0 ? { first } : { first, last: to };
  return size === undefined ? { first } : { first, last: first + size - 1 };
}

/** Returns the lines from `first` to `last`, within the client's limits, and how many of them have any text. */
function formatLines(
  tool: ReadTool,
  path: string,
  all: FileLines,
  first: number,
  last = all.count,
): { readonly text: string; readonly shown: number } {
  const requestedEnd = Math.min(all.count, last);
  let to = Math.min(requestedEnd, first + tool.maxLines - 1);
  let isWide = false;
  const lines: string[] = [];
  let size = 0;
  let shown = 0;
  for (let n = first; n <= to; n++) {
    const { text, isCut } = cutLine(tool, all.at(n));
    const before = size;
    size += Buffer.byteLength(text) + 1;
    if (tool.maxBytes !== undefined && size > tool.maxBytes && (lines.length > 0 || tool.lineAtLimit !== undefined)) {
      const { bytes = tool.part?.limit } = tool.part ?? {};
      to = tool.lineAtLimit === undefined ? n - 1 : n;
      if (tool.lineAtLimit !== undefined) lines.push(text.slice(0, tool.maxBytes - before) + tool.lineAtLimit);
      return fill(bytes);
    }
    isWide ||= isCut;
    if (text.trim() !== '') shown++;
    lines.push(tool.line === undefined ? text : fillTemplate(tool.line, { n, line: text }));
  }
  const { limit, range, wide } = tool.part ?? {};
  if (to < requestedEnd) return fill(limit);
  if (to < all.count || first > Math.max(1, all.count)) return fill(range);
  return fill(isWide ? wide : undefined);

  function fill(template = tool.result): { readonly text: string; readonly shown: number } {
    const [total, left] = [all.count, all.count - to];
    const values = { path, lines: lines.join('\n'), first, last: to, next: to + 1, total, left };
    const text = fillTemplate(template, values);
    return { text: tool.trimsEnd === true ? text.trimEnd() : text, shown };
  }
}

function cutLine(
  { maxLineCharacters, lineNotice = '' }: ReadTool,
  text: string,
): { readonly text: string; readonly isCut: boolean } {
  const isCut = maxLineCharacters !== undefined && text.length > maxLineCharacters;
  return { text: isCut ? text.slice(0, maxLineCharacters) + lineNotice : text, isCut };
}
