import { BASE_SENTENCE } from '../../skill/index.ts';

/** Validates a skill's name by agentskills.io: 1 to 64 lowercase letters, digits and single hyphens. Undefined if valid. */
export function nameProblem(name: string): string | undefined {
  if (name === '') return 'Enter a name.';
  if (name.length > 64) return 'Use at most 64 characters.';
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return undefined;
  return 'Use lowercase letters, digits and single hyphens, with no hyphen at either end.';
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
