/** Searches skills, their sections and their bundled files by parts of their names, in workspaces of any size. */
import type { SymbolInformation } from 'vscode-languageserver-protocol';
import { SymbolKind } from 'vscode-languageserver-protocol';
import { join } from '../../../skill/index.ts';
import { lettersOf, type OutlineItem } from '../../workspace/outline.ts';
import type { SkillEntry } from '../../workspace/skill-entry.ts';
import { type Session, uriFor } from '../session.ts';

/** Maximum number of results; editors query again with every character. */
const MAX_RESULTS = 500;
/** Maximum duration of a slice of work, in milliseconds, before other requests are handled. */
const SLICE_MS = 8;

interface Match {
  readonly entry: SkillEntry;
  /** Undefined for the skill itself. */
  readonly item: OutlineItem | undefined;
}

/**
 * Returns the best matches first. Documents are read on the first query, in slices, and cached.
 * @param sections false if the editor finds headings itself
 * @param isCancelled returns true if the request was cancelled
 */
export async function workspaceSymbols(
  session: Session,
  query: string,
  sections: boolean,
  isCancelled: () => boolean,
): Promise<readonly SymbolInformation[]> {
  const { workspace } = session;
  const lower = query.trim().toLowerCase();
  const letters = lettersOf(lower);
  const ranks: [Match[], Match[], Match[]] = [[], [], []];
  let sliceStart = performance.now();
  for (const entry of workspace.eachSkill()) {
    const addMatch = (rank: 0 | 1 | 2 | undefined, item: OutlineItem | undefined): void => {
      if (rank !== undefined && ranks[rank].length < MAX_RESULTS) ranks[rank].push({ entry, item });
    };
    addMatch(rankOf(workspace.nameOf(entry).toLowerCase(), lower), undefined);
    for (const item of entry.outline()) {
      if ((item.letters & letters) !== letters || (item.kind === 'section' && !sections)) continue;
      addMatch(rankOf(item.lower, lower), item);
    }
    if (ranks[0].length === MAX_RESULTS) break;
    if (performance.now() - sliceStart < SLICE_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    if (isCancelled()) return [];
    sliceStart = performance.now();
  }
  return ranks
    .flat()
    .slice(0, MAX_RESULTS)
    .map((found) => symbolOf(session, found));
}

function symbolOf(session: Session, { entry, item }: Match): SymbolInformation {
  const skill = session.workspace.nameOf(entry);
  const { text = skill, line = 0, length = 0, kind, file } = item ?? {};
  const path = file === undefined ? entry.manifest : join(entry.root, file);
  const location = {
    uri: uriFor(session, path),
    range: { start: { line, character: 0 }, end: { line, character: length } },
  };
  if (kind === undefined) return { name: text, kind: SymbolKind.Package, location };
  if (kind === 'file') return { name: text, kind: SymbolKind.File, location, containerName: skill };
  const containerName = path === entry.manifest ? skill : `${skill}: ${file}`;
  return { name: text, kind: SymbolKind.String, location, containerName };
}

/** Ranks a lowercase name by a lowercase query: starts with it, contains it, contains its letters in order; undefined if none. */
export function rankOf(lower: string, query: string): 0 | 1 | 2 | undefined {
  const found = lower.indexOf(query);
  if (found >= 0) return found === 0 ? 0 : 1;
  let at = -1;
  for (const char of query) {
    if (char === ' ') continue;
    at = lower.indexOf(char, at + 1);
    if (at < 0) return undefined;
  }
  return 2;
}
