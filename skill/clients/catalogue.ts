/** The list of skills that a client shows to the model, cut to the client's budget. */
import type { Catalogue, CatalogueBudget, OwnSkills } from './behavior.ts';
import type { CatalogueCut, CatalogueEntry } from './catalogue-entry.ts';
import {
  CHARACTERS_PER_TOKEN,
  costInCharacters,
  costInTokens,
  entireList,
  type Fitted,
  type List,
  lengthOf,
  OVERFLOWS,
} from './fit-catalogue.ts';
import { fillTemplate } from './template.ts';

/** A skill in the list. */
export interface CatalogueShare {
  readonly path: string;
  /** Characters of the list that it takes. */
  readonly characters: number;
  /** Characters of its description that the list lacks. */
  readonly cut: number;
  /** Its part of the list. */
  readonly text: string;
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

/**
 * Returns the entries of `skills` as the client lists them, and what its budget leaves out.
 *
 * @param windowTokens size of the model's context window; absent for that of the client's default model
 * @param own the client's own skills in the list; none if absent
 */
export function listSkills(
  catalogue: Catalogue,
  skills: readonly CatalogueEntry[],
  windowTokens?: number,
  own?: OwnSkills,
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
    ...listed.map((one) => {
      const text = write(one);
      return { path: one.path, characters: text.length + 1, cut: cutOf(one, budget?.ellipsis), text };
    }),
    ...named.map((one) => ({
      path: one.path,
      characters: one.name.length + 2,
      cut: cutOf({ ...one, description: '' }),
      text: one.name,
    })),
  ];
  if (budget === undefined) {
    const entire = entireList({ skills: ordered, write, limit: Number.POSITIVE_INFINITY, costOf: costInCharacters });
    const limit = Number.POSITIVE_INFINITY;
    return { text: finish(entire.text), shares: sharesOf(entire), cuts: [], length: entire.text.length, limit };
  }
  const cuts: CatalogueCut[] = [];
  const bounded = ordered.map((skill): CatalogueEntry => {
    const description = cutDescription(skill.description, budget);
    if (description === skill.description) return skill;
    cuts.push({ name: skill.name, remaining: description.length });
    return { ...skill, description };
  });
  const limitBeside = (characters = 0): number => Math.max(charactersOf(budget, windowTokens) - characters, 0);
  const costOf = budget.countsTokens === true ? costInTokens : costInCharacters;
  const length = lengthOf(bounded, write, costOf);
  const entire = limitBeside(own?.characters);
  const limit = length <= entire ? entire : limitBeside(own?.charactersIfTooLong ?? own?.characters);
  const list = { skills: bounded, write, limit, costOf };
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

function isCut({ cuts }: Fitted, name: string): boolean {
  return cuts.some((cut) => cut.name === name);
}

function escapeXml(text: string): string {
  return escapeBrackets(text.replaceAll('&', '&amp;')).replaceAll('"', '&quot;').replaceAll("'", '&apos;');
}

const escapeBrackets = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
