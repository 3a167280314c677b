/**
 * Why a path that stands in a text may not be the skill's to provide, told by the words around it alone; the bundle may
 * outweigh it later. The clues are in the tables; the order of the tables is their precedence.
 */
import type { Base, Excuse, Range, ReferenceForm } from '../model/model.ts';
import type { TargetParts } from '../references/target.ts';
import { ABSENCES, FALLBACKS } from './absent-context.ts';
import { type Excusing, firstToSpeak } from './clue.ts';
import { EXAMPLES, EXAMPLES_OF_SKILLS } from './example-context.ts';
import { otherSkillNear } from './other-skill-context.ts';
import { OUTPUTS_SAID, PREFIXED_OUTPUTS } from './output-context.ts';
import { type Place, placeOf } from './place.ts';
import { TEMPLATES } from './template-context.ts';
import { isCalledUsers, OF_REPOSITORIES, OF_USERS } from './user-file-context.ts';

/**
 * What is said of a path, the first that speaks: an example is one whatever is written there, what is absent is nobody's,
 * and a user's file is what no better reason explains.
 */
export const SAID: readonly Excusing<Place>[] = [...EXAMPLES, ...ABSENCES, ...TEMPLATES, ...OUTPUTS_SAID, ...OF_USERS];

/** Of a path that a prefix makes the skill's or the plugin's own. */
const PREFIXED: readonly Excusing<Place>[] = [...PREFIXED_OUTPUTS, ...FALLBACKS];

/** Whatever other skill is named near the path. */
const BEFORE_NAMES: readonly Excusing<Place>[] = [...OF_REPOSITORIES, ...EXAMPLES_OF_SKILLS];

/** Every clue about words, each id once. */
export const WORD_CLUES: readonly Excusing<Place>[] = [...PREFIXED_OUTPUTS, ...BEFORE_NAMES, ...SAID];

/** What the words around a path say. */
export interface Said {
  readonly excuse?: Excuse;
  /** Id of the clue that gave the excuse. */
  readonly because?: string;
  /** Whose folder the path is relative to. */
  readonly base: Base;
}

/** Reads the surroundings of one path in a section. `fence` is the content of the fence it stands in. */
export function excuseOf(text: string, parts: TargetParts, form: ReferenceForm, fence: Range | undefined): Said {
  const { base, excuse } = parts;
  if (excuse) return { excuse, because: `written.${excuse}`, base };
  if (base.kind === 'other-skill') return { base };
  const place = placeOf(text, parts, form, fence);
  if (base.kind !== 'document') return excusedBy(firstToSpeak(PREFIXED, place), base);
  const strong = firstToSpeak(BEFORE_NAMES, place);
  if (strong) return excusedBy(strong, base);
  // A link says itself what it is relative to.
  const name = form === 'tree' || place.isLink ? undefined : otherSkillNear(place);
  if (form === 'tree') return { base };
  if (name !== undefined && !isCalledUsers(place))
    // A path that climbs says itself where it leads.
    return { base: parts.path.startsWith('../') ? base : { kind: 'other-skill', name } };
  return excusedBy(firstToSpeak(SAID, place), base);
}

const excusedBy = (clue: Excusing<Place> | undefined, base: Base): Said =>
  clue ? { excuse: clue.excuse, because: clue.id, base } : { base };
