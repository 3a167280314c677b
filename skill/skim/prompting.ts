/** Blocks whose prose may make a model guess, told without reading them. */

import { basename } from '../files/paths.ts';
import { findMentions } from '../guess/mentions.ts';
import { misses, TEXT_NOUN } from '../guess/misses.ts';
import type { Block, Section } from '../markdown/sections.ts';
import type { Bundle, Skill, SkillDocument } from '../model/model.ts';

/** `sections`: those of the document, cut when they are needed. */
export function* promptingBlocks(
  document: SkillDocument,
  skill: Skill,
  sections: () => readonly Section[],
): Iterable<Block> {
  const { text } = document;
  const promises = isBare(skill.bundle);
  const reduced = withUnnamed(skill);
  if (promises ? !/\bthis skill\b/i.test(text) : reduced === undefined) return;
  const isManifest = document.path === skill.manifest.path;
  if (!promises && !isManifest && !TEXT_NOUN.test(text)) return;
  for (const { blocks } of sections()) {
    for (const block of blocks) {
      if (block.onlyFence) continue;
      const source = text.slice(block.start, block.end);
      if (!promises && !isManifest && !TEXT_NOUN.test(source)) continue;
      // Mark-up that is no prose may stand between two words.
      const texts = source.includes('<') ? [source, withoutTags(source)] : [source];
      const guesses =
        reduced !== undefined &&
        texts
          .flatMap((one) => findMentions(one, 0, []))
          .some(({ passing: _, ...mention }) => misses(mention, reduced, document).kind !== 'silent');
      if (guesses || (promises && /\bthis skill\b/i.test(source))) yield block;
    }
  }
}

/** Whether no file lies in a folder of the skill. */
const isBare = (bundle: Bundle): boolean => ![...bundle.files].some((file) => file.includes('/'));

const reductions = new WeakMap<Skill, Skill | undefined>();

/**
 * The skill with those files alone that lie in a folder and whose name does not stand in SKILL.md: prose that makes a model
 * guess can mean no other. Undefined where there is none.
 */
function withUnnamed(skill: Skill): Skill | undefined {
  if (reductions.has(skill)) return reductions.get(skill);
  const { text } = skill.manifest;
  const files = [...skill.bundle.files].filter((file) => file.includes('/') && !text.includes(basename(file)));
  const reduced = files.length === 0 ? undefined : { ...skill, bundle: { ...skill.bundle, files: new Set(files) } };
  reductions.set(skill, reduced);
  return reduced;
}

/** A text with blanks in place of whatever stands from a `<` to the next `>`. By two searches: an expression would look for the end from each `<` anew. */
function withoutTags(text: string): string {
  let out = '';
  let from = 0;
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', from)) {
    const close = text.indexOf('>', open);
    if (close < 0) break;
    out += text.slice(from, open) + ' '.repeat(close + 1 - open);
    from = close + 1;
  }
  return out + text.slice(from);
}
