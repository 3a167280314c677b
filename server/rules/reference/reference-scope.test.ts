import { expect, it } from 'vitest';
import { findingsOf, HEAD, markFindings, removeMarks } from '../../../test/equipment/server/server.ts';

const files = { 'references/guide.md': '', 'assets/table.csv': '' };
const of = (text: string) => findingsOf({ 'SKILL.md': `${HEAD}${text}\n`, ...files });
const markReported = (text: string): string =>
  markFindings(`${HEAD}${removeMarks(text)}\n`, of(text), 'reference.scope');

it.each([
  "Use `load_skill_resource` to read «the user's CSV file».",
  'Read «the uploaded file» with `load_skill_resource`, then sum it up.',
  "Load «the user's spreadsheet» as a skill resource.",
  'First read «the uploaded document» from `assets/`.',
  "Open «the file the user provides» in the skill's folder.",
  "1. Fetch «the user's data» from the bundled resources.",
  'Load `«assets/<user_file>»` and count its rows.',
  'Read «references/{uploaded_document}.md» first.',
])('reports prose that looks for the user’s input among the bundled files: %s', (text) => {
  expect(markReported(text)).toBe(`${HEAD}${text}\n`);
});

it.each([
  "Read the user's CSV file from the path that they give.",
  "Do not read the user's file with `load_skill_resource`; it is in the working folder.",
  "`load_skill_resource` is for bundled files only; never load the user's file from `references/`.",
  'Use `load_skill_resource` to read `references/guide.md`, then ask the user for the file.',
  "Compare the user's data with the table in `assets/table.csv`.",
  "Read the user's request, and `references/guide.md`.",
  "Save the user's report in `assets/`.",
  'Copy the uploaded file to `assets/`.',
  'Read the template from `assets/` and fill in what the user says.',
  'Load `references/<topic>.md` for the topic that the user names.',
  '```\nRead the uploaded file from `assets/`.\n```',
  "Read the user's code in `src/`, and the skill's guide.",
])('ignores other prose: %s', (text) => {
  expect(of(text).filter(({ code }) => code === 'reference.scope')).toEqual([]);
});
