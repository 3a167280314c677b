import { describe, expect, it } from 'vitest';
import { classifyMiss } from './classify-miss.ts';
import { MISS_KINDS } from './kinds.ts';

describe.each(MISS_KINDS.map((kind) => [kind.id, kind] as const))('%s', (id, { examples, ...words }) => {
  it.each(examples.map((one) => [one.request.asked, one] as const))(
    'is the kind of %s',
    (_, { request, known, place }) => {
      const found = classifyMiss(request, known);
      expect(found?.kind).toBe(id);
      expect(found?.place?.at).toBe(place);
    },
  );
  it('has at least two examples, and its words', () => {
    expect(examples.length).toBeGreaterThanOrEqual(2);
    for (const sentence of [words.says, words.fix]) expect(sentence).toMatch(/^[A-Z].{20,}\.$/);
    expect(words.title).toMatch(/^\S.{5,59}[^.]$/);
  });
});
