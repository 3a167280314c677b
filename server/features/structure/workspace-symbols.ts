/** Skills, their sections and their bundled files by parts of their names, in a workspace of any size. */
import type { SymbolInformation } from 'vscode-languageserver-protocol';
import { SymbolKind } from 'vscode-languageserver-protocol';
import { isForOthers, join, within } from '../../../skill/index.ts';
import type { SkillEntry } from '../../workspace/entry.ts';
import { type Session, uriFor } from '../session.ts';

/** More than anybody looks through; editors ask again with every letter. */
const MOST = 500;
/** Longest stretch of work in milliseconds before other requests get their turn. */
const SLICE = 8;

interface Found {
  /** 0: begins with the query; 1: has it in one piece; 2: has its letters in their order. */
  readonly rank: number;
  readonly symbol: () => SymbolInformation;
}

/**
 * The best first. What documents hold is read when the first question comes, in slices, and kept.
 * @param sections false where the editor finds headings itself
 * @param isCancelled whether nobody waits any longer
 */
export async function workspaceSymbols(
  session: Session,
  query: string,
  sections: boolean,
  isCancelled: () => boolean,
): Promise<readonly SymbolInformation[]> {
  const wanted = query.trim().toLowerCase();
  const ranks: [Found[], Found[], Found[]] = [[], [], []];
  let began = performance.now();
  for (const entry of session.workspace.skills()) {
    for (const found of inSkill(session, entry, wanted, sections)) {
      const rank = ranks[found.rank];
      if (rank !== undefined && rank.length < MOST) rank.push(found);
    }
    if (performance.now() - began < SLICE) continue;
    await new Promise((resolve) => setImmediate(resolve));
    if (isCancelled()) return [];
    began = performance.now();
  }
  return ranks
    .flat()
    .slice(0, MOST)
    .map(({ symbol }) => symbol());
}

function* inSkill(session: Session, entry: SkillEntry, wanted: string, sections: boolean): Iterable<Found> {
  const { root, manifest, bundle } = entry;
  const skill = session.workspace.nameOf(entry);
  const at = (path: string, line: number, length: number): SymbolInformation['location'] => ({
    uri: uriFor(session, path),
    range: { start: { line, character: 0 }, end: { line, character: length } },
  });
  const rank = rankOf(skill.toLowerCase(), wanted);
  if (rank !== undefined)
    yield { rank, symbol: () => ({ name: skill, kind: SymbolKind.Package, location: at(manifest, 0, 0) }) };
  for (const file of bundle.files) {
    const path = join(root, file);
    const fileRank = path === manifest || isForOthers(file) ? undefined : rankOf(file.toLowerCase(), wanted);
    if (fileRank === undefined) continue;
    const symbol = () => ({ name: file, kind: SymbolKind.File, location: at(path, 0, 0), containerName: skill });
    yield { rank: fileRank, symbol };
  }
  if (!sections) return;
  for (const path of entry.documents()) {
    for (const { text, lower, line, length } of entry.outline(path)) {
      const headingRank = rankOf(lower, wanted);
      if (headingRank === undefined) continue;
      const containerName = path === manifest ? skill : `${skill}: ${within(root, path) ?? path}`;
      yield {
        rank: headingRank,
        symbol: () => ({ name: text, kind: SymbolKind.String, location: at(path, line, length), containerName }),
      };
    }
  }
}

/** How well a name fits a query, both in lower case; undefined where it does not. */
export function rankOf(lower: string, query: string): 0 | 1 | 2 | undefined {
  if (lower.startsWith(query)) return 0;
  if (lower.includes(query)) return 1;
  let at = -1;
  for (const sign of query) {
    if (sign === ' ') continue;
    at = lower.indexOf(sign, at + 1);
    if (at < 0) return undefined;
  }
  return 2;
}
