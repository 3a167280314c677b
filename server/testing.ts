/** Helpers for tests: a workspace in memory, and texts with `«»` around what must be found. */
import { type MemoryFile, memoryFiles } from '../skill/index.ts';
import type { Session } from './features/session.ts';
import { type Finding, placesOf } from './rules/rule.ts';
import { DEFAULT_SETTINGS, readSettings, type Settings } from './settings.ts';
import { Targets } from './targets/targets.ts';
import { Buffers } from './workspace/buffers.ts';
import { Workspace } from './workspace/workspace.ts';

/** A good frontmatter for a skill `notes`. */
export const HEAD = '---\nname: notes\ndescription: Sorts notes. Use it for notes.\n---\n\n';

export const settings = (section: unknown): Settings => readSettings(section);

/** A workspace of the files, by absolute path or, for a single skill, relative to `/work/notes`; errors of rules are thrown. */
export function workspaceOf(files: Readonly<Record<string, MemoryFile>>, using = DEFAULT_SETTINGS): Workspace {
  const absolute = Object.entries(files).map(([path, file]) => [
    path.startsWith('/') ? path : `/work/notes/${path}`,
    file,
  ]);
  const workspace = new Workspace(memoryFiles(Object.fromEntries(absolute)), (code, _document, error) => {
    throw new Error(`rule ${code} threw`, { cause: error });
  });
  workspace.setSettings(using);
  workspace.setFolders(['/work']);
  return workspace;
}

/** A session over a workspace in which nothing is open; `reportedByEditor` as the editor says it. */
export function sessionOf(workspace: Workspace, reportedByEditor: readonly string[] = []): Session {
  const buffers = new Buffers();
  const targets = new Targets(workspace);
  return { workspace, targets, buffers, rulePages: undefined, reportedByEditor: new Set(reportedByEditor) };
}

export const unmarked = (text: string): string => text.replaceAll(/[«»]/g, '');

/** The findings of one document of the skill `notes`, whose text may carry marks. */
export function findingsOf(
  files: Readonly<Record<string, string>>,
  document = 'SKILL.md',
  using = DEFAULT_SETTINGS,
): readonly Finding[] {
  const plain = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, unmarked(text)]));
  return workspaceOf(plain, using).diagnose(`/work/notes/${document}`)?.findings ?? [];
}

/** The text with `«»` around every place of the findings of a rule; findings of one rule never overlap. */
export function marked(text: string, findings: readonly Finding[], code: string): string {
  let out = text;
  const places = findings
    .filter((one) => one.code === code)
    .flatMap(placesOf)
    .map(({ range }) => range);
  for (const range of places.sort((a, b) => b.start - a.start)) {
    out = `${out.slice(0, range.start)}«${out.slice(range.start, range.end)}»${out.slice(range.end)}`;
  }
  return out;
}

/** The text after a fix of the first finding that has it: the preferred one, or the one of that title. */
export function fixed(text: string, findings: readonly Finding[], title?: string): string {
  const fixes = findings.flatMap((finding) => finding.fixes ?? []);
  const fix = fixes.find((one) => one.kind === 'edit' && (title === undefined ? one.preferred : one.title === title));
  if (fix?.kind !== 'edit') throw new Error(`no such fix; there are: ${fixes.map((one) => one.title).join(', ')}`);
  let out = text;
  for (const edit of [...fix.edits].sort((a, b) => b.range.start - a.range.start)) {
    out = out.slice(0, edit.range.start) + edit.text + out.slice(edit.range.end);
  }
  return out;
}
