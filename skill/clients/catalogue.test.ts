import { describe, expect, it } from 'vitest';
import { defined } from '../text/defined.ts';
import type { Catalogue, CatalogueBudget } from './behavior.ts';
import { charactersOf, listSkills } from './catalogue.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';

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

describe('the form of a list', () => {
  it('has a label, or no description', () => {
    const form = catalogue(undefined, {
      entry: '- {name}{label}: {description}',
      bareEntry: '- {name}{label}',
      label: ' ({name})',
    });
    const skills = [
      { ...skill('one', 'First.'), label: 'uno' },
      { ...skill('two', ''), label: 'due' },
      skill('three', ''),
    ];
    expect(listSkills(form, skills).text).toBe('- one (uno): First.\n- two (due)\n- three');
  });

  it('escapes only angle brackets, and joins only lines, if the client does', () => {
    const form = catalogue(undefined, { escapes: 'angle-brackets', joins: 'line-breaks' });
    expect(listSkills(form, [skill('a', '<b> & "c"\n\nd   e\n')]).text).toBe('- a: &lt;b&gt; & "c" d   e');
  });

  it('has aliases of folders if they make it shorter', () => {
    const aliases = { heading: 'Roots', root: '{alias} = {root}', list: 'Skills' };
    const form = catalogue(undefined, { entry: '- {name} ({path})', aliases });
    const at = (root: string, name: string): CatalogueEntry => ({
      ...skill(name, 'x'),
      root,
      path: `${root}/${name}/SKILL.md`,
    });
    const long = `/${'folder/'.repeat(10)}skills`;
    expect(listSkills(form, [at(long, 'a'), at(long, 'b')]).text).toBe(
      `Roots\nr0 = ${long}\nSkills\n- a (r0/a/SKILL.md)\n- b (r0/b/SKILL.md)`,
    );
    expect(listSkills(form, [at('/s', 'a')]).text).toBe('- a (/s/a/SKILL.md)');
  });

  it('is sorted in each folder or scope', () => {
    const of = (root: string, name: string): CatalogueEntry => ({ ...skill(name, 'x'), root, scope: root });
    const skills = [of('z', 'b'), of('z', 'C'), of('a', 'a'), of('z', 'a')];
    const names = (order: NonNullable<Catalogue['order']>) =>
      listSkills(catalogue(undefined, { entry: '{name}', order }), skills).text.split('\n');
    expect(names({ by: 'code-units' })).toEqual(['C', 'a', 'a', 'b']);
    expect(names({ by: 'locale', within: 'folder' })).toEqual(['a', 'b', 'C', 'a']);
    expect(names({ by: 'code-units', within: 'scope' })).toEqual(['C', 'a', 'b', 'a']);
  });

  it('says what each skill takes of the list and what is cut', () => {
    const budget = {
      characters: 60,
      perDescription: 12,
      ellipsis: '…',
      overflow: { kind: 'fit-descriptions' },
    } as const;
    const { text, shares } = listSkills(catalogue(budget), [skill('a', 'x'.repeat(20)), skill('b', 'y'.repeat(5))]);
    expect(text).toBe(`- a: ${'x'.repeat(11)}…\n- b: yyyyy`);
    expect(shares.map(({ characters, cut }) => [characters, cut])).toEqual([
      [18, 9],
      [11, 0],
    ]);
    expect(shares.reduce((sum, { characters }) => sum + characters, 0)).toBe(text.length + 1);
  });

  it('counts the client’s own skills, and whole tokens', () => {
    const budget = { characters: 40, countsTokens: true, overflow: { kind: 'shorten-descriptions' } } as const;
    const long = [skill('a', 'x'.repeat(40))];
    // 40 characters are ten tokens of a line with its end; 20 of them are taken.
    expect(listSkills(catalogue(budget), long).text).toHaveLength(39);
    expect(listSkills(catalogue(budget), long, undefined, { skills: 1, characters: 20 }).text).toHaveLength(19);
  });
});
