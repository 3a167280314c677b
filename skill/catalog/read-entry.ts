/** Reads a SKILL.md as a client does: the name and the description that it lists, or why it lists none. */
import type { Discovery, Reading } from '../clients/discovery.ts';
import type { ClientProfile } from '../clients/profile.ts';
import type { FileSystem } from '../files/files.ts';
import { basename, dirname, extension, join } from '../files/paths.ts';
import { readFrontmatter } from '../markdown/frontmatter.ts';
import { splitFrontmatter } from '../markdown/frontmatter-lines.ts';
import { isObject } from '../plugins/read-json.ts';
import { formatNumber } from '../text/count.ts';
import { defined } from '../text/defined.ts';
import { own } from '../text/own.ts';
import type { Reason } from './reasons.ts';

/** A skill as a client would list it. */
export interface SkillEntry {
  readonly kind: 'entry';
  readonly name: string;
  readonly description: string;
  /** The name in its frontmatter, if the client lists the folder's. */
  readonly label?: string;
}

/** Longest description that is made of the body, in UTF-16 units. */
const MAX_FIRST_LINE = 100;
const MAX_BODY_TEXT = 1024;

type Folders = Extract<Discovery, { kind: 'folders' }>;
type Fields = Readonly<Record<string, unknown>>;

/** What is assumed of a client of which nothing is known: the specification's rules. */
const STRICT: Reading = {
  fileLinks: true,
  folderLinks: true,
  anyCase: false,
  hidden: true,
  skips: [],
  rootFile: false,
  sameFileOnce: false,
  withoutFrontmatter: 'skipped',
  noName: 'skipped',
  noText: 'skipped',
  noDescription: 'skipped',
};

/**
 * Reads a skill's entry in the list of a client.
 * @param file absolute path of SKILL.md
 */
export function readEntry(
  fs: FileSystem,
  file: string,
  client: ClientProfile,
  discovery: Folders,
): SkillEntry | ({ readonly kind: 'none' } & Reason) {
  const reading = discovery.reading ?? STRICT;
  // What is shown and sent must never be one of the user's other files.
  if (extension(fs.realPath(file) ?? file) !== '.md')
    return none('link', 'It is a link to a file that is not Markdown, which Skillwright does not read.');
  const read = fs.read(file);
  switch (read.kind) {
    case 'missing':
      return none('link', 'It is a link to a file that does not exist.', 'Correct the link.');
    case 'binary':
      return none('frontmatter', 'It is not UTF-8 text.', 'Save the file as UTF-8.');
    case 'too-large':
      return none(
        'frontmatter',
        `It has ${formatNumber(Math.ceil(read.size / 1024))} kB, and Skillwright reads no file of more than 2 MB.`,
        'Move most of the text to other files of the skill.',
      );
    case 'unreadable':
      return none(
        'frontmatter',
        'It cannot be read: permission denied, or no regular file.',
        'Check the permissions of the file.',
      );
    case 'text':
      return entryOf(fs, read.text, file, client, discovery, reading);
  }
}

function entryOf(
  fs: FileSystem,
  text: string,
  file: string,
  client: ClientProfile,
  discovery: Folders,
  reading: Reading,
): ReturnType<typeof readEntry> {
  const parsed = fieldsOf(text, reading);
  if (parsed.kind === 'none') {
    if (reading.withoutFrontmatter === 'skipped') {
      const { says, fix } = parsed;
      return none('frontmatter', says.replace('{client}', client.name), fix);
    }
  }
  const fields = parsed.kind === 'fields' ? parsed.fields : {};
  const flags = flagProblem(fields, client, discovery, reading);
  if (flags?.reason === 'frontmatter') return flags;
  if (reading.policy !== undefined && isHiddenBy(reading.policy, fs, file))
    return none(
      'disabled',
      `\`${reading.policy.key.join('.')}: false\` in ${reading.policy.file} hides it from the model; only the user can call it.`,
      'Remove the key if the model is to call it.',
    );
  const named = nameOf(fields, file, client, discovery, reading);
  if (named.kind === 'none') return named;
  const described = descriptionOf(text, fields, client, discovery, reading);
  if (described.kind === 'none') return described;
  if (flags !== undefined) return flags;
  return defined({ kind: 'entry', name: named.name, description: described.description, label: named.label });
}

/** True if a file beside SKILL.md has `false` at a key. */
function isHiddenBy({ file, key }: NonNullable<Reading['policy']>, fs: FileSystem, manifest: string): boolean {
  const read = fs.read(join(dirname(manifest), file));
  if (read.kind !== 'text') return false;
  const { frontmatter } = readFrontmatter(`---\n${read.text}\n---\n`);
  if (frontmatter.kind !== 'valid') return false;
  return key.reduce<unknown>((at, name) => (isObject(at) ? own(at, name) : undefined), frontmatter.data) === false;
}

