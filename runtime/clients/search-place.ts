import { fillTemplate, type GlobTool, type GrepTool } from '../../skill/index.ts';
import type { ResultOutcome } from '../loop/interfaces/tools.ts';
import type { JsonObject } from '../protocol/events.ts';
import type { ResolvedPath } from './reach.ts';
import { type ClientContext, pathFailure, textOf } from './tool-result.ts';

/** The folders or the file that a search tool searches. */
export interface SearchPlace {
  readonly kind: 'place';
  /** The argument; undefined if there is none, so that the workspace is searched. */
  readonly path: string | undefined;
  /** The file or folder at the path. */
  readonly reached: Extract<ResolvedPath, { readonly kind: 'path' }>;
  /**
   * The folders to search, absolute. Without a path some clients add those of the loaded skills, so that a skill in the
   * workspace is searched twice.
   */
  readonly folders: readonly string[];
  /** The forms of the result. */
  readonly templates: { readonly result: string; readonly none: string };
  /** The result if nothing is found because nothing is searched. */
  readonly none: ResultOutcome;
}

/** Finds what the arguments tell to search. Returns the tool's result if there is nothing. */
export function searchPlace(
  tool: GlobTool | GrepTool,
  context: ClientContext,
  args: JsonObject,
  pattern: string,
): SearchPlace | ResultOutcome {
  const path = textOf(args, tool.path);
  const given = path ?? context.installation.workspace;
  const none: ResultOutcome = { kind: 'result', value: fillTemplate(tool.none, { pattern, path: given }) };
  const reached = context.reach.of(given);
  if (reached.kind !== 'path' || !isSearched(tool, reached.found))
    return tool.messages === undefined ? none : pathFailure(context, tool.messages, given, reached, wrongKind(reached));
  const folders = path === undefined && tool.manyFolders !== undefined ? context.reach.folders : [reached.absolute];
  const here = path === undefined ? (tool.inWorkspace ?? tool) : tool;
  const templates = folders.length > 1 ? (tool.manyFolders ?? tool) : here;
  return { kind: 'place', path, reached, folders, templates, none };
}

/** A file's contents can be searched, too. */
function isSearched({ kind }: GlobTool | GrepTool, found: SearchPlace['reached']['found']): boolean {
  return kind === 'glob' ? found === 'folder' : found !== undefined;
}

function wrongKind(reached: ResolvedPath): 'missing' | 'file' {
  return reached.kind === 'path' && reached.found !== undefined ? 'file' : 'missing';
}
