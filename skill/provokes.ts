/** Whether a mention is worth a warning: a model that reads it would guess, and every guess would miss. */
import type { Mention, Skill } from './model.ts';
import { suggest } from './suggest.ts';

export type Verdict =
  | { readonly kind: 'silent' }
  | {
      readonly kind: 'provokes';
      /** What a model would ask for. */
      readonly asked: readonly string[];
      /** Bundled files that were probably meant, likeliest first. */
      readonly meant: readonly string[];
    };

/** Speaks seldom: only for words of the few shapes that really make a model guess. */
export function provokes(mention: Mention, skill: Skill): Verdict {
  const [first] = mention.guesses;
  if (first === undefined || mention.guesses.some((path) => skill.bundle.files.has(path))) return { kind: 'silent' };
  if (mention.what !== 'folder' && mention.what !== 'name') return { kind: 'silent' };
  return { kind: 'provokes', asked: mention.guesses, meant: suggest(first, skill.bundle) };
}
