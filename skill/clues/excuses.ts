/**
 * Decides from the wording alone whether a path is excused, i.e. whether the skill need not provide it. The bundle may
 * override the excuse later. The clues are defined in tables, whose order is their precedence.
 */
import type { Base, Excuse, Range, ReferenceForm } from '../model/model.ts';
import type { TargetParts } from '../references/target.ts';
import { ABSENCES, FALLBACKS } from './absent-context.ts';
import { type ExcusingClue, firstMatching } from './clue.ts';
import { EXAMPLES, EXAMPLES_OF_SKILLS } from './example-context.ts';
import { ORIGINS } from './origin-context.ts';
import { otherSkillNear } from './other-skill-context.ts';
import { PREFIXED_OUTPUTS, STATED_OUTPUTS } from './output-context.ts';
import { type PathContext, pathContextOf } from './path-context.ts';
import { OTHER_REPOSITORIES } from './repository-context.ts';
import { TEMPLATES } from './template-context.ts';
import { isAttributedToUser, REPOSITORY_FILES, USER_FILES } from './user-file-context.ts';

/**
 * Clues about the wording, by precedence: an example is an example whatever is written to it, an absent file belongs to
 * no one, and a user's file is the explanation if there is no better one.
 */
export const STATED_CLUES: readonly ExcusingClue<PathContext>[] = [
  ...EXAMPLES,
  ...ABSENCES,
  ...ORIGINS,
  ...TEMPLATES,
  ...STATED_OUTPUTS,
  ...USER_FILES,
  ...OTHER_REPOSITORIES,
];

/** Clues for a path with a prefix for the skill's or plugin's folder. */
const PREFIXED_CLUES: readonly ExcusingClue<PathContext>[] = [...PREFIXED_OUTPUTS, ...FALLBACKS];

/** Clues that take precedence over the name of another skill near the path. */
const BEFORE_NAMES: readonly ExcusingClue<PathContext>[] = [...REPOSITORY_FILES, ...EXAMPLES_OF_SKILLS];

/** All clues about the wording, without duplicates. */
export const WORD_CLUES: readonly ExcusingClue<PathContext>[] = [...PREFIXED_OUTPUTS, ...BEFORE_NAMES, ...STATED_CLUES];

/** The conclusion from the words around a path. */
export interface ExcuseResult {
  readonly excuse?: Excuse;
  /** Id of the clue that set `excuse`. */
  readonly because?: string;
  /** The folder that the path is relative to. */
  readonly base: Base;
}

/** Evaluates the context of one path in a section. `fence` is the content of the fence that contains it. */
export function excuseOf(
  text: string,
  parts: TargetParts,
  form: ReferenceForm,
  fence: Range | undefined,
): ExcuseResult {
  const { base, excuse } = parts;
  if (excuse) return { excuse, because: `written.${excuse}`, base };
  if (base.kind === 'other-skill') return { base };
  const context = pathContextOf(text, parts, form, fence);
  // Whatever the words around it say, the client runs it.
  if (parts.atLoading) return excusedBy(firstMatching(FALLBACKS, context), base);
  if (base.kind !== 'document') return excusedBy(firstMatching(PREFIXED_CLUES, context), base);
  const strong = firstMatching(BEFORE_NAMES, context);
  if (strong) return excusedBy(strong, base);
  // The target of a link is unambiguous about its base.
  const name = form === 'tree' || context.isLink ? undefined : otherSkillNear(context);
  if (form === 'tree') return { base };
  if (name !== undefined && !isAttributedToUser(context))
    // A path with `../` is unambiguous about its base too.
    return { base: parts.path.startsWith('../') ? base : { kind: 'other-skill', name } };
  return excusedBy(firstMatching(STATED_CLUES, context), base);
}

const excusedBy = (clue: ExcusingClue<PathContext> | undefined, base: Base): ExcuseResult =>
  clue ? { excuse: clue.excuse, because: clue.id, base } : { base };
