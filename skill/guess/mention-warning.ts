/**
 * Decides whether to report a mention: it must make a model guess wrongly, and probably mean a bundled file.
 */
import { firstMatching } from '../clues/clue.ts';
import type { Judgment } from '../judge/judge.ts';
import type { Mention, MentionKind, Skill, SkillDocument } from '../model/model.ts';
import { DOUBTS } from './doubts.ts';
import { isLayout } from './folder-clues.ts';
import { isTemplate } from './general-clues.ts';
import { judgeMention } from './mention-judge.ts';
import { type MentionSituation, mentionSituation } from './mention-situation.ts';
import { OTHER_MEANINGS } from './other-meanings.ts';
import { hasContentBelow, isDirectInstruction } from './phrase-clues.ts';
import { type MissPrediction, namedFile, predictMiss, SILENT } from './predict-miss.ts';

/**
 * Minimum certainty for a report, by kind of mention. Chosen on labeled mentions of authors that were not used for
 * training (`bench/train/README.md`). There were no labels for promises, whose rules are narrow, so they are not
 * judged.
 */
const MIN_CERTAINTY: Readonly<Record<Exclude<MentionKind, 'promise'>, number>> = {
  folder: 0.6,
  name: 0.6,
  document: 0.45,
  template: 0.45,
  script: 0.45,
};

/**
 * Returns the guesses that miss, unless the content follows in the text, or the name is part of a layout or a template,
 * whatever the certainty.
 */
export function warningCandidate(mention: Mention, skill: Skill, document: SkillDocument): MissPrediction {
  const verdict = predictMiss(mention, skill, document);
  if (verdict.kind === 'silent' || mention.what === 'promise') return verdict;
  const situation = mentionSituation(mention, skill, document, verdict.meant);
  const isExcluded =
    hasContentBelow(situation) || isLayout(situation) || (mention.what === 'name' && isTemplate(situation));
  return isExcluded ? SILENT : verdict;
}

/**
 * Decides whether to report a mention in `document`. This is rare: the text must instruct a model to open something, its first
 * guesses must miss, nothing in SKILL.md may clearly name the file, and the clues must say that a bundled file is
 * meant. `docs/rules/reference.guessable.md` lists the forms.
 */
export function warningFor(mention: Mention, skill: Skill, document: SkillDocument = skill.manifest): MissPrediction {
  const verdict = warningCandidate(mention, skill, document);
  if (verdict.kind === 'silent' || mention.what === 'promise') return verdict;
  const { meant } = verdict;
  const situation = mentionSituation(mention, skill, document, meant);
  if (situation.group === 'thing' && firstMatching(OTHER_MEANINGS, situation) !== undefined) return SILENT;
  if (isDirectInstruction(situation) || isNamedOutright(situation)) return verdict;
  if (verdict.byName) return SILENT;
  return judgeMention(mention, skill, document, meant).certainty >= MIN_CERTAINTY[mention.what] ? verdict : SILENT;
}

/**
 * Returns true if words in SKILL.md are exactly the name of one bundled file whose path SKILL.md never gives, and
 * nothing says that they mean something else. Then a model has to guess, whatever the sentence is.
 */
function isNamedOutright(situation: MentionSituation): boolean {
  const { mention, skill, meant, isManifest, group } = situation;
  const [file] = meant;
  if (!isManifest || group !== 'thing' || file === undefined || file !== namedFile(mention, skill)) return false;
  return firstMatching(DOUBTS, situation) === undefined;
}

/**
 * Returns the certainty that a mention means a bundled file, with the reasons; undefined for promises, for words that only
 * the name of a file makes a mention, and for non-candidates.
 */
export function certaintyOf(mention: Mention, skill: Skill, document: SkillDocument): Judgment | undefined {
  const verdict = warningCandidate(mention, skill, document);
  return verdict.kind === 'silent' || verdict.byName || mention.what === 'promise'
    ? undefined
    : judgeMention(mention, skill, document, verdict.meant);
}
