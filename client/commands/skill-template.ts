/** What is wrong with a skill's name by agentskills.io (1 to 64 lowercase letters, digits and single hyphens), or undefined. */
export function nameProblem(name: string): string | undefined {
  if (name === '') return 'A skill needs a name.';
  if (name.length > 64) return 'At most 64 characters.';
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return undefined;
  return 'Lowercase letters, digits and single hyphens only, none at the ends.';
}

const FIRST_STEP = 'Say what the agent does first.';

export interface Template {
  readonly text: string;
  /** The words to be written over first, from 0. */
  readonly first: { readonly line: number; readonly from: number; readonly to: number };
}

/**
 * The text of a new SKILL.md: sound by every rule, and short, since a model reads all of it. A JSON string is a YAML
 * one, whatever the description holds.
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

## Steps

1. ${FIRST_STEP}
2. Then what follows from it.

## Result

Say what a good answer looks like.

<!-- When you bundle files, write their paths out: a model sees no list of them and asks for what your words suggest. -->
`;
  const lines = text.split('\n');
  const line = lines.findIndex((one) => one.endsWith(FIRST_STEP));
  const from = (lines[line]?.length ?? 0) - FIRST_STEP.length;
  return { text, first: { line, from, to: from + FIRST_STEP.length } };
}
