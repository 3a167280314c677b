/** The list of skills that a client shows to the model, cut to the client's budget. */
import type { Catalogue, CatalogueBudget } from './behavior.ts';
import { fillTemplate } from './template.ts';

/** A skill as a client has it installed. */
export interface CatalogueEntry {
  readonly name: string;
  readonly description: string;
  /** Absolute path of SKILL.md. */
  readonly path: string;
  readonly scope: 'user' | 'project';
}

/** A part of the list that the model does not see. */
export interface CatalogueCut {
  readonly name: string;
  /** Characters of the description that remain; `left-out` if the skill itself is not listed. */
  readonly remaining: number | 'listed-by-name' | 'left-out';
}

export interface ListedSkills {
  /** The entries, one after the other, without the element around them. */
  readonly text: string;
  readonly cuts: readonly CatalogueCut[];
  /** The length of the list before the cuts for its total length, and its limit, in UTF-16 units. */
  readonly length: number;
  readonly limit: number;
}

/** A list cut to the total length. */
type Fitted = Pick<ListedSkills, 'text' | 'cuts'>;

/** Characters of a token in a budget that is a share of the context window. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Returns the entries of `skills` as the client lists them, and what its budget leaves out.
 *
 * @param windowTokens size of the model's context window; absent for that of the client's default model
 */
export function listSkills(
  catalogue: Catalogue,
  skills: readonly CatalogueEntry[],
  windowTokens?: number,
): ListedSkills {
  const listed =
    catalogue.joinsLines === true
      ? skills.map((skill) => ({ ...skill, description: skill.description.replace(/\s+/g, ' ').trim() }))
      : skills;
  const ordered =
    catalogue.order === 'name' ? listed.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)) : listed;
  const write = writer(catalogue);
  const { budget } = catalogue;
  if (budget === undefined) {
    const text = ordered.map((skill) => write(skill)).join('\n');
    return { text, cuts: [], length: text.length, limit: Number.POSITIVE_INFINITY };
  }
  const { perDescription = Number.POSITIVE_INFINITY } = budget;
  const cuts: CatalogueCut[] = [];
  const bounded = ordered.map((skill): CatalogueEntry => {
    if (skill.description.length <= perDescription) return skill;
    cuts.push({ name: skill.name, remaining: perDescription });
    return { ...skill, description: skill.description.slice(0, perDescription) };
  });
  const limit = charactersOf(budget, windowTokens);
  const list = { skills: bounded, write, limit };
  const length = lengthOf(bounded, write);
  const fitted = length <= limit ? entireList(list) : OVERFLOWS[budget.overflow.kind](list, budget);
  const all = [...cuts.filter(({ name }) => !isCut(fitted, name)), ...fitted.cuts];
  return { text: fitted.text, cuts: all, length, limit };
}

/** Returns the budget of the list in characters. */
export function charactersOf(
  { characters, windowShare, window }: CatalogueBudget,
  windowTokens: number | undefined = window,
): number {
  if (windowShare === undefined || windowTokens === undefined) return characters;
  return Math.floor(windowTokens * CHARACTERS_PER_TOKEN * windowShare);
}

interface List {
  readonly skills: readonly CatalogueEntry[];
  readonly write: (skill: CatalogueEntry) => string;
  readonly limit: number;
}

const OVERFLOWS: {
  readonly [kind in CatalogueBudget['overflow']['kind']]: (list: List, budget: CatalogueBudget) => Fitted;
} = {
  'omit-descriptions': omitDescriptions,
  'shorten-descriptions': shortenDescriptions,
  'names-only': (list, { overflow }) =>
    overflow.kind === 'names-only' ? nameTheRest(list, overflow) : entireList(list),
};

function entireList({ skills, write }: List): Fitted {
  return { text: skills.map(write).join('\n'), cuts: [] };
}