type Parsed =
  | { readonly kind: 'fields'; readonly fields: Fields }
  | { readonly kind: 'none'; readonly says: string; readonly fix: string };

function fieldsOf(text: string, reading: Reading): Parsed {
  if (text.startsWith('\uFEFF') && reading.markHidesFrontmatter === true)
    return {
      kind: 'none',
      says: 'A byte order mark before the frontmatter makes {client} miss it.',
      fix: 'Save the file without a byte order mark.',
    };
  const { frontmatter } = readFrontmatter(text);
  if (frontmatter.kind === 'none')
    return {
      kind: 'none',
      says: 'It has no frontmatter: the first line is not `---`.',
      fix: 'Begin it with `---`, `name`, `description` and `---`.',
    };
  if (frontmatter.kind === 'valid') {
    const { data } = frontmatter;
    const isText = typeof own(data, 'name') === 'string' && typeof own(data, 'description') === 'string';
    return { kind: 'fields', fields: reading.repairs === 'lines' && !isText ? fieldsByLine(text) : data };
  }
  const repaired =
    reading.repairs === 'lines' && isClosed(text)
      ? fieldsByLine(text)
      : reading.repairs === 'colons'
        ? fieldsWithQuotes(text)
        : undefined;
  if (repaired !== undefined) return { kind: 'fields', fields: repaired };
  return {
    kind: 'none',
    says: `Its frontmatter cannot be read: ${frontmatter.message.replace(/\.$/, '')}.`,
    fix: 'Correct the YAML; `skillwright check` shows the place.',
  };
}

const isClosed = (text: string): boolean => splitFrontmatter(text).kind === 'closed';

/** Returns the fields with values that contain a colon in quotes; undefined if they are no YAML even so. */
function fieldsWithQuotes(text: string): Fields | undefined {
  const lines = splitFrontmatter(text);
  if (lines.kind !== 'closed') return undefined;
  const inner = text
    .slice(lines.inner, lines.end)
    .split(/\r?\n/)
    .map((line) => {
      const [, key = '', value = ''] = /^([\w-]{1,100}): +(\S.*)$/.exec(line) ?? [];
      return value.includes(': ') && !/^["'>|[{&*]/.test(value) ? `${key}: ${JSON.stringify(value)}` : line;
    })
    .join('\n');
  const { frontmatter } = readFrontmatter(`---\n${inner}\n---\n`);
  return frontmatter.kind === 'valid' ? frontmatter.data : undefined;
}

/** Returns `name` and `description` as the rest of their lines; lines that are indented below the description continue it. */
function fieldsByLine(text: string): Fields {
  const lines = splitFrontmatter(text);
  const inner = lines.kind === 'closed' ? text.slice(lines.inner, lines.end) : '';
  const fields: Record<string, string> = {};
  let isDescription = false;
  for (const line of inner.split(/\r?\n/)) {
    const [, key = '', value = ''] = /^\s*(name|description):\s*(.*)$/.exec(line) ?? [];
    if (isDescription && /^[ \t]+\S/.test(line))
      fields.description = `${fields.description ?? ''} ${line.trim()}`.trim();
    else if (key === 'name') fields.name = value.trim();
    else if (key === 'description') fields.description = value.trim();
    if (key !== '' || !/^[ \t]+\S/.test(line)) isDescription = key === 'description';
  }
  return fields;
}

type Value = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'missing' | 'no-text' };

/** Returns a field as a client reads it. */
function fieldValue(fields: Fields, field: string, noText: Reading['noText'], { emptyFieldIsNoText }: Reading): Value {
  const value = own(fields, field);
  if (typeof value === 'string') return { kind: 'text', text: value };
  if (value === undefined || (value === null && emptyFieldIsNoText !== true)) return { kind: 'missing' };
  if (value !== null && typeof value !== 'object' && noText === 'as-text') return { kind: 'text', text: String(value) };
  return { kind: noText === 'skipped' ? 'no-text' : 'missing' };
}

type Named =
  | { readonly kind: 'named'; readonly name: string; readonly label?: string }
  | ({ readonly kind: 'none' } & Reason);

