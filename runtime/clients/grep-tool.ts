import { dirname, relative, sep } from 'node:path';
import { fillTemplate, type GrepTool } from '../../skill/index.ts';
import type { ConfinedFiles } from '../confined/confined-files.ts';
import { PAUSE } from '../confined/walk-limits.ts';
import type { Tool } from '../loop/interfaces/tools.ts';
import { type FoundFile, findFiles } from './find-files.ts';
import { type LinearRegex, linearRegex } from './linear-regex.ts';
import { type OwnParameter, schemaOf } from './schema.ts';
import { SearchLimits } from './search-limits.ts';
import { searchPlace } from './search-place.ts';
import { type ClientContext, clientFailure, missingParameter, textOf } from './tool-result.ts';

/** Maximum size of a file that is searched, in bytes. */
const MAX_FILE = 4 * 1024 * 1024;
/** Maximum number of characters of a line that are searched, and of a matching line that are shown. */
const MAX_SEARCHED = 20_000;
const MAX_LINE = 2000;

/**
 * Returns the client's tool that searches the contents of files. The pattern comes from a model, so it is matched by an
 * engine whose time is linear in the text.
 */
export function grepTool(tool: GrepTool, context: ClientContext): Tool {
  const pattern: OwnParameter = { type: 'string', required: true };
  const optional = [tool.path, tool.include].flatMap((name) =>
    name === undefined ? [] : [[name, { type: 'string' as const }]],
  );
  return {
    name: tool.tool,
    description: 'Searches the contents of files for a pattern.',
    inputSchema: schemaOf({ [tool.pattern]: pattern, ...Object.fromEntries(optional) }, tool.extra),
    readOnly: true,
    repeatable: true,
    execute: async (args) => {
      const pattern = textOf(args, tool.pattern);
      if (pattern === undefined) return missingParameter(context, tool.tool, tool.pattern, args);
      const regex = args.isRegexp === false ? literal(pattern) : linearRegex(pattern);
      if (regex === undefined) return clientFailure(context, 'INVALID_ARGUMENTS', `Invalid pattern: ${pattern}`);
      const place = searchPlace(tool, context, args, pattern);
      if (place.kind === 'result') return place;
      const { path, reached, folders, templates } = place;
      const { files, workspace } = context.installation;
      const include = textOf(args, tool.include) ?? '**';
      const nameOf = (file: string, folder: string): string => {
        if (tool.pathForm === 'dot') return path === undefined ? `./${toSlashes(relative(workspace, file))}` : file;
        if (tool.pathForm === undefined) return file;
        return toSlashes(relative(folders.length > 1 ? dirname(folder) : folder, file));
      };
      const limits = new SearchLimits();
      const notIgnoredIn = tool.skipsIgnored === true && args.includeIgnoredFiles !== true ? workspace : undefined;
      const one = reached.absolute;
      const found: FileMatches[] = [];
      if (reached.found === 'file')
        found.push(...(await search([fileAt(files, one)], regex, tool, limits, () => nameOf(one, dirname(one)))));
      else
        for (const folder of folders) {
          const inside = findFiles(files, folder, include, { notIgnoredIn, limits });
          for (const matches of await search(inside, regex, tool, limits, (file) => nameOf(file, folder)))
            found.push(matches);
        }
      const count = found.reduce((sum, one) => sum + one.count, 0);
      const template = count === 0 ? templates.none : templates.result;
      const values = {
        count,
        es: count === 1 ? '' : 'es',
        matches: formatMatches(found, tool),
        pattern,
        path: reached.absolute,
      };
      return { kind: 'result', value: limits.noted(fillTemplate(template, { ...values, folders: folders.length })) };
    },
  };
}

const toSlashes = (path: string): string => path.split(sep).join('/');

/** A test of a line, which is undefined if it would take too long. */
type LineTest = Pick<LinearRegex, 'test'>;

function literal(pattern: string): LineTest | undefined {
  return pattern.length > MAX_SEARCHED ? undefined : { test: (line) => line.includes(pattern) };
}

/** The matches in a file, as lines of a result. */
interface FileMatches {
  readonly path: string;
  /** The first ones, at most as many as the client shows. */
  readonly matches: readonly string[];
  readonly count: number;
}

/** Formats the matches file by file, up to the client's maximum. */
function formatMatches(found: readonly FileMatches[], { file, between = '\n', max }: GrepTool): string {
  let left = max;
  const blocks: string[] = [];
  for (const { path, matches } of found) {
    const shown = matches.slice(0, left);
    left -= shown.length;
    if (shown.length === 0) break;
    blocks.push([...(file === undefined ? [] : [fillTemplate(file, { path })]), ...shown].join('\n'));
  }
  return blocks.join(between);
}

/** A file to search. */
type SearchedFile = Pick<FoundFile, 'path' | 'read'>;

function fileAt(files: ConfinedFiles, path: string): SearchedFile {
  return { path, read: (maxBytes) => files.read(path, maxBytes) };
}

/** Searches files, each before the next one is requested. Returns the matches by path. */
async function search(
  files: Iterable<SearchedFile | typeof PAUSE>,
  regex: LineTest,
  tool: GrepTool,
  limits: SearchLimits,
  nameOf: (file: string) => string,
): Promise<readonly FileMatches[]> {
  const found: [path: string, matches: FileMatches][] = [];
  for (const file of files) {
    if (file === PAUSE) {
      await limits.giveTurn();
      continue;
    }
    if (!limits.goesOn()) break;
    const { path, read } = file;
    const bytes = read(MAX_FILE);
    limits.spend(Buffer.isBuffer(bytes) ? bytes.length : 0);
    if (!Buffer.isBuffer(bytes) || bytes.includes(0)) continue;
    const name = nameOf(path);
    const matches: string[] = [];
    let count = 0;
    for (const [index, line] of bytes.toString('utf8').split('\n').entries()) {
      if (limits.isTurnDue) await limits.giveTurn();
      if (!limits.goesOn()) break;
      const isMatch = regex.test(line.slice(0, MAX_SEARCHED));
      if (isMatch === undefined) limits.skip();
      if (isMatch !== true) continue;
      // No more are shown, of whichever file, and a file of line breaks has millions.
      if (++count <= tool.max)
        matches.push(fillTemplate(tool.match, { path: name, n: index + 1, line: line.slice(0, MAX_LINE) }));
      if (tool.form === 'files') break;
    }
    if (matches.length > 0) found.push([path, { path: name, matches, count }]);
  }
  return found.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, matches]) => matches);
}
