/** Whether a mention is worth a warning: a model that reads it would guess and miss, and the clues say that a bundled file is meant. */
import type { Judgement } from '../judge/judge.ts';
import type { Mention, MentionKind, Skill, SkillDocument } from '../model/model.ts';
import { isLayout } from './clues-of-folders.ts';
import { isTemplate } from './clues-of-mentions.ts';
import { follows, isPlain } from './clues-of-things.ts';
import { judgeMention } from './mention-judge.ts';
import { mentionSituation } from './mention-situation.ts';
import { misses, SILENT, type Verdict } from './misses.ts';

/**
 * From which certainty on a mention is reported, by what it names; chosen on labelled mentions of authors that were not
 * fitted on (`bench/train/README.md`). Promises had no labels, and their rules are narrow: they are not judged.
 */
const LIKELY: Readonly<Record<Exclude<MentionKind, 'promise'>, number>> = {
  folder: 0.6,
  name: 0.6,
  document: 0.45,
  template: 0.45,
  script: 0.45,
};

/**
 * What a model would ask for in vain, unless the thing follows in the text, or the name is part of a layout or of a
 * template: no certainty makes up for that.
 */
export function candidate(mention: Mention, skill: Skill, document: SkillDocument): Verdict {
  const verdict = misses(mention, skill, document);
  if (verdict.kind === 'silent' || mention.what === 'promise') return verdict;
  const situation = mentionSituation(mention, skill, document, verdict.meant);
  const isNone = follows(situation) || isLayout(situation) || (mention.what === 'name' && isTemplate(situation));
  return isNone ? SILENT : verdict;
}

/**
 * Speaks seldom: a model that was told to open something whose first guesses miss, where nothing in SKILL.md names the
 * thing plainly, and where the clues say that a bundled file is meant. `document`: the one that the mention stands in.
 * `docs/rules/reference.guessable.md` lists the shapes.
 */
export function provokes(mention: Mention, skill: Skill, document: SkillDocument = skill.manifest): Verdict {
  const verdict = candidate(mention, skill, document);
  if (verdict.kind === 'silent' || mention.what === 'promise') return verdict;
  const { meant } = verdict;
  if (isPlain(mentionSituation(mention, skill, document, meant))) return verdict;
  return judgeMention(mention, skill, document, meant).certainty >= LIKELY[mention.what] ? verdict : SILENT;
}

/** How certain it is that a mention means a bundled file, and why; undefined where none could be meant, and of a promise. */
export function certaintyOf(mention: Mention, skill: Skill, document: SkillDocument): Judgement | undefined {
  const verdict = candidate(mention, skill, document);
  return verdict.kind === 'silent' || mention.what === 'promise'
    ? undefined
    : judgeMention(mention, skill, document, verdict.meant);
}
