/** Why a path that stands in a text may not be the skill's to provide, told by the words around it. */
import type { Base, Excuse, ReferenceForm } from './model.ts';
import type { Fence } from './sections.ts';
import type { TargetParts } from './target.ts';

/** Reads the surroundings of one path: the excuse found there, and whose folder the path is relative to. */
export function excuseOf(
  _text: string,
  parts: TargetParts,
  _form: ReferenceForm,
  _fence: Fence | undefined,
  _headings: readonly string[],
): { readonly excuse: Excuse | undefined; readonly base: Base } {
  return { excuse: parts.excuse, base: parts.base };
}
