/** What a hover says of a place that leads somewhere. */
import type { ResolveContext } from '../../../skill/index.ts';
import type { Lead, Target } from '../../targets/target.ts';
import { isFollowedByEditor, type Session } from '../session.ts';
import { describeFile, describeFolder, type HoverSupport, placeOf, words } from './file.ts';
import { code, type Part, plain } from './shown.ts';

/** Paths that a model would ask for which are named. */
const MOST_GUESSES = 4;
const MOST_TARGETS = 8;

/** The target of a lead, or what may be it. Empty where nothing is known that the text does not say. */
export function describeLead(
  session: Session,
  lead: Lead,
  on: 'path' | 'fragment',
  context: ResolveContext,
  support: HoverSupport,
): readonly Part[] {
  const { targets, kind, form } = lead;
  const [target] = targets;
  const before = form === 'mention' ? guesses(lead, context) : introduction(lead, context);
  if (target === undefined || target.kind === 'missing') return before;
  if (targets.length > 1) return [...before, ...several(targets, context)];
  // Where Markdown's own support shows a picture, ours would be the second.
  const withoutPicture = form !== 'mention' && isFollowedByEditor(session, lead);
  const described = describeTarget(session, lead, on, target, context, support, withoutPicture);
  return kind === 'path' && form === 'anchor' && described.length === 0 ? [] : [...before, ...described];
}

function describeTarget(
  session: Session,
  { fragment, document }: Lead,
  on: 'path' | 'fragment',
  target: Target,
  context: ResolveContext,
  support: HoverSupport,
  withoutPicture: boolean,
): readonly Part[] {
  const { path } = target;
  switch (target.kind) {
    case 'file': {
      const from = fragment && session.targets.anchor(path, fragment.name);
      // The document that one reads needs no introduction.
      if (path === document && from === undefined) return [];
      const part = on === 'fragment' || fragment ? from : undefined;
      return describeFile({ path, withoutPicture, ...(part ? { from: part } : {}) }, context, support);
    }
    case 'folder':
      return describeFolder(path, context);
    case 'skill':
      return describeSkill(session, path, context);
    case 'missing':
      return [];
  }
}

/** A skill by its description. */
function describeSkill(session: Session, root: string, context: ResolveContext): readonly Part[] {
  const entry = session.workspace.skillAt(root);
  const skill = entry?.skill();
  if (entry === undefined || skill === undefined || 'unreadable' in skill) return [];
  const description = skill.description.length > 1_024 ? `${skill.description.slice(0, 1_024)}…` : skill.description;
  return [
    words('The skill ', code(skill.name), ', in ', code(`${placeOf(root, context)}/`)),
    ...(description === '' ? [] : [words(plain(description))]),
  ];
}

/** What is not as the text has it. */
function introduction({ kind, written, targets }: Lead, context: ResolveContext): readonly Part[] {
  const [target] = targets;
  if (target === undefined) return [];
  const where = code(placeOf(target.path, context));
  if (kind === 'case') return [words('On the disk it is ', where, ', in another letter case.')];
  if (kind === 'bare' && targets.length === 1) return [words(code(written), ' is bundled as ', where, '.')];
  if (kind === 'bare') return [words('Bundled files of this name:')];
  if (kind === 'installed') return [words('Once installed it lies there; in this skill it is ', where, '.')];
  if (kind === 'guess' && target.kind !== 'skill') return [words('Only another skill has it: ', where, '.')];
  return [];
}

/** What a model would ask for after reading a mention, and what is there. */
function guesses({ guesses = [], targets }: Lead, context: ResolveContext): readonly Part[] {
  const asked = guesses.slice(0, MOST_GUESSES).flatMap((path, index) => [...(index === 0 ? [] : [', ']), code(path)]);
  const found = targets.length > 0 ? (targets.length === 1 ? 'What is there:' : 'What may be meant:') : undefined;
  return [
    ...(asked.length === 0 ? [] : [words('A model that reads this asks for ', ...asked, '.')]),
    ...(asked.length > 0 && found === undefined ? [words('Nothing like that is there.')] : []),
    ...(found !== undefined && asked.length > 0 && !isFirst(guesses, targets, context) ? [words(found)] : []),
  ];
}

/** Whether the first guess is the one file that is there. */
const isFirst = (guesses: readonly string[], targets: readonly Target[], context: ResolveContext): boolean =>
  targets.length === 1 && targets[0] !== undefined && placeOf(targets[0].path, context) === guesses[0];

const several = (targets: readonly Target[], context: ResolveContext): readonly Part[] => {
  const shown = targets.slice(0, MOST_TARGETS);
  const items = shown.map(({ path, kind }) => [code(placeOf(path, context) + (kind === 'file' ? '' : '/'))]);
  return [
    { kind: 'list', items },
    ...(targets.length > shown.length ? [words(`and ${targets.length - shown.length} more`)] : []),
  ];
};
