import { describe, expect, it } from 'vitest';
import { MAX_SKILL_TEXT, substitute } from './substitute.ts';

const ALL = ['arguments', 'positional-from-0', 'skill-folder', 'project-folder', 'session-id'] as const;
const values = (args: string) => ({ args, skillFolder: '/s', projectFolder: '/p', sessionId: 'id' });
const variable = (name: string): string => `$\{CLAUDE_${name}}`;

describe('substitute', () => {
  it('replaces the variables of the client, and only those', () => {
    const body = `${variable('SKILL_DIR')} ${variable('PROJECT_DIR')} ${variable('SESSION_ID')} ${variable('OTHER')}`;
    expect(substitute(body, ALL, values(''))?.text).toBe(`/s /p id ${variable('OTHER')}`);
    expect(substitute(body, [], values(''))?.text).toBe(body);
  });

  it.each([
    ['all arguments', 'Do $ARGUMENTS.', 'Do one two.', true],
    ['one by its index', 'Do $ARGUMENTS[1].', 'Do two.', true],
    ['one by its position, from 0', 'Do $0 and $1.', 'Do one and two.', true],
    ['none that was not given', 'Costs $5 and $10.', 'Costs $5 and $10.', false],
    ['none that is escaped', 'Costs \\$0.', 'Costs $0.', false],
  ])('replaces %s', (_title, body, text, usesArguments) => {
    expect(substitute(body, ALL, values('one two'))).toEqual({ text, usesArguments });
  });

  it('leaves placeholders unchanged if there are no arguments', () => {
    expect(substitute('Do $ARGUMENTS and $0.', ALL, values(''))).toEqual({
      text: 'Do  and $0.',
      usesArguments: false,
    });
  });

  it('takes the folder as it is written', () => {
    const folder = { ...values(''), skillFolder: "/s$&$'" };
    expect(substitute(`a ${variable('SKILL_DIR')} b`, ALL, folder)?.text).toBe("a /s$&$' b");
  });

  it.each(['$ARGUMENTS', '$0', variable('SKILL_DIR'), '$ARGUMENTS[0]'])(
    'limits how often %s multiplies',
    (placeholder) => {
      const long = { ...values('x'.repeat(2300)), skillFolder: `/${'s'.repeat(2300)}` };
      expect(substitute(`${placeholder} `.repeat(40_000), ALL, long)).toBeUndefined();
      expect(substitute(`${placeholder} `.repeat(400), ALL, long)?.text.length).toBeGreaterThan(400 * 2300);
    },
  );

  it('limits the text itself', () => {
    expect(substitute('x'.repeat(MAX_SKILL_TEXT + 1), [], values(''))).toBeUndefined();
    expect(substitute('x'.repeat(MAX_SKILL_TEXT), ALL, values(''))?.text).toHaveLength(MAX_SKILL_TEXT);
  });
});
