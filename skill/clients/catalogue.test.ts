import { describe, expect, it } from 'vitest';
import { defined } from '../text/defined.ts';
import type { Catalogue, CatalogueBudget } from './behavior.ts';
import { type CatalogueEntry, charactersOf, listSkills } from './catalogue.ts';

const skill = (name: string, description: string): CatalogueEntry => ({
  name,
  description,
  path: `/s/${name}/SKILL.md`,
  scope: 'user',
});

function catalogue(budget?: CatalogueBudget, more: Partial<Catalogue> = {}): Catalogue {
  return defined({
    role: 'system',
    element: 'skills',
    entry: '- {name}: {description}',
    states: [],
    budget,
    ...more,
  });
}

const THREE = [skill('one', 'a'.repeat(30)), skill('two', 'b'.repeat(10)), skill('three', 'c'.repeat(20))];
const list = (budget: CatalogueBudget, skills = THREE) => listSkills(catalogue(budget), skills);

describe('listSkills without a budget', () => {
  it('lists every skill in order of discovery, or by name', () => {
    const all = [skill('b', 'B'), skill('a', 'A')];
    expect(listSkills(catalogue(), all)).toMatchObject({ text: '- b: B\n- a: A', cuts: [] });
    expect(listSkills(catalogue(undefined, { order: { by: 'code-units' } }), all).text).toBe('- a: A\n- b: B');
  });

  it('escapes values for XML if the client does, and inserts braces literally', () => {
    const odd = [skill('a', '<b> & {name}')];
    expect(listSkills(catalogue(undefined, { escapes: 'xml' }), odd).text).toBe('- a: &lt;b&gt; &amp; {name}');
    expect(listSkills(catalogue(), odd).text).toBe('- a: <b> & {name}');
  });
});

describe('listSkills over its budget', () => {
  it('cuts a single description at its own limit', () => {
    const { text, cuts } = list({ characters: 1000, perDescription: 12, overflow: { kind: 'fit-descriptions' } });
    expect(text).toBe(`- one: ${'a'.repeat(12)}\n- two: ${'b'.repeat(10)}\n- three: ${'c'.repeat(12)}`);
    expect(cuts).toEqual([
      { name: 'one', remaining: 12 },
      { name: 'three', remaining: 12 },
    ]);
  });

  it('keeps every name, and each description that still fits', () => {
    const { text, cuts } = list({ characters: 70, overflow: { kind: 'fit-descriptions' } });
    expect(text).toBe(`- one: ${'a'.repeat(30)}\n- two: ${'b'.repeat(10)}\n- three: `);
    expect(cuts).toEqual([{ name: 'three', remaining: 0 }]);
    const none = list({ characters: 1, overflow: { kind: 'fit-descriptions' } });
    expect(none.text).toBe('- one: \n- two: \n- three: ');
  });

  it('shares the rest equally among descriptions', () => {
    const { text, cuts } = list({ characters: 26 + 40, overflow: { kind: 'shorten-descriptions' } });
    expect(text).toBe(`- one: ${'a'.repeat(15)}\n- two: ${'b'.repeat(10)}\n- three: ${'c'.repeat(15)}`);
    expect(cuts).toEqual([
      { name: 'one', remaining: 15 },
      { name: 'three', remaining: 15 },
    ]);
  });

  it('drops all descriptions and then skills if the names alone are too long', () => {
    const { text, cuts } = list({ characters: 17, overflow: { kind: 'shorten-descriptions' } });
    expect(text).toBe('- one: \n- two: ');
    expect(cuts).toEqual([
      { name: 'one', remaining: 0 },
      { name: 'two', remaining: 0 },
      { name: 'three', remaining: 'left-out' },
    ]);
  });

  it('names the skills that do not fit, and counts those whose names do not fit either', () => {
    const overflow = { kind: 'names-only', lead: 'Also: ', characters: 6, more: '... and {count} more' } as const;
    const { text, cuts } = list({ characters: 40, overflow });
    expect(text).toBe(`- one: ${'a'.repeat(30)}\nAlso: two... and 1 more`);
    expect(cuts).toEqual([
      { name: 'two', remaining: 'listed-by-name' },
      { name: 'three', remaining: 'left-out' },
    ]);
  });

  it('never exceeds the budget, and accounts for every skill', () => {
    for (let characters = 0; characters < 120; characters++) {
      const { text, cuts } = list({ characters, overflow: { kind: 'shorten-descriptions' } });
      expect(text.length).toBeLessThanOrEqual(Math.max(characters, 0));
      const listed = text === '' ? 0 : text.split('\n').length;
      expect(listed + cuts.filter(({ remaining }) => remaining === 'left-out').length).toBe(3);
    }
  });
});

it('uses a share of the context window if its size is known', () => {
  const budget: CatalogueBudget = { characters: 8000, windowShare: 0.01, overflow: { kind: 'fit-descriptions' } };
  expect(charactersOf(budget)).toBe(8000);
  expect(charactersOf(budget, 200_000)).toBe(8000);
  expect(charactersOf(budget, 1_000_000)).toBe(40_000);
  expect(charactersOf({ ...budget, window: 400_000 })).toBe(16_000);
});
