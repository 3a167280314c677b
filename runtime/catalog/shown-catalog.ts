/** A client's catalog with what the page adds to it: its files as targets of links, and the state of one skill. */
import type { Catalog, NotOffered, OfferedSkill, Place } from '../../skill/index.ts';
import type { CatalogJson } from './catalog-json.ts';

/** The state of a skill in a client. */
export type SkillState =
  | { readonly kind: 'offered'; readonly skill: OfferedSkill }
  | { readonly kind: 'not-offered'; readonly reason: NotOffered }
  /** It is in no folder that the client searches. */
  | { readonly kind: 'elsewhere' };

export interface ShownCatalog {
  readonly catalog: Catalog;
  /** The same in the same order, with `~` for the home, to be shown. */
  readonly json: CatalogJson;
  /** The state of the skill that the page shows first; absent if there is none. */
  readonly focus?: SkillState;
}

/**
 * Returns what a client does with a skill.
 * @param file absolute path of its SKILL.md
 */
export function stateOf({ offered, notOffered }: Catalog, file: string, { fs }: Place): SkillState {
  const real = fs.realPath(file) ?? file;
  // A client may find it through a link.
  const isIt = (one: { readonly file: string }): boolean => one.file === file || fs.realPath(one.file) === real;
  const skill = offered.find(isIt);
  if (skill !== undefined) return { kind: 'offered', skill };
  const reason = notOffered.find(isIt);
  return reason === undefined ? { kind: 'elsewhere' } : { kind: 'not-offered', reason };
}