function nameOf(fields: Fields, file: string, client: ClientProfile, discovery: Folders, reading: Reading): Named {
  const folder = basename(dirname(file));
  const value = fieldValue(fields, 'name', reading.noTextName ?? reading.noText, reading);
  const written = value.kind === 'text' ? value.text : '';
  if (discovery.identity === 'folder') {
    const isLabel = written !== folder && /^[\p{L}\p{N}._:-]+$/u.test(written);
    return defined({ kind: 'named', name: folder, label: isLabel ? written : undefined });
  }
  if (value.kind === 'no-text')
    return none('name', `${client.name} needs a name that is a text, and this one is none.`, 'Put the name in quotes.');
  if (written.trim() === '') {
    const isEmpty = value.kind === 'text';
    if (isEmpty && reading.emptyName === 'kept') return { kind: 'named', name: written };
    if (reading.noName === 'skipped' || (isEmpty && reading.emptyName === 'skipped'))
      return none('name', `It has no name, and ${client.name} skips such skills.`, `Add \`name: ${folder}\`.`);
    return { kind: 'named', name: folder };
  }
  if (discovery.identity === 'both' && written !== folder)
    return none(
      'name',
      `Its name is \`${short(written)}\` and its folder \`${folder}\`; ${client.name} wants both equal.`,
      `Use one name for both.`,
    );
  const { namePattern, replacesInName = '' } = reading;
  if (namePattern !== undefined && !new RegExp(namePattern.source).test(written))
    return none(
      'name',
      `The name \`${short(written)}\` ${namePattern.says} (${client.name}).`,
      'Use lowercase letters, digits and hyphens.',
    );
  for (const drop of discovery.drops)
    if (drop.kind === 'name-longer-than' && [...written].length > drop.max)
      return none(
        'name',
        `The name has ${[...written].length} characters, and ${client.name} accepts ${drop.max}.`,
        'Shorten the name.',
      );
    else if (drop.kind === 'name-not-ascii' && !/^[\x20-\x7E]*$/.test(written))
      return none(
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

type Described = { readonly kind: 'described'; readonly description: string } | ({ readonly kind: 'none' } & Reason);

function descriptionOf(
  text: string,
  fields: Fields,
  client: ClientProfile,
  discovery: Folders,
  reading: Reading,
): Described {
  const value = fieldValue(fields, 'description', reading.noText, reading);
  if (value.kind === 'no-text')
    return none(
      'description-missing',
      `${client.name} needs a description that is a text, and this one is none.`,
      'Write the description as a text in quotes.',
    );
  let description = value.kind === 'text' ? value.text : '';
  const isEmpty = value.kind === 'text' && description.trim() === '';
  if (description.trim() === '' && !(isEmpty && reading.emptyDescription === 'listed-without')) {
    if (reading.noDescription === 'skipped')
      return none(
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
      return none(
        'description-too-long',
        `The description has ${formatNumber(length)} characters, and ${client.name} skips a skill with more than ${formatNumber(drop.max)}.`,
        'Shorten the description.',
      );
  }
  const more = own(fields, 'when_to_use');
  if (typeof more === 'string' && client.fields.some(({ name }) => name === 'when_to_use'))
    description = `${description.trim()} - ${more.trim()}`;
  return {
    kind: 'described',
    description: reading.dropsLastBreaks === true ? description.replace(/\n+$/, '') : description,
  };
}

/** Returns the description that a client makes of the body of a skill without one. */
function fromBody(text: string, identity: Folders['identity']): string {
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

const TRUE_WORDS = /^(?:true|yes|on|1)$/i;
const FALSE_WORDS = /^(?:false|no|off|0)$/i;

/** Returns what the flags of the frontmatter hide: from the model, or from everybody. */
function flagProblem(
  fields: Fields,
  client: ClientProfile,
  discovery: Folders,
  reading: Reading,
): ({ readonly kind: 'none' } & Reason) | undefined {
  const flagOf = (name: string): boolean | undefined => {
    const known = client.fields.find((field) => field.name === name);
    if (known?.value.kind !== 'flag') return undefined;
    const value = own(fields, name);
    if (typeof value === 'boolean') return value;
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    if (known.value.words !== true) return undefined;
    return TRUE_WORDS.test(text) ? true : FALSE_WORDS.test(text) ? false : undefined;
  };
  for (const name of ['disable-model-invocation', 'user-invocable']) {
    const value = own(fields, name);
    if (reading.strictFlags === true && value !== undefined && typeof value !== 'boolean')
      return none(
        'frontmatter',
        `\`${name}\` is neither true nor false without quotes, and ${client.name} skips such skills.`,
        'Write `true` or `false`.',
      );
  }
  if (discovery.hides && flagOf('disable-model-invocation') === true)
    return flagOf('user-invocable') === false
      ? none(
          'nobody-can-call',
          'With `disable-model-invocation: true` the model cannot call it, and with `user-invocable: false` the user cannot.',
          'Remove one of the two fields.',
        )
      : none(
          'disabled',
          '`disable-model-invocation: true` hides it from the model; only the user can call it.',
          'Remove the field if the model is to call it.',
        );
  if (own(fields, 'paths') !== undefined && client.fields.some(({ name }) => name === 'paths'))
    return none(
      'disabled',
      'It is offered only once the user works on files that match its `paths`.',
      'Remove `paths` if it is to be offered at once.',
    );
  return undefined;
}

const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

function none(reason: Reason['reason'], says: string, fix?: string): { readonly kind: 'none' } & Reason {
  return defined({ kind: 'none', reason, says, fix });
}
