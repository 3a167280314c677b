/** Test helpers for rules: SKILL.md of a skill `notes` by its frontmatter, and texts with `«»` around expected ranges. */
import { expect } from 'vitest';
import type { Finding } from '../../../server/rules/rule/rule.ts';
import { findingsOf, markFindings, removeMarks, settings } from './server.ts';

type Files = Readonly<Record<string, string>>;

/** Returns SKILL.md with these lines as frontmatter. */
export const head = (fields: string): string => `---\n${fields}\n---\n\n# Notes\n`;

/** Valid fields. */
export const good = 'name: notes\ndescription: Sorts notes.';

/** Returns the findings in a SKILL.md without other files. */
export const found = (text: string, profile = 'auto'): readonly Finding[] =>
  findingsOf({ 'SKILL.md': text }, 'SKILL.md', settings({ profile }));

/** Returns the level and code of each of these findings. */
export const codes = (text: string, profile?: string): readonly string[] =>
  found(text, profile).map(({ code, severity }) => `${severity} ${code}`);

/** Expects a rule to report exactly the text between `«»`. */
export function expectMarks(code: string, text: string, files: Files = {}, document = 'SKILL.md'): void {
  expect(markFindings(removeMarks(text), findingsOf({ ...files, [document]: text }, document), code)).toBe(text);
}
