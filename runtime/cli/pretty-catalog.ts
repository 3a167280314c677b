import type { CatalogJson } from '../catalog/catalog-json.ts';
import { evidenceText, percentText, sizeText } from '../catalog/catalog-texts.ts';
import { formatCount, formatNumber } from '../text/count.ts';
import { oneLine, stripControls } from './plain-text.ts';
import { terminalColors } from './terminal-colors.ts';

/** Formats the catalog of a client: its skills with their shares of the list, the list, and what is not in it. */
export function prettyCatalog(catalog: CatalogJson, name: string): string {
  const color = terminalColors();
  const { id, offered, text, budget, notOffered, unknown } = catalog;
  const size = sizeText(budget);
  const lines = [
    `${color.bold(name)} (${id}; ${evidenceText(catalog)}): ${formatCount(offered.length, 'skill')}${size === '' ? '' : `, ${size}`}`,
  ];
  for (const one of offered) {
    const of = budget === undefined || one.share === undefined ? '' : `, ${percentText(one.share, budget.limit)}`;
    const share = one.share === undefined ? '' : `${formatCount(one.share, 'character')}${of}`;
    const cut = one.cut === undefined ? '' : `; ${formatNumber(one.cut)} of the description cut`;
    lines.push(`  ${oneLine(one.name)}  ${color.dim(`${oneLine(one.file)}${share === '' ? '' : `  ${share}${cut}`}`)}`);
  }
  if (text === null) lines.push('  The text of the list is not known.');
  else if (text !== '') lines.push('  The model gets:', indented(text, '    '));
  if (notOffered.length > 0) lines.push(`  Not offered (${formatNumber(notOffered.length)}):`);
  for (const { file, reason, says, fix } of notOffered) {
    lines.push(`    ${oneLine(file)}: ${reason}`, `      ${oneLine(says)}`);
    if (fix !== undefined) lines.push(`      ${oneLine(fix)}`);
  }
  for (const one of unknown) lines.push(color.dim(`  Not known: ${oneLine(one)}.`));
  return lines.join('\n');
}

const indented = (text: string, by: string): string =>
  stripControls(text)
    .split('\n')
    .map((line) => `${by}${line}`)
    .join('\n');
