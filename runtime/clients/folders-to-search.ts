import type { GlobTool, GrepTool } from '../../skill/index.ts';
import type { ClientContext } from './tool-result.ts';

/** Returns the folders that a search covers, absolute: without a path some clients add those of the loaded skills. */
export function foldersToSearch(
  { manyFolders }: GlobTool | GrepTool,
  { installation, reach }: ClientContext,
  given: string | undefined,
  resolved: string,
): readonly string[] {
  if (given !== undefined || manyFolders === undefined) return [resolved];
  const { workspace } = installation;
  // A skill that is installed in the workspace is searched with it.
  return reach.folders.filter((folder) => folder === workspace || !folder.startsWith(`${workspace}/`));
}
