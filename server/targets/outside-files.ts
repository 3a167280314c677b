/** Finds files outside of skills that clients and people read, and that may name skills or paths into them. */
import { dirname, type FileSystem, join, type ResolveContext, within } from '../../skill/index.ts';
import { PROJECT_FILE } from '../project-file.ts';
import type { SkillEntry } from '../workspace/skill-entry.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Files at the root of a workspace, a repository or a plugin, and in the folders between it and a skill. */
const INSTRUCTIONS = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'];
const FILES = [...INSTRUCTIONS, '.github/copilot-instructions.md', PROJECT_FILE];
const FOLDERS = [
  ...['agents', 'commands', '.claude/agents', '.claude/commands', '.opencode/agent', '.opencode/agents'],
  ...[
    '.github/agents',
    '.github/chatmodes',
    '.github/prompts',
    '.github/instructions',
    '.cursor/agents',
    '.gemini/agents',
  ],
];
/** For people; names of skills in it are ordinary words. */
export const README = 'README.md';
/** Maximum number of files of one folder. */
const MAX_ENTRIES = 200;

/** Returns the absolute paths, sorted, of the files outside of skills that may reference a skill. */
export function outsideFiles(workspace: Workspace, entry: SkillEntry, context: ResolveContext): readonly string[] {
  const { fs } = context;
  const roots = rootsAround(context);
  const files = new Set(roots.flatMap((folder) => filesAt(fs, folder)));
  for (const folder of foldersBetween(roots, entry.root))
    for (const name of [...INSTRUCTIONS, README])
      if (fs.kind(join(folder, name)) === 'file') files.add(join(folder, name));
  for (const { path } of workspace.projectFiles()) files.add(path);
  // A skill's own documents are handled separately.
  return [...files].filter((path) => workspace.skillOf(path)?.has(path) !== true).sort();
}

/** Returns the roots that paths in these files may be relative to, in addition to the file's own folder. */
export function rootsAround({ workspaceRoot, repositoryRoot, pluginRoot }: ResolveContext): readonly string[] {
  return [...new Set([workspaceRoot, repositoryRoot, pluginRoot].flatMap((one) => one ?? []))];
}

function filesAt(fs: FileSystem, folder: string): readonly string[] {
  const files = FILES.map((name) => join(folder, name)).filter((path) => fs.kind(path) === 'file');
  for (const inner of FOLDERS) {
    const entries = fs.list(join(folder, inner)).filter(({ name, kind }) => kind === 'file' && name.endsWith('.md'));
    files.push(...entries.slice(0, MAX_ENTRIES).map(({ name }) => join(folder, inner, name)));
  }
  return files;
}

/** Returns the roots, and all folders from the skill's parent up to the outermost root. */
function foldersBetween(roots: readonly string[], skill: string): readonly string[] {
  const isInside = (folder: string): boolean => roots.some((root) => within(root, folder) !== undefined);
  const folders = new Set(roots);
  for (let folder = dirname(skill); folder !== dirname(folder) && isInside(folder); folder = dirname(folder))
    folders.add(folder);
  return [...folders];
}
