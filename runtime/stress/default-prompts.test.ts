import { expect, test } from 'vitest';
import { skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import { defaultPromptsFor } from './default-prompts.ts';

const promptsOf = (description: string, body = '# Demo\n'): readonly string[] =>
  defaultPromptsFor({ ...skillOnDisk('pdf-tools', {}, body), description });

test.each([
  [
    'Writes release notes that people like to read. Use when the user asks for release notes, a "what\'s new" page or an announcement of a version.',
    [
      'Write release notes that people like to read.',
      'I need release notes.',
      'I need a "what\'s new" page.',
      'I need an announcement of a version.',
    ],
  ],
  [
    'Summarizes a CSV file in a few sentences. Use when the user has a CSV file, or asks what is in a table of data.',
    [
      'Summarize a CSV file in a few sentences.',
      'I have a CSV file. Can you help?',
      'Tell me what is in a table of data.',
    ],
  ],
  [
    'Scan agent skills for security issues. Use when asked to "scan a skill", "review skill security", or assess whether a skill is safe.',
    ['Scan agent skills for security issues.', 'Scan a skill.', 'Review skill security.'],
  ],
  [
    'Toolkit for survival analysis. Use this skill when working with censored data, fitting Cox models, or when the user wants to improve their résumé.',
    ['I am working with censored data. Can you help?', 'I am fitting Cox models. Can you help?', 'Improve my résumé.'],
  ],
  [
    'Deploys models. USE FOR: deploy agent, batch runs. DO NOT USE FOR: function apps.',
    ['Deploy models.', 'Deploy agent.', 'Help me with batch runs.'],
  ],
  [
    'Creates files, edits them: anything. Use when a branch is ready for merge. Use for literature reviews.',
    ['Create files.', 'Help me with literature reviews.'],
  ],
])('derives what a user would write from the description: %s', (description, prompts) => {
  expect(promptsOf(description)).toEqual(prompts);
});

const HEADINGS =
  '# Demo\n\n## Steps\n\n## Report Format\n\n## 1. Read the file\n\n## Merge two files\n\n## Use the guide\n';

test('headings are used only if they describe a task and the description gives few prompts', () => {
  expect(promptsOf('Does things.', HEADINGS)).toEqual(['Merge two files.']);
  expect(promptsOf('Merges files. Use for literature reviews.', HEADINGS)).not.toContain('Merge two files.');
});

test('returns at least one prompt and at most six', () => {
  expect(promptsOf('Does things.')).toEqual(['Help me with pdf tools.']);
  expect(promptsOf(`Use for ${Array.from({ length: 20 }, (_, n) => `thing number ${n}`).join(', ')}.`)).toHaveLength(6);
});

test.each([' ', ' (', 'asks ', ', or ', '"a b" ', ', and you '])(
  'reads a description of a megabyte of %j in linear time',
  (part) => {
    const before = process.cpuUsage();
    expect(promptsOf(`Use when the user asks for notes${part.repeat(1_000_000 / part.length)}`).length).toBeGreaterThan(
      0,
    );
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  },
);
