/** The words about a client's catalog that the terminal and the page share. */
import { formatCount, formatNumber } from '../text/count.ts';
import type { CatalogJson } from './catalog-json.ts';

/** Returns how the facts about a client's list are known. */
export function evidenceText({
  proved,
  documented,
  version,
}: Pick<CatalogJson, 'proved' | 'documented' | 'version'>): string {
  return proved === undefined
    ? `from documentation of ${documented ?? 'an unknown date'}, ${version}`
    : `proved on ${proved} with ${version}`;
}

/** Returns the size of a list and its limit, such as `1,020 of 1,789 characters`; '' if it has no limit. */
export function sizeText(budget: CatalogJson['budget']): string {
  if (budget === undefined) return '';
  const cut = budget.length > budget.limit ? ` (cut from ${formatNumber(budget.length)})` : '';
  return `${formatNumber(budget.used)} of ${formatCount(budget.limit, 'character')}${cut}`;
}

/** Returns the share of a skill in the limit of a list. */
export function percentText(share: number, limit: number): string {
  return limit === 0 ? 'over the limit' : `${Math.round((share / limit) * 100)} %`;
}
