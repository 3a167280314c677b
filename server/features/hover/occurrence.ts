/** Hover section about the target of a reference. */
import { defined, type ResolveContext } from '../../../skill/index.ts';
import type { Occurrence, Target } from '../../targets/target.ts';
import { isFollowedByEditor, type Session } from '../session.ts';
import { code, type Part, plain } from './content.ts';
import { describeFile, describeFolder, type HoverSupport, placeOf, words } from './file.ts';
import { describeInClients } from './in-clients.ts';

/** Maximum number of a model's guesses that are shown. */
const MAX_GUESSES = 2;
const MAX_TARGETS = 8;

/** Describes the target of a reference, or its possible targets. Empty if there is nothing to add to the text. */
export function describeOccurrence(
  session: Session,
  occurrence: Occurrence,
  on: 'path' | 'fragment',
  context: ResolveContext,
  support: HoverSupport,
): readonly Part[] {
  const { targets, kind, form } = occurrence;
  const [target] = targets;
  const before = form === 'mention' ? guesses(occurrence, context) : introduction(occurrence, context);
  if (target === undefined || target.kind === 'missing') return before;
  if (targets.length > 1) return [...before, ...listTargets(targets, context)];
  // The editor's Markdown support already shows the picture.
  const withoutPicture = form !== 'mention' && isFollowedByEditor(session, occurrence);
  const described = describeTarget(session, occurrence, on, target, context, support, withoutPicture);
  if (kind === 'path' && form === 'anchor' && described.length === 0) return [];
  const [head, ...rest] = described;
  // How clients read the file is of interest only if its text is shown.
  if (head === undefined || !rest.some((part) => part.kind === 'lines')) return [...before, ...described];
  return [...before, head, ...clientsOf(session, occurrence, context), ...rest];
}

function clientsOf(session: Session, occurrence: Occurrence, context: ResolveContext): readonly Part[] {
  const entry = session.workspace.skillOf(occurrence.document);
  if (entry === undefined) return [];
  const { clients } = session.workspace.settingsOf(entry, occurrence.document);
  return describeInClients(occurrence, clients, context);
}

function describeTarget(
  session: Session,
  { fragment, document }: Occurrence,
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
      // The current document needs no description.
      if (path === document && from === undefined) return [];
      const part = on === 'fragment' || fragment ? from : undefined;
      return describeFile(defined({ path, withoutPicture, from: part }), context, support);
    }
    case 'folder':
      return describeFolder(path, context);
    case 'skill':
      return describeSkill(session, path, context);
    case 'missing':
      return [];
  }
}

/** Describes a skill. */
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

/** Explains a target that differs from the text. */
function introduction({ kind, written, targets }: Occurrence, context: ResolveContext): readonly Part[] {
  const [target] = targets;
  if (target === undefined) return [];
  const location = code(placeOf(target.path, context));
  if (kind === 'case') return [words('The file is ', location, ', in a different letter case.')];
  if (kind === 'bare' && targets.length === 1) return [words(code(written), ' is bundled as ', location, '.')];
  if (kind === 'bare') return [words('Bundled files with this name:')];
  if (kind === 'installed') return [words('This is the installed location; in this skill the file is ', location, '.')];
  if (kind === 'guess' && target.kind !== 'skill') return [words('Only another skill has this file: ', location, '.')];
  return [];
}

/** Lists the paths that a model would request for a mention, and the existing files. */
function guesses({ guesses = [], targets }: Occurrence, context: ResolveContext): readonly Part[] {
  const guessed = guesses
    .slice(0, MAX_GUESSES)
    .flatMap((path, index) => [...(index === 0 ? [] : [' or ']), code(path)]);
  const found =
    targets.length > 0 ? (targets.length === 1 ? 'The file is:' : 'One of these files may be meant:') : undefined;
  return [
    ...(guessed.length === 0
      ? []
      : [words('These words name no path, so a model asks for one like ', ...guessed, '.')]),
    ...(guessed.length > 0 && found === undefined ? [words('No such file exists.')] : []),
    ...(found !== undefined && guessed.length > 0 && !isFirst(guesses, targets, context) ? [words(found)] : []),
  ];
}

/** Returns true if the first guess is the only existing file. */
const isFirst = (guesses: readonly string[], targets: readonly Target[], context: ResolveContext): boolean =>
  targets.length === 1 && targets[0] !== undefined && placeOf(targets[0].path, context) === guesses[0];

const listTargets = (targets: readonly Target[], context: ResolveContext): readonly Part[] => {
  const shown = targets.slice(0, MAX_TARGETS);
  const items = shown.map(({ path, kind }) => [code(placeOf(path, context) + (kind === 'file' ? '' : '/'))]);
  return [
    { kind: 'list', items },
    ...(targets.length > shown.length ? [words(`and ${targets.length - shown.length} more`)] : []),
  ];
};
