/** The skills that a user has loaded by name (`/brew`), which no hook reports: they are in the client's transcript. */
import { closeSync, readSync } from 'node:fs';
import { defined } from '../../skill/index.ts';
import { openFile } from '../confined/read-file.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../text/values.ts';

/** A skill by its name or its SKILL.md, an absolute path. */
export interface LoadedByUser {
  readonly name?: string;
  readonly manifest?: string;
}

/** The form in which a transcript has the text of a skill. */
interface LoadForm {
  /** A text that each such line contains. */
  readonly marker: string;
  /** Reads such a line; undefined if it is another one, such as a result that quotes the text. */
  readonly read: (line: Fields) => LoadedByUser | undefined;
}

/** By the ids of clients. The transcripts of the others do not show it, or are databases. */
const FORMS: ReadonlyMap<string, LoadForm> = new Map<string, LoadForm>([
  [
    'claude-code',
    {
      marker: 'Base directory for this skill: ',
      read({ type, isMeta, message }) {
        if (type !== 'user' || isMeta !== true) return undefined;
        const [, folder] = /^Base directory for this skill: ([^\n]+)/.exec(textIn(fieldsOf(message).content)) ?? [];
        return folder === undefined ? undefined : { manifest: manifestIn(folder.trim()) };
      },
    },
  ],
  [
    'codex',
    {
      marker: '<skill>',
      read({ payload }) {
        const { type, role, content } = fieldsOf(payload);
        if (type !== 'message' || role !== 'user') return undefined;
        const [, manifest] =
          /^\s*<skill>\s*<name>[^<\n]{1,200}<\/name>\s*<path>([^<\n]{1,4000})<\/path>/.exec(textIn(content)) ?? [];
        return manifest === undefined ? undefined : { manifest: manifest.trim() };
      },
    },
  ],
  [
    'copilot-cli',
    {
      marker: '"skill.invoked"',
      read({ type, data }) {
        if (type !== 'skill.invoked') return undefined;
        const { name, path } = fieldsOf(data);
        const folder = textOf(path)?.replace(/[\\/]SKILL\.md$/i, '');
        return defined({ name: textOf(name), manifest: folder === undefined ? undefined : manifestIn(folder) });
      },
    },
  ],
]);

/** Largest part of a transcript that is searched, in bytes: its end. */
const MAX_BYTES = 32_000_000;

/** Returns the skills whose texts are in the transcript of a client; none if it has no such form, or cannot be read. */
export function skillsInTranscript(client: string, transcript: string | undefined): readonly LoadedByUser[] {
  const form = FORMS.get(client);
  const bytes = form === undefined || transcript === undefined ? undefined : endOf(transcript);
  if (form === undefined || bytes === undefined) return [];
  const found: LoadedByUser[] = [];
  for (let at = bytes.indexOf(form.marker); at >= 0; ) {
    const end = bytes.indexOf('\n', at);
    const line = bytes.toString('utf8', bytes.lastIndexOf('\n', at) + 1, end < 0 ? bytes.length : end);
    const loaded = form.read(parsed(line));
    if (loaded !== undefined) found.push(loaded);
    at = end < 0 ? -1 : bytes.indexOf(form.marker, end);
  }
  return found;
}

const manifestIn = (folder: string): string => `${folder}${folder.includes('\\') ? '\\' : '/'}SKILL.md`;

/** Returns the text of a message: a string, or a list of parts. */
function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => textOf(fieldsOf(part).text) ?? '')
    .join('');
}

function parsed(line: string): Fields {
  try {
    return fieldsOf(JSON.parse(line));
  } catch {
    // It is being written, or its beginning is not in the part that was read.
    return {};
  }
}

function endOf(file: string): Buffer | undefined {
  const opened = openFile(file);
  if (opened.kind !== 'open') return undefined;
  try {
    const { size } = opened.stats;
    const buffer = Buffer.allocUnsafe(Math.min(size, MAX_BYTES));
    return buffer.subarray(0, readSync(opened.fd, buffer, 0, buffer.length, size - buffer.length));
  } catch {
    return undefined;
  } finally {
    closeSync(opened.fd);
  }
}
