/** The page of a client among those that the runtime rendered. */
import { type CatalogPage, fixId } from '../../runtime/protocol/catalog.ts';

/** Returns the page of a client, or of the first one if that has none; undefined if there are no pages. */
export function pageOf(pages: readonly CatalogPage[], client: string | undefined): CatalogPage | undefined {
  return pages.find((one) => one.client === client) ?? pages[0];
}

/** Returns a page in which these targets show the link to their quick fix. */
export function withFixes(page: string, targets: readonly number[]): string {
  // Texts of skills are escaped, so that none of them has such an attribute.
  return targets.reduce(
    (text, target) => text.replace(`id="${fixId(target)}"`, `id="${fixId(target)}" class="has-fix"`),
    page,
  );
}
