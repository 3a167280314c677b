/** The list of skills that a client shows to the model, cut to the client's budget. */
import type { Catalogue, CatalogueBudget } from './behavior.ts';
import { fillTemplate } from './template.ts';

/** A skill as a client has it installed. */
export interface CatalogueEntry {
  readonly name: string;
  readonly description: string;
  /** Absolute path of SKILL.md. */
  readonly path: string;
  /** The client's word for where the skill is. */
  readonly scope: string;
  /** The name in its frontmatter, if the client lists it beside that of the folder. */
  readonly label?: string;
  /** The folder that was searched: absolute; absent if all skills are in one. */
  readonly root?: string;
}

/** A part of the list that the model does not see. */
export interface CatalogueCut {
  readonly name: string;
  /** Characters of the description that remain; `left-out` if the skill itself is not listed. */
  readonly remaining: number | 'listed-by-name' | 'left-out';
}

/** A skill in the list. */
export interface CatalogueShare {
  readonly path: string;
  /** Characters of the list that it takes. */
  readonly characters: number;
  /** Characters of its description that the list lacks. */
  readonly cut: number;
}

export interface ListedSkills {
  /** The entries, one after the other, without the element around them. */
  readonly text: string;
  /** The skills that are listed, in order. */
  readonly shares: readonly CatalogueShare[];
  readonly cuts: readonly CatalogueCut[];
  /** The length of the list before the cuts for its total length, and its limit, in UTF-16 units. */
  readonly length: number;
  readonly limit: number;
}

/** A list cut to the total length: the skills with what remains of their descriptions, and those that have only their name. */
interface Fitted extends Pick<ListedSkills, 'text' | 'cuts'> {
  readonly listed: readonly CatalogueEntry[];
  readonly named?: readonly CatalogueEntry[];
}

/** Characters of a token in a budget that is a share of the context window. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Returns the entries of `skills` as the client lists them, and what its budget leaves out.
 *
 * @param windowTokens size of the model's context window; absent for that of the client's default model
 * @param own characters of the client's own skills in the list
 */
export function listSkills(
  catalogue: Catalogue,
  skills: readonly CatalogueEntry[],
  windowTokens?: number,
  own = 0,
): ListedSkills {
  const ordered = inListOrder(catalogue, skills).map((skill) => ({
    ...skill,
    description: joinLines(skill.description, catalogue.joins),
  }));
  const aliases = aliasesFor(catalogue, ordered);
  const write = writer(catalogue, aliases);
  const { budget } = catalogue;
  const finish = (text: string): string => (aliases === undefined ? text : `${aliases.table}\n${text}`);
  const full = new Map(ordered.map(({ path, description }) => [path, description]));
  const cutOf = ({ path, description }: CatalogueEntry, ellipsis = ''): number => {
    const all = full.get(path) ?? description;
    if (all === description) return 0;
    return all.length - description.length + (description.endsWith(ellipsis) ? ellipsis.length : 0);
  };
  const sharesOf = ({ listed, named = [] }: Fitted): readonly CatalogueShare[] => [
    ...listed.map((one) => ({
      path: one.path,
      characters: write(one).length + 1,
      cut: cutOf(one, budget?.ellipsis),
    })),
    ...named.map((one) => ({
      path: one.path,
      characters: one.name.length + 2,
      cut: cutOf({ ...one, description: '' }),
    })),
  ];
  if (budget === undefined) {
    const entire = entireList({ skills: ordered, write, limit: Number.POSITIVE_INFINITY, costOf: costInCharacters });
    return {
      ...{ text: finish(entire.text), shares: sharesOf(entire), cuts: [] },
      ...{ length: entire.text.length, limit: Number.POSITIVE_INFINITY },
    };
  }
  const cuts: CatalogueCut[] = [];
  const bounded = ordered.map((skill): CatalogueEntry => {
    const description = cutDescription(skill.description, budget);
    if (description === skill.description) return skill;
    cuts.push({ name: skill.name, remaining: description.length });
    return { ...skill, description };
  });
  const limit = Math.max(charactersOf(budget, windowTokens) - own, 0);
  const costOf = budget.countsTokens === true ? costInTokens : costInCharacters;
  const list = { skills: bounded, write, limit, costOf };
  const length = lengthOf(bounded, write, costOf);
  const fitted = length <= limit ? entireList(list) : OVERFLOWS[budget.overflow.kind](list, budget);
  const all = [...cuts.filter(({ name }) => !isCut(fitted, name)), ...fitted.cuts];
  return { text: finish(fitted.text), shares: sharesOf(fitted), cuts: all, length, limit };
}

