import type { GlobTool, GrepTool } from '../../skill/index.ts';
import type { ClientContext } from './tool-result.ts';

/**
 * Returns the folders that a search covers, absolute. Without a path some clients add those of the loaded skills, so that
 * a skill in the workspace is searched twice.
 */
export function foldersToSearch(
  { manyFolders }: GlobTool | GrepTool,
  { reach }: ClientContext,
  requestedPath: string | undefined,
  resolved: string,
): readonly string[] {
  if (requestedPath !== undefined || manyFolders === undefined) return [resolved];
  return reach.folders;
}
