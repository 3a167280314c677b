/** The needs of a skill besides its own files. */
import type { Range } from '../model/model.ts';

export type NeedKind = 'tool' | 'mcp-tool' | 'skill' | 'program';

/** A tool, a tool of an MCP server (`mcp__SERVER__TOOL`), another skill or a program that a body tells the model to use. */
export interface Need {
  readonly kind: NeedKind;
  readonly name: string;
  /** The first place of the name. */
  readonly range: Range;
}

/** A need, and what is known of it here. */
export interface CheckedNeed extends Need {
  /** Why it is not there, as a clause; absent if it is, or if that is not known. */
  readonly missing?: string;
}

/** Maximum number of needs of a kind. */
const MAX_NEEDS = 50;

/** Returns each name once, at its first place, in the order of the text. */
export function distinct(needs: readonly Need[]): readonly Need[] {
  const found = new Map<string, Need>();
  for (const need of needs.toSorted((a, b) => a.range.start - b.range.start))
    if (!found.has(need.name) && found.size < MAX_NEEDS) found.set(need.name, need);
  return [...found.values()];
}
