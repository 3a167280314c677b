import { expect, it } from 'vitest';
import { estimateTokens } from './tokens.ts';

it.each([
  // Token counts of o200k.
  [14, 'Read the reference file before you run any of the scripts in it.'],
  [14, 'python scripts/generate_report.py --input data.json -o out.html'],
  [8, '請先閱讀這份參考文件'],
  [0, ''],
])('is near the %i tokens of %j', (counted, text) => {
  expect(Math.abs(estimateTokens(text) - counted)).toBeLessThanOrEqual(2);
});
