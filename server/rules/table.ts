// Made by `npm run generate`; do not edit.
import { contentHidden } from './content-hidden.ts';
import { frontmatterDescription } from './frontmatter-description.ts';
import { frontmatterField } from './frontmatter-field.ts';
import { frontmatterMissing } from './frontmatter-missing.ts';
import { frontmatterName } from './frontmatter-name.ts';
import { frontmatterSyntax } from './frontmatter-syntax.ts';
import { frontmatterUnknown } from './frontmatter-unknown.ts';
import { referenceAnchor } from './reference-anchor.ts';
import { referenceBare } from './reference-bare.ts';
import { referenceCase } from './reference-case.ts';
import { referenceClient } from './reference-client.ts';
import { referenceEscapes } from './reference-escapes.ts';
import { referenceGuessable } from './reference-guessable.ts';
import { referenceMissing } from './reference-missing.ts';
import { referenceOtherSkill } from './reference-other-skill.ts';
import { referenceOutsideSkill } from './reference-outside-skill.ts';
import { referenceScope } from './reference-scope.ts';
import { referenceTooDeep } from './reference-too-deep.ts';
import { referenceUnreachable } from './reference-unreachable.ts';
import { referenceUnreferenced } from './reference-unreferenced.ts';
import type { Rule } from './rule.ts';
import { scriptUnsupported } from './script-unsupported.ts';
import { skillDuplicate } from './skill-duplicate.ts';
import { skillListTooLong } from './skill-list-too-long.ts';
import { skillTooLong } from './skill-too-long.ts';
import { toolsUnknown } from './tools-unknown.ts';

/** Every rule there is. */
export const RULES: readonly Rule[] = [
  contentHidden,
  frontmatterDescription,
  frontmatterField,
  frontmatterMissing,
  frontmatterName,
  frontmatterSyntax,
  frontmatterUnknown,
  referenceAnchor,
  referenceBare,
  referenceCase,
  referenceClient,
  referenceEscapes,
  referenceGuessable,
  referenceMissing,
  referenceOtherSkill,
  referenceOutsideSkill,
  referenceScope,
  referenceTooDeep,
  referenceUnreachable,
  referenceUnreferenced,
  scriptUnsupported,
  skillDuplicate,
  skillListTooLong,
  skillTooLong,
  toolsUnknown,
];
