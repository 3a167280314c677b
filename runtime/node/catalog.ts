/** Reads for the extension what clients offer to a model. */
import { showCatalogs } from '../catalog/show-catalogs.ts';
import { redactorOf } from '../journal/redact.ts';
import type { CatalogsShown, ShowCatalogsParams } from '../protocol/catalog.ts';

/** Returns the pages about what clients offer in a folder. Aborting the signal makes it reject. */
export function showCatalogsFromEditor(
  params: ShowCatalogsParams,
  secrets: readonly string[],
  signal: AbortSignal,
  onProgress: (done: number, clients: number) => void,
): Promise<CatalogsShown> {
  const redactor = redactorOf(secrets);
  return showCatalogs(params, process.env, (text) => redactor.text(text), signal, onProgress);
}
