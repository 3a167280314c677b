import { Help } from 'commander';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from './commands.ts';

describe.each(Object.entries(COMMANDS))('%s', (name, { usage, load }) => {
  test('is listed with the arguments that it accepts', async () => {
    expect(new Help().subcommandTerm(await load())).toBe(`${name} ${usage}`.trim());
  });
});
