import { BASE_SENTENCE } from '../../skill/index.ts';

/**
 * Returns the name of a skill that a text stands for, by agentskills.io: 1 to 64 lowercase letters, digits and single hyphens,
 * so `My Skill` becomes `my-skill`. Empty if the text has neither letters from a to z nor digits.
 */
export function skillNameOf(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}+/gu, '');
  const words = plain.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  // After cutting, which may leave a hyphen at the end.
  return words.replace(/^-/, '').slice(0, 64).replace(/-$/, '');
}

const FIRST_STEP = 'Say what the agent does first.';

export interface Template {
  readonly text: string;
  /** The range of the first placeholder, from 0. */
  readonly selection: { readonly line: number; readonly from: number; readonly to: number };
}

/**
 * Creates the text of a new SKILL.md. It violates no rule, and is short because a model reads all of it. The description
 * is written as a JSON string, which is valid YAML whatever it contains.
 */
export function skillTemplate(name: string, description: string): Template {
  const title = name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
  const text = `---
name: ${name}
description: ${JSON.stringify(description)}
---

# ${title}

${BASE_SENTENCE}

## Steps

1. ${FIRST_STEP}
2. Then describe the next step.

## Result

Say what a good answer looks like.

<!-- When you bundle files, write their paths out: a model sees no list of them and asks for what your words suggest. -->
`;
  const lines = text.split('\n');
  const line = lines.findIndex((one) => one.endsWith(FIRST_STEP));
  const from = (lines[line]?.length ?? 0) - FIRST_STEP.length;
  return { text, selection: { line, from, to: from + FIRST_STEP.length } };
}
