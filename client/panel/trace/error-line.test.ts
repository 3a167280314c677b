import { expect, it } from 'vitest';
import { errorLine } from './error-line.ts';

it.each([
  ['Could not find the exact text.\nIt must match.', 'Could not find the exact text.'],
  ['\n> app@1.0.0 check\n> tsgo --noEmit\n\nsrc/a.ts(2,1): error TS2339: No.', 'src/a.ts(2,1): error TS2339: No.'],
  ['Checked 232 files in 119ms.\n\na.ts(5,3): error TS2: No.\nFound 1 error.', 'a.ts(5,3): error TS2: No.'],
  ['src/a.ts:16 lint/unused\n\n  Found 3 errors.', 'src/a.ts:16 lint/unused'],
  ['TAP version 13\nok 1 - adds\nnot ok 2 - removes', 'not ok 2 - removes'],
  ['Exit code 2\ngrep: x: No such file', 'grep: x: No such file'],
  ['Command exited with code 1', 'Command exited with code 1'],
  [
    'Script failed\nWall time 0.9 seconds\nOutput:\n\nScript error:\nexecution error: denied',
    'execution error: denied',
  ],
  ['Traceback (most recent call last):\n  File "a.py", line 1\nKeyError: 3\n', 'KeyError: 3'],
  ['<tool_use_error>File has not been read yet.</tool_use_error>', 'File has not been read yet.'],
  ['\u001b[31;1m npm: \u001b[0m not found', 'npm: not found'],
  [{ error: 'No such city.', error_code: 'X' }, 'No such city.'],
  [{ error: { code: 3, message: 'Wrong.' } }, 'Wrong.'],
  [{ content: [{ type: 'text', text: 'Refused.' }], isError: true }, 'Refused.'],
  [{ status: 'error' }, ''],
  [undefined, ''],
])('of %o', (result, expected) => expect(errorLine(result)).toBe(expected));
