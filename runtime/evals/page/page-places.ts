/** The cases of a page, its links, and the formats of its figures. */

import type { EvalLinks } from '../../protocol/evals.ts';
import type { EvalResults } from '../results/results.ts';

/** A client and a model. */
export interface Configuration {
  readonly client: string;
  readonly model: string;
}

/** A case with its number on the page, from 0. */
export interface CasePlace {
  readonly number: number;
  readonly skill: string;
  readonly name: string;
}

/** Returns the clients and models of results. */
export function configurationsOf({ groups }: EvalResults): readonly Configuration[] {
  return groups.filter(
    ({ client, model }, index) =>
      groups.findIndex((other) => other.client === client && other.model === model) === index,
  );
}

export function formatConfiguration({ client, model }: Configuration): string {
  return `${client} · ${model}`;
}

/** Returns the cases of results in their order on the page. */
export function casePlaces({ cases }: EvalResults): readonly CasePlace[] {
  const unique = cases.filter(
    (one, index) => cases.findIndex((other) => other.skill === one.skill && other.case === one.case) === index,
  );
  return unique.map(({ skill, case: name }, number) => ({ number, skill, name }));
}

/** The links of a page to what is outside of it. */
export interface PageLinks {
  /** Links that VS Code opens; undefined for a page that is opened elsewhere. */
  readonly links: EvalLinks | undefined;
  /** Links of such a page to the timelines of trials, by their runs. */
  readonly timelines: ReadonlyMap<string, string> | undefined;
}

/** Fills a link with a number and the id of a run. */
export function fill(link: string, number: number, run = ''): string {
  return link.replaceAll('{n}', String(number)).replaceAll('{run}', encodeURIComponent(run));
}

/** Formats a duration with one decimal below a minute. */
export function formatSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Formats US dollars; a dash if there are none. */
export function formatCostOf(costUsd: number | undefined): string {
  return costUsd === undefined ? '–' : `$${costUsd.toFixed(4)}`;
}
