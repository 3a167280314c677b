import { expect, test, vi } from 'vitest';
import { Output } from './output.ts';

test('an error message contains no escape sequences', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    new Output('run').error('There is no skill \u001b]0;title\u0007\u001b[2Jx.');
    expect(write).toHaveBeenCalledWith(
      'skillwright: There is no skill \\u{1b}]0;title\\u{7}\\u{1b}[2Jx.\nSee skillwright run --help.\n',
    );
  } finally {
    write.mockRestore();
  }
});
