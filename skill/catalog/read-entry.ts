/** Reads a SKILL.md as a client does: the name and the description that it lists, or why it lists none. */
import type { Reading } from '../clients/discovery.ts';
import type { ClientProfile } from '../clients/profile.ts';
import type { FileSystem } from '../files/files.ts';
import { dirname, extension, join } from '../files/paths.ts';
import { readFrontmatter } from '../markdown/frontmatter.ts';
import { isObject } from '../plugins/read-json.ts';
import { formatNumber } from '../text/count.ts';
import { defined } from '../text/defined.ts';
import { own } from '../text/own.ts';
import { flagProblem } from './entry-flags.ts';
import { descriptionOf, nameOf } from './entry-texts.ts';
import { type FolderDiscovery, type NoEntry, noEntry } from './folder-discovery.ts';
import { fieldsOf } from './read-fields.ts';

/** A skill as a client would list it. */
export interface SkillEntry {
  readonly kind: 'entry';
  readonly name: string;
  readonly description: string;
  /** The end of the description that is from `when_to_use`. */
  readonly more?: string;
  /** The name in its frontmatter, if the client lists the folder's. */
  readonly label?: string;
}

/** The rules assumed for a client of which nothing is known: those of the specification. */
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
  discovery: FolderDiscovery,
): SkillEntry | NoEntry {
  const reading = discovery.reading ?? STRICT;
  // What is shown and sent must never be one of the user's other files.
  if (extension(fs.realPath(file) ?? file) !== '.md')
    return noEntry('link', 'It is a link to a file that is not Markdown, which Skillwright does not read.');
  const read = fs.read(file);
  switch (read.kind) {
    case 'missing':
      return noEntry('link', 'It is a link to a file that does not exist.', 'Correct the link, or put the file there.');
    case 'binary':
      return noEntry('frontmatter', 'It is not UTF-8 text.', 'Save the file as UTF-8.');
    case 'too-large':
      return noEntry(
        'frontmatter',
        `It has ${formatNumber(Math.ceil(read.size / 1024))} kB, and Skillwright reads no file of more than 2 MB.`,
        'Move most of the text to other files of the skill.',
      );
    case 'unreadable':
      return noEntry(
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
  discovery: FolderDiscovery,
  reading: Reading,
): ReturnType<typeof readEntry> {
  const parsed = fieldsOf(text, reading);
  if (parsed.kind === 'none') {
    if (reading.withoutFrontmatter === 'skipped') {
      const { says, fix } = parsed;
      return noEntry('frontmatter', says.replace('{client}', client.name), fix);
    }
  }
  const fields = parsed.kind === 'fields' ? parsed.fields : {};
  const flags = flagProblem(fields, client, discovery, reading);
  if (flags?.reason === 'frontmatter') return flags;
  if (reading.policy !== undefined && isHiddenBy(reading.policy, fs, file))
    return noEntry(
      'disabled',
      `It is offered to the user, not to the model, as \`${reading.policy.key.join('.')}: false\` in ${reading.policy.file} says.`,
      'Remove the key if the model is to call it, too.',
    );
  const named = nameOf(fields, file, client, discovery, reading);
  if (named.kind === 'none') return named;
  const described = descriptionOf(text, fields, client, discovery, reading);
  if (described.kind === 'none') return described;
  if (flags !== undefined) return flags;
  const { description, more } = described;
  return defined({ kind: 'entry', name: named.name, description, more, label: named.label });
}

/** True if a file next to SKILL.md has `false` at a key. */
function isHiddenBy({ file, key }: NonNullable<Reading['policy']>, fs: FileSystem, manifest: string): boolean {
  const read = fs.read(join(dirname(manifest), file));
  if (read.kind !== 'text') return false;
  const { frontmatter } = readFrontmatter(`---\n${read.text}\n---\n`);
  if (frontmatter.kind !== 'valid') return false;
  return key.reduce<unknown>((at, name) => (isObject(at) ? own(at, name) : undefined), frontmatter.data) === false;
}
