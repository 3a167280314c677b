/** Finds blocks whose prose may make a model guess a path, without parsing them. */

import { basename } from '../files/paths.ts';
import { findMentions } from '../guess/mentions.ts';
import { TEXT_NOUN } from '../guess/nouns.ts';
import { predictMiss } from '../guess/predict-miss.ts';
import type { Block, Section } from '../markdown/sections.ts';
import type { Bundle, Skill, SkillDocument } from '../model/model.ts';

/**
 * Yields the blocks of a document whose prose may make a model guess a path.
 * @param sections returns the document's sections, which are split only if needed
 */
export function* blocksWithMentions(
  document: SkillDocument,
  skill: Skill,
  sections: () => readonly Section[],
): Iterable<Block> {
  const { text } = document;
  const mayPromise = hasNoFolders(skill.bundle);
  const reduced = withUnnamedFiles(skill);
  if (mayPromise ? !/\bthis skill\b/i.test(text) : reduced === undefined) return;
  const isManifest = document.path === skill.manifest.path;
  if (!mayPromise && !isManifest && !TEXT_NOUN.test(text)) return;
  for (const { blocks } of sections()) {
    for (const block of blocks) {
      if (block.onlyFence) continue;
      const source = text.slice(block.start, block.end);
      if (!mayPromise && !isManifest && !TEXT_NOUN.test(source)) continue;
      // Tags, which are not prose, may separate two words.
      const texts = source.includes('<') ? [source, withoutTags(source)] : [source];
      const makesModelGuess =
        reduced !== undefined &&
        texts
          .flatMap((one) => findMentions(one, 0, []))
          .some(({ passing: _, ...mention }) => predictMiss(mention, reduced, document).kind !== 'silent');
      if (makesModelGuess || (mayPromise && /\bthis skill\b/i.test(source))) yield block;
    }
  }
}

/** Returns true if the skill has no files in folders. */
const hasNoFolders = (bundle: Bundle): boolean => ![...bundle.files].some((file) => file.includes('/'));

const reductions = new WeakMap<Skill, Skill | undefined>();

/**
 * Returns the skill with only those files that are in a folder and not named in SKILL.md, since prose that makes a
 * model guess cannot refer to any other. Undefined if there are none.
 */
function withUnnamedFiles(skill: Skill): Skill | undefined {
  if (reductions.has(skill)) return reductions.get(skill);
  const { text } = skill.manifest;
  const files = [...skill.bundle.files].filter((file) => file.includes('/') && !text.includes(basename(file)));
  const reduced = files.length === 0 ? undefined : { ...skill, bundle: { ...skill.bundle, files: new Set(files) } };
  reductions.set(skill, reduced);
  return reduced;
}

/** Replaces everything from a `<` to the next `>` with spaces. A regular expression would search from each `<` again. */
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
