/** Files outside of skills that name them: agents, instructions and settings. */
import { basename, type FileSystem, join } from '../../skill/index.ts';
import { PROJECT_FILE } from '../project-file.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { nameWords } from './skill-names.ts';
import type { Lead } from './target.ts';

/** Beside the skills' folders: what clients read at the root of a workspace, a repository or a plugin. */
const FILES = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', '.github/copilot-instructions.md', PROJECT_FILE];
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
/** So many files of one folder are read. */
const MOST = 200;

/** Every place in files of agents that names the skill of a folder, file by file. */
export function agentLeads(workspace: Workspace, root: string): readonly Lead[] {
  const entry = workspace.skillAt(root);
  const context = entry && workspace.contextOf(entry);
  if (entry === undefined || context === undefined) return [];
  const names = new Set([entry.folder, context.skill.name].map((name) => name.toLowerCase()));
  const { fs, repositoryRoot, workspaceRoot, pluginRoot } = context;
  const roots = new Set([repositoryRoot, workspaceRoot, pluginRoot].flatMap((one) => one ?? []));
  const files = new Set([...roots].flatMap((folder) => filesAt(fs, folder)));
  for (const { path } of workspace.projectFiles()) files.add(path);
  // A skill's own documents are looked at as such.
  return [...files]
    .filter((path) => workspace.skillOf(path)?.has(path) !== true)
    .sort()
    .flatMap((path) => namedIn(workspace, path, names, root));
}

function filesAt(fs: FileSystem, folder: string): readonly string[] {
  const files = FILES.map((name) => join(folder, name)).filter((path) => fs.kind(path) === 'file');
  for (const inner of FOLDERS) {
    const entries = fs.list(join(folder, inner)).filter(({ name, kind }) => kind === 'file' && name.endsWith('.md'));
    files.push(...entries.slice(0, MOST).map(({ name }) => join(folder, inner, name)));
  }
  return files;
}

function namedIn(workspace: Workspace, document: string, names: ReadonlySet<string>, root: string): readonly Lead[] {
  const text = workspace.text(document);
  if (text === undefined) return [];
  const lower = text.toLowerCase();
  if (![...names].some((name) => lower.includes(name))) return [];
  return nameWords(text)
    .filter(({ name, sure }) => names.has(name.toLowerCase()) && (sure || basename(document) !== PROJECT_FILE))
    .map(({ name, range, sure }) => ({
      ...{ document, range, written: name, path: name, base: { kind: 'other-skill', name } },
      ...{ form: 'name', kind: sure ? 'name' : 'guess', targets: [{ kind: 'skill', path: root }] },
    }));
}