/** Drops descriptions, the last first, until the list fits. Every name stays. */
function omitDescriptions({ skills, write, limit }: List): Fitted {
  const listed = [...skills];
  const cuts: CatalogueCut[] = [];
  let length = lengthOf(listed, write);
  for (let index = listed.length - 1; index >= 0 && length > limit; index--) {
    const skill = listed[index];
    if (skill === undefined || skill.description === '') continue;
    listed[index] = { ...skill, description: '' };
    length -= skill.description.length;
    cuts.unshift({ name: skill.name, remaining: 0 });
  }
  return { text: listed.map(write).join('\n'), cuts };
}

/** Divides the space left by the names equally among the descriptions; drops skills if even the names are too long. */
function shortenDescriptions({ skills, write, limit }: List): Fitted {
  const bare = skills.map((skill) => ({ ...skill, description: '' }));
  const left = limit - lengthOf(bare, write);
  if (left < 0) return dropSkills({ skills: bare, write, limit });
  const share = equalShare(
    skills.map(({ description }) => description.length),
    left,
  );
  const cuts = skills.flatMap(({ name, description }): readonly CatalogueCut[] =>
    description.length > share ? [{ name, remaining: share }] : [],
  );
  const shortened = skills.map((skill) => ({ ...skill, description: skill.description.slice(0, share) }));
  return { text: shortened.map(write).join('\n'), cuts };
}

/** Returns the length to which the longest must be cut so that the sum of `lengths` stays within `total`. */
function equalShare(lengths: readonly number[], total: number): number {
  let left = total;
  const rising = lengths.toSorted((a, b) => a - b);
  for (const [index, length] of rising.entries()) {
    const share = Math.floor(left / (rising.length - index));
    if (length > share) return share;
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

function dropSkills({ skills, write, limit }: List): Fitted {
  const cuts: CatalogueCut[] = [];
  const listed: string[] = [];
  let length = 0;
  for (const skill of skills) {
    const entry = write(skill);
    const fits = length + entry.length + 1 <= limit;
    if (fits) listed.push(entry);
    if (fits) length += entry.length + 1;
    cuts.push({ name: skill.name, remaining: fits ? 0 : 'left-out' });
  }
  return { text: listed.join('\n'), cuts };
}

/** Lists whole entries up to the limit, then the names of the others up to a limit of their own. */
function nameTheRest(
  { skills, write, limit }: List,
  { lead, characters, more }: Extract<CatalogueBudget['overflow'], { kind: 'names-only' }>,
): Fitted {
  const entries: string[] = [];
  const names: string[] = [];
  const cuts: CatalogueCut[] = [];
  let length = 0;
  let named = 0;
  let rest = 0;
  for (const skill of skills) {
    const entry = write(skill);
    if (names.length + rest === 0 && length + entry.length + 1 <= limit) {
      entries.push(entry);
      length += entry.length + 1;
      continue;
    }
    const added = skill.name.length + (names.length === 0 ? 0 : 2);
    const fits = rest === 0 && named + added <= characters;
    if (fits) names.push(skill.name);
    else rest++;
    named += added;
    cuts.push({ name: skill.name, remaining: fits ? 'listed-by-name' : 'left-out' });
  }
  const tail = rest === 0 ? '' : fillTemplate(more, { count: rest });
  return { text: [...entries, lead + names.join(', ') + tail].join('\n'), cuts };
}

function writer({ entry, escapes = false }: Catalogue): List['write'] {
  const value = escapes ? escapeXml : (text: string): string => text;
  return ({ name, description, path, scope }) =>
    fillTemplate(entry, { name: value(name), description: value(description), path: value(path), scope });
}

function lengthOf(skills: readonly CatalogueEntry[], write: List['write']): number {
  return skills.reduce((sum, skill) => sum + write(skill).length + 1, 0);
}

function isCut({ cuts }: Fitted, name: string): boolean {
  return cuts.some((cut) => cut.name === name);
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}
