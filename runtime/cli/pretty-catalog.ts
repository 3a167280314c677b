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
    lines.push(...needLines(one, color), ...neighborLines(one, color));
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

/** Maximum number of needs in a line. */
const MAX_NEEDS = 8;

type Color = ReturnType<typeof terminalColors>;

/** Returns the lines about what a skill needs, and what of it is missing. */
function needLines({ needs = [] }: CatalogJson['offered'][number], color: Color): readonly string[] {
  if (needs.length === 0) return [];
  const here = needs.filter(({ missing }) => missing === undefined).map(({ name }) => oneLine(name));
  const more = here.length > MAX_NEEDS ? ` and ${formatNumber(here.length - MAX_NEEDS)} more` : '';
  return [
    ...(here.length === 0 ? [] : [color.dim(`    needs ${here.slice(0, MAX_NEEDS).join(', ')}${more}`)]),
    ...needs.flatMap(({ name, missing }) =>
      missing === undefined ? [] : [`    lacks ${oneLine(name)}: ${oneLine(missing)}`],
    ),
  ];
}

/** Returns the lines about the nearest skills and the words that only this one has. */
function neighborLines(
  { neighbors = [], ownWords = [] }: CatalogJson['offered'][number],
  color: Color,
): readonly string[] {
  if (neighbors.length === 0) return [];
  return [
    ...neighbors.map(({ name, shared }) => color.dim(`    shares with ${oneLine(name)}: ${shared.join(', ')}`)),
    ...(ownWords.length === 0 ? [] : [color.dim(`    has alone: ${ownWords.join(', ')}`)]),
  ];
}

const indented = (text: string, by: string): string =>
  stripControls(text)
    .split('\n')
    .map((line) => `${by}${line}`)
    .join('\n');
