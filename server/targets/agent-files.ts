/** Finds skill names in files outside of skills: agents, instructions and settings. */
import { basename } from '../../skill/index.ts';
import { PROJECT_FILE } from '../project-file.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { outsideFiles, README } from './outside-files.ts';
import { nameWords } from './skill-names.ts';
import type { Occurrence } from './target.ts';

/** Returns every occurrence of a skill's name in files of agents, file by file. */
export function agentOccurrences(workspace: Workspace, root: string): readonly Occurrence[] {
  const entry = workspace.skillAt(root);
  const context = entry && workspace.contextOf(entry);
  if (entry === undefined || context === undefined) return [];
  const names = new Set([entry.folder, context.skill.name].map((name) => name.toLowerCase()));
  return outsideFiles(workspace, entry, context)
    .filter((path) => basename(path) !== README)
    .flatMap((path) => namesIn(workspace, path, names, root));
}

function namesIn(
  workspace: Workspace,
  document: string,
  names: ReadonlySet<string>,
  root: string,
): readonly Occurrence[] {
  const text = workspace.text(document);
  if (text === undefined) return [];
  const lower = text.toLowerCase();
  if (![...names].some((name) => lower.includes(name))) return [];
  return nameWords(text)
    .filter(({ name, isSure: sure }) => names.has(name.toLowerCase()) && (sure || basename(document) !== PROJECT_FILE))
    .map(({ name, range, isSure: sure }) => ({
      document,
      range,
      written: name,
      path: name,
      base: { kind: 'other-skill', name },
      form: 'name',
      kind: sure ? 'name' : 'guess',
      targets: [{ kind: 'skill', path: root }],
    }));
}
