import { expect, test, vi } from 'vitest';
import { jsonLine, Output } from './output.ts';

test('a line of JSON says the same and holds nothing that a terminal would take for a command', () => {
  const value = { text: 'a\u001b[31mb\u009b31mc\u202ed\u2066é\n' };
  const line = jsonLine(value);
  expect(JSON.parse(line)).toEqual(value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
});

test('an error repeats no escape sequence of what it is about', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    new Output('run').error('There is no skill \u001b]0;title\u0007\u001b[2Jx.');
    expect(write).toHaveBeenCalledWith('skillwright: There is no skill x.\nSee skillwright run --help.\n');
  } finally {
    write.mockRestore();
  }
});
