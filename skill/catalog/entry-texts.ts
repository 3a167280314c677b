/** The name and the description by which a client lists a skill. */
import type { Reading } from '../clients/discovery.ts';
import type { ClientProfile } from '../clients/profile.ts';
import { basename, dirname } from '../files/paths.ts';
import { splitFrontmatter } from '../markdown/frontmatter-lines.ts';
import { formatCount, formatNumber } from '../text/count.ts';
import { defined } from '../text/defined.ts';
import { own } from '../text/own.ts';
import { type Fields, type FolderDiscovery, type NoEntry, noEntry, short } from './folder-discovery.ts';
import { fieldValue } from './read-fields.ts';

/** Longest description that is made of the body, in UTF-16 units. */
const MAX_FIRST_LINE = 100;
const MAX_BODY_TEXT = 1024;

type Named = { readonly kind: 'named'; readonly name: string; readonly label?: string } | NoEntry;

/** Returns the name by which a client lists a skill, or why it lists none. */
export function nameOf(
  fields: Fields,
  file: string,
  client: ClientProfile,
  discovery: FolderDiscovery,
  reading: Reading,
): Named {
  const folder = basename(dirname(file));
  const value = fieldValue(fields, 'name', reading.noText, reading);
  const written = value.kind === 'text' ? value.text : '';
  if (discovery.identity === 'folder') {
    const isLabel = written !== folder && /^[\p{L}\p{N}._:-]+$/u.test(written);
    return defined({ kind: 'named', name: folder, label: isLabel ? written : undefined });
  }
  if (value.kind === 'no-text')
    return noEntry(
      'name',
      `${client.name} needs a name that is a text, and this one is none.`,
      'Put the name in quotes.',
    );
  if (written.trim() === '') {
    const isEmpty = value.kind === 'text';
    if (isEmpty && reading.emptyName === 'kept') return { kind: 'named', name: written };
    if (reading.noName === 'skipped' || (isEmpty && reading.emptyName === 'skipped'))
      return noEntry('name', `It has no name, and ${client.name} skips such skills.`, `Add \`name: ${folder}\`.`);
    return { kind: 'named', name: folder };
  }
  if (discovery.identity === 'both' && written !== folder)
    return noEntry(
      'name',
      `Its name is \`${short(written)}\` and its folder \`${folder}\`; ${client.name} wants both equal.`,
      `Use one name for both.`,
    );
  const { namePattern, replacesInName = '' } = reading;
  if (namePattern !== undefined && !new RegExp(namePattern.source, 'u').test(written))
    return noEntry(
      'name',
      `The name \`${short(written)}\` ${namePattern.says} (${client.name}).`,
      'Use lowercase letters, digits and hyphens.',
    );
  for (const drop of discovery.drops)
    if (drop.kind === 'name-longer-than' && [...written].length > drop.max)
      return noEntry(
        'name',
        `The name has ${formatCount([...written].length, 'character')}, and ${client.name} accepts ${drop.max}.`,
        'Shorten the name.',
      );
    else if (drop.kind === 'name-not-ascii' && !/^[\x20-\x7E]*$/.test(written))
      return noEntry(
        'name',
        `The name \`${short(written)}\` is not ASCII, which ${client.name} asks for.`,
        'Use lowercase letters, digits and hyphens.',
      );
  return { kind: 'named', name: replaceAll(written, replacesInName) };
}

/** Returns a text with each of some characters replaced by a hyphen; blanks in a row become one. */
function replaceAll(text: string, characters: string): string {
  if (characters === ' ') return text.trim().replace(/ +/g, '-');
  return [...text].map((one) => (characters.includes(one) ? '-' : one)).join('');
}

type Described = { readonly kind: 'described'; readonly description: string; readonly more?: string } | NoEntry;

/** Returns the description of a skill in a client's list, before its limits, or why it lists none. */
export function descriptionOf(
  text: string,
  fields: Fields,
  client: ClientProfile,
  discovery: FolderDiscovery,
  reading: Reading,
): Described {
  const value = fieldValue(fields, 'description', reading.noText, reading);
  if (value.kind === 'no-text')
    return noEntry(
      'description-missing',
      `${client.name} needs a description that is a text, and this one is none.`,
      'Write the description as a text in quotes.',
    );
  let description = value.kind === 'text' ? value.text : '';
  const isEmpty = value.kind === 'text' && description.trim() === '';
  if (description.trim() === '' && !(isEmpty && reading.emptyDescription === 'listed-without')) {
    if (reading.noDescription === 'skipped')
      return noEntry(
        'description-missing',
        `It has no description, and ${client.name} skips such skills.`,
        'Add a description of what the skill does and when to use it.',
      );
    description = reading.noDescription === 'first-line' ? fromBody(text, discovery.identity) : '';
  }
  for (const drop of discovery.drops) {
    if (drop.kind !== 'description-longer-than') continue;
    const length = drop.unit === 'utf-16' ? description.length : [...description].length;
    if (length > drop.max)
      return noEntry(
        'description-too-long',
        `The description has ${formatCount(length, 'character')}, and ${client.name} skips a skill with more than ${formatNumber(drop.max)}.`,
        'Shorten the description.',
      );
  }
  const more = whenToUse(fields, client, reading);
  if (more !== undefined)
    description = (reading.beforeWhenToUse === undefined ? description.trim() : description) + more;
  return defined({
    kind: 'described',
    description: reading.dropsLastBreaks === true ? withoutLastBreaks(description) : description,
    more,
  });
}

/** Returns `when_to_use` as it follows a description; undefined if the client does not read it, or there is none. */
function whenToUse(fields: Fields, client: ClientProfile, { beforeWhenToUse }: Reading): string | undefined {
  const written = own(fields, 'when_to_use');
  if (typeof written !== 'string' || !client.fields.some(({ name }) => name === 'when_to_use')) return undefined;
  if (beforeWhenToUse === undefined) return ` - ${written.trim()}`;
  return written === '' ? undefined : beforeWhenToUse + written;
}

function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end--;
  return text.slice(0, end);
}

/** Returns the description that a client makes of the body of a skill without one. */
function fromBody(text: string, identity: FolderDiscovery['identity']): string {
  const split = splitFrontmatter(text);
  // Without a closing line, there is no frontmatter.
  const lines = text
    .slice(split.kind === 'open' ? split.start : split.bodyStart)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (identity !== 'folder')
    return lines
      .filter((line) => !/^#{1,6} /.test(line))
      .join(' ')
      .slice(0, MAX_BODY_TEXT);
  const first = (lines[0] ?? 'Skill').replace(/^#+\s+/, '');
  return first.length > MAX_FIRST_LINE ? `${first.slice(0, MAX_FIRST_LINE - 3)}...` : first;
}
