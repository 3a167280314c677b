import { describe, expect, it } from 'vitest';
import { substitute } from './substitute.ts';

const ALL = ['arguments', 'positional-from-0', 'skill-folder', 'project-folder', 'session-id'] as const;
const values = (args: string) => ({ args, skillFolder: '/s', projectFolder: '/p', sessionId: 'id' });
const variable = (name: string): string => `$\{CLAUDE_${name}}`;

describe('substitute', () => {
  it('replaces the variables of the client, and only those', () => {
    const body = `${variable('SKILL_DIR')} ${variable('PROJECT_DIR')} ${variable('SESSION_ID')} ${variable('OTHER')}`;
    expect(substitute(body, ALL, values('')).text).toBe(`/s /p id ${variable('OTHER')}`);
    expect(substitute(body, [], values('')).text).toBe(body);
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
      text: 'Do $ARGUMENTS and $0.',
      usesArguments: false,
    });
  });
});
