/** The action that states what a document's paths are relative to, for a path that a client did not find. */
import { statesSkillFolder, within } from '../../../skill/index.ts';
import { sentenceFix } from '../../rules/reference/base-sentence.ts';
import { touches } from '../../rules/rule/rule.ts';
import { textEdits } from './edits.ts';
import { type ActionInput, KINDS, type Offer } from './offer.ts';

/**
 * Returns the action for a path to an existing file of the skill, unless the text states what paths are relative to. It is
 * returned only if its kind is requested by name: without a run in which a client missed the file, nothing is wrong there.
 */
export function stateBaseOffers(input: ActionInput): readonly Offer[] {
  const { session, path, document, skill, range, support } = input;
  if (path !== skill.manifest.path || statesSkillFolder(document.text)) return [];
  const isBundled = session.targets
    .of(path)
    .some(
      (one) =>
        touches(one.range, range) &&
        one.targets.some(({ kind, path: target }) => kind === 'file' && within(skill.root, target) !== undefined),
    );
  const fix = sentenceFix(document);
  if (!isBundled || fix.kind !== 'edit') return [];
  const { title, edits } = fix;
  return [
    { title, kind: KINDS.stateBase, edit: () => textEdits(session, [{ path, text: document.text, edits }], support) },
  ];
}
