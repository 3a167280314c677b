import { expect, it } from 'vitest';
import { codes, head } from '../../../test/equipment/server/rules.ts';
import { findingsOf, settings } from '../../../test/equipment/server/server.ts';

it.each([
  ['is missing', 'name: notes'],
  ['is empty', 'name: notes\ndescription:'],
  ['is blank', 'name: notes\ndescription: "  "'],
  ['is a list', 'name: notes\ndescription: [a]'],
  ['has 1,025 characters', `name: notes\ndescription: ${'d'.repeat(1025)}`],
])('is reported if it %s', (_, fields) => expect(codes(head(fields))).toEqual(['error frontmatter.description']));

it('may span multiple lines', () => expect(codes(head('name: notes\ndescription: >\n  Sorts\n  notes.'))).toEqual([]));

it('quotes the first words of a description that a chosen client cuts', () => {
  const words = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ');
  const messages = (description: string, ...clients: readonly string[]) =>
    findingsOf({ 'SKILL.md': head(`name: notes\ndescription: ${description}`) }, 'SKILL.md', settings({ clients })).map(
      ({ message }) => message,
    );
  const short = words.slice(0, 1_100);
  expect(words.slice(1_020, 1_050)).toBe('rd141 word142 word143 word144 ');
  expect(messages(short, 'codex')).toEqual([
    '`description` has 1,100 characters (maximum 1024): Codex cuts it from “word141 word142 word143 word1…”. Shorten it.',
  ]);
  expect(messages(short, 'codex', 'copilot-cli', 'adk')).toEqual([
    '`description` has 1,100 characters (maximum 1024): Codex cuts it from “word141 word142 word143 word1…”, GitHub Copilot CLI and ADK skip the skill. Shorten it.',
  ]);
  expect(messages(short, 'claude-code')).toEqual([]);
  expect(messages(words.slice(0, 1_600), 'claude-code')).toEqual([
    expect.stringMatching(/^Claude Code cuts .* \(1,600 characters\) from “word205 word206/),
  ]);
  expect(messages(short, 'gemini-cli')).toEqual([expect.stringContaining('clients truncate it or skip the skill')]);
});

const of = (fields: string, profile: string) => codes(head(fields), profile);

it('measures descriptions like the client', () => {
  const long = (length: number, more = '') => `name: notes\ndescription: ${'d'.repeat(length)}${more}`;
  expect(of(long(1_100), 'codex')).toEqual(['error frontmatter.description']);
  expect(of(long(1_100), 'claude')).toEqual([]);
  expect(of(long(1_100, `\nwhen_to_use: ${'w'.repeat(500)}`), 'claude')).toEqual(['warning frontmatter.description']);
  // Characters, not UTF-16 units.
  expect(of(`name: notes\ndescription: ${'💡'.repeat(1_024)}`, 'auto')).toEqual([]);
  expect(of('name: notes', 'codex')).toEqual(['warning frontmatter.description']);
});
