/** Cuts a client's list of skills to its total length. */
import type { CatalogueBudget } from './behavior.ts';
import type { CatalogueCut, CatalogueEntry } from './catalogue-entry.ts';
import { fillTemplate } from './template.ts';

/** A list cut to the total length: the skills with what remains of their descriptions, and those that have only their name. */
export interface Fitted {
  /** The entries, one after the other. */
  readonly text: string;
  readonly cuts: readonly CatalogueCut[];
  readonly listed: readonly CatalogueEntry[];
  readonly named?: readonly CatalogueEntry[];
}

/** Characters of a token in a budget that is a share of the context window. */
export const CHARACTERS_PER_TOKEN = 4;

export interface List {
  readonly skills: readonly CatalogueEntry[];
  readonly write: (skill: CatalogueEntry) => string;
  readonly limit: number;
  /** The part of the budget that an entry of a length takes. */
  readonly costOf: (length: number) => number;
}

export const costInCharacters = (length: number): number => length + 1;
export const costInTokens = (length: number): number =>
  Math.ceil((length + 1) / CHARACTERS_PER_TOKEN) * CHARACTERS_PER_TOKEN;

export const OVERFLOWS: {
  readonly [kind in CatalogueBudget['overflow']['kind']]: (list: List, budget: CatalogueBudget) => Fitted;
} = {
  'fit-descriptions': fitDescriptions,
  'shorten-descriptions': shortenDescriptions,
  'first-lines': keepFirstLines,
  'names-only': (list, { overflow }) =>
    overflow.kind === 'names-only' ? nameTheRest(list, overflow) : entireList(list),
};

export function entireList({ skills, write }: List): Fitted {
  return { text: skills.map(write).join('\n'), cuts: [], listed: skills };
}

/** Keeps the first line of each description. */
function keepFirstLines({ skills, write }: List): Fitted {
  const cuts: CatalogueCut[] = [];
  const listed = skills.map(({ more = '', ...skill }) => {
    const own = skill.description.slice(0, skill.description.length - more.length);
    const description = (own.split('\n')[0] ?? '').trim();
    if (description.length < skill.description.length) cuts.push({ name: skill.name, remaining: description.length });
    return { ...skill, description };
  });
  return { text: listed.map(write).join('\n'), cuts, listed };
}

/** Keeps each description that still fits together with all names. */
function fitDescriptions({ skills, write, limit }: List): Fitted {
  const bare = skills.map((skill) => ({ ...skill, description: '' }));
  const cuts: CatalogueCut[] = [];
  let left = limit - lengthOf(bare, write, costInCharacters);
  const listed = skills.map((skill, index) => {
    const without = bare[index] ?? skill;
    const added = write(skill).length - write(without).length;
    if (added <= left) {
      left -= added;
      return skill;
    }
    cuts.push({ name: skill.name, remaining: 0 });
    return without;
  });
  return { text: listed.map(write).join('\n'), cuts, listed };
}

/**
 * Gives the space left by the names to the descriptions, a character to each in turn; drops skills if even the names are too long.
 */
function shortenDescriptions({ skills, write, limit, costOf }: List): Fitted {
  const bare = skills.map((skill) => ({ ...skill, description: '' }));
  let left = limit - lengthOf(bare, write, costOf);
  if (left < 0) return dropSkills({ skills: bare, write, limit, costOf });
  const shares = skills.map((skill) => {
    const names = write({ ...skill, description: '' }).length;
    return { description: skill.description, names, length: 0 };
  });
  for (let growing = shares; growing.length > 0; )
    growing = growing.filter((share) => {
      const { description, names, length } = share;
      const added = costOf(names + length + 1) - costOf(names + length);
      if (length >= description.length || added > left) return false;
      left -= added;
      share.length++;
      return true;
    });
  const cuts = skills.flatMap(({ name, description }, index): readonly CatalogueCut[] => {
    const { length = 0 } = shares[index] ?? {};
    return length < description.length ? [{ name, remaining: length }] : [];
  });
  const shortened = skills.map((skill, index) => ({
    ...skill,
    description: skill.description.slice(0, shares[index]?.length),
  }));
  return { text: shortened.map(write).join('\n'), cuts, listed: shortened };
}

function dropSkills({ skills, write, limit, costOf }: List): Fitted {
  const cuts: CatalogueCut[] = [];
  const listed: CatalogueEntry[] = [];
  let length = 0;
  for (const skill of skills) {
    const added = costOf(write(skill).length);
    const fits = length + added <= limit;
    if (fits) listed.push(skill);
    if (fits) length += added;
    cuts.push({ name: skill.name, remaining: fits ? 0 : 'left-out' });
  }
  return { text: listed.map(write).join('\n'), cuts, listed };
}

/** Lists whole entries up to the limit, then the names of the others up to a limit of their own. */
function nameTheRest(
  { skills, write, limit }: List,
  { lead, characters, more }: Extract<CatalogueBudget['overflow'], { kind: 'names-only' }>,
): Fitted {
  const listed: CatalogueEntry[] = [];
  const names: CatalogueEntry[] = [];
  const cuts: CatalogueCut[] = [];
  let length = 0;
  let named = 0;
  let rest = 0;
  for (const skill of skills) {
    const entry = write(skill);
    if (names.length + rest === 0 && length + entry.length + 1 <= limit) {
      listed.push(skill);
      length += entry.length + 1;
      continue;
    }
    const added = skill.name.length + (names.length === 0 ? 0 : 2);
    const fits = rest === 0 && named + added <= characters;
    if (fits) names.push(skill);
    else rest++;
    named += added;
    cuts.push({ name: skill.name, remaining: fits ? 'listed-by-name' : 'left-out' });
  }
  const tail = rest === 0 ? '' : fillTemplate(more, { count: rest });
  const last = lead + names.map(({ name }) => name).join(', ') + tail;
  return { text: [...listed.map(write), last].join('\n'), cuts, listed, named: names };
}

export function lengthOf(skills: readonly CatalogueEntry[], write: List['write'], costOf: List['costOf']): number {
  return skills.reduce((sum, skill) => sum + costOf(write(skill).length), 0);
}
