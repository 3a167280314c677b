import { expect, it } from 'vitest';
import { clueTable, type LabeledResult } from './quality-clues.ts';

const resultOf = (isTrue: boolean, weight: number, because?: string): LabeledResult => ({
  isTrue,
  resolution:
    because === undefined ? { kind: 'missing', suggestions: [] } : { kind: 'ignored', excuse: 'absent', because },
  judgment: { certainty: 0.5, clues: [{ id: 'said.sent', weight, says: 'x' }] },
});

it('counts how often each clue matches, and how often it is right', () => {
  const results = [resultOf(true, 1), resultOf(true, 2), resultOf(false, 1), resultOf(false, -1, 'absent.formerly')];
  const lines = [...clueTable(new Map([['made up', results]]))];
  expect(lines[0]).toBe('clues on made up: 4 labeled paths that resolve to no bundled file, 2 of them meant');
  expect(lines.find((line) => line.includes('said.sent'))).toMatch(/said\.sent +0\.75 +4 0\.75/);
  expect(lines.find((line) => line.includes('absent.formerly'))).toMatch(/absent\.formerly +1 1\.00/);
  expect(lines.find((line) => line.includes('said.once'))).toMatch(/said\.once +0 *$/);
});