/** Returns the skills in the order of the client's list. */
export function inListOrder(
  { order }: Pick<Catalogue, 'order'>,
  skills: readonly CatalogueEntry[],
): readonly CatalogueEntry[] {
  if (order === undefined) return skills;
  const { by, within } = order;
  const compare =
    by === 'locale'
      ? (a: string, b: string): number => a.localeCompare(b, 'en')
      : (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  const groupOf = ({ scope, root = '' }: CatalogueEntry): string =>
    within === undefined ? '' : within === 'scope' ? scope : root;
  const groups = [...new Set(skills.map(groupOf))];
  return skills.toSorted(
    (a, b) =>
      groups.indexOf(groupOf(a)) - groups.indexOf(groupOf(b)) || compare(a.name, b.name) || compare(a.path, b.path),
  );
}

function joinLines(description: string, joins: Catalogue['joins']): string {
  if (joins === undefined) return description;
  return description.replace(joins === 'white-space' ? /\s+/g : /[\r\n]+/g, ' ').trim();
}

function cutDescription(
  description: string,
  { perDescription, ellipsis = '', countsCodePoints }: CatalogueBudget,
): string {
  if (perDescription === undefined || description.length <= perDescription) return description;
  if (countsCodePoints !== true) return description.slice(0, perDescription - ellipsis.length) + ellipsis;
  const points = [...description];
  if (points.length <= perDescription) return description;
  return points.slice(0, perDescription - ellipsis.length).join('') + ellipsis;
}

/** The aliases of folders, and the text before the list that explains them. */
interface Aliases {
  readonly table: string;
  /** By the folder that was searched. */
  readonly byRoot: ReadonlyMap<string, string>;
}

/** Returns the aliases of the folders if the client has any and they make the list shorter. */
function aliasesFor({ aliases, entry }: Catalogue, skills: readonly CatalogueEntry[]): Aliases | undefined {
  const rootsOf = (isPlugin: boolean): readonly string[] =>
    [
      ...new Set(
        skills.flatMap(({ root, scope }) => (root === undefined || (scope === 'plugin') !== isPlugin ? [] : [root])),
      ),
    ].sort();
  const roots = [...rootsOf(false), ...rootsOf(true)];
  if (aliases === undefined || roots.length === 0 || !entry.includes('{path}')) return undefined;
  const byRoot = new Map(roots.map((root, index) => [root, `r${index}`]));
  const lines = roots.map((root) => fillTemplate(aliases.root, { alias: byRoot.get(root) ?? '', root }));
  const table = [aliases.heading, ...lines, aliases.list].join('\n');
  const saved = skills.reduce((sum, { root = '' }) => sum + root.length - (byRoot.get(root)?.length ?? 0), 0);
  return saved > table.length - aliases.list.length ? { table, byRoot } : undefined;
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
  /** The part of the budget that an entry of a length takes. */
  readonly costOf: (length: number) => number;
}

const costInCharacters = (length: number): number => length + 1;
const costInTokens = (length: number): number => Math.ceil((length + 1) / CHARACTERS_PER_TOKEN) * CHARACTERS_PER_TOKEN;

const OVERFLOWS: {
  readonly [kind in CatalogueBudget['overflow']['kind']]: (list: List, budget: CatalogueBudget) => Fitted;
} = {
  'fit-descriptions': fitDescriptions,
  'shorten-descriptions': shortenDescriptions,
  'names-only': (list, { overflow }) =>
    overflow.kind === 'names-only' ? nameTheRest(list, overflow) : entireList(list),
};

function entireList({ skills, write }: List): Fitted {
  return { text: skills.map(write).join('\n'), cuts: [], listed: skills };
}

/** Keeps each description that still fits beside all names. */
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

function writer({ entry, bareEntry = entry, label, escapes }: Catalogue, aliases?: Aliases): List['write'] {
  const value = (text: string): string =>
    escapes === undefined ? text : escapes === 'xml' ? escapeXml(text) : escapeBrackets(text);
  return ({ name, description, path, scope, label: own, root = '' }) => {
    const alias = aliases?.byRoot.get(root);
    return fillTemplate(description === '' ? bareEntry : entry, {
      name: value(name),
      description: value(description),
      path: value(alias === undefined ? path : alias + path.slice(root.length)),
      scope,
      label: own === undefined || label === undefined ? '' : fillTemplate(label, { name: value(own) }),
    });
  };
}

function lengthOf(skills: readonly CatalogueEntry[], write: List['write'], costOf: List['costOf']): number {
  return skills.reduce((sum, skill) => sum + costOf(write(skill).length), 0);
}

function isCut({ cuts }: Fitted, name: string): boolean {
  return cuts.some((cut) => cut.name === name);
}

function escapeXml(text: string): string {
  return escapeBrackets(text.replaceAll('&', '&amp;')).replaceAll('"', '&quot;').replaceAll("'", '&apos;');
}

const escapeBrackets = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
