/** The small skill whose text led to a miss of a real agent, rebuilt from the words of its row. */
import { basename } from 'node:path/posix';
import type { ClientId } from '../../skill/index.ts';
import { clientOfRow, subjectOf } from './independent.ts';
import { readRequest } from './read-request.ts';
import type { Row } from './row.ts';
import { worldOfRow } from './world-of-row.ts';

/** A skill that a text of it made a real agent miss. */
export interface RowSkill {
  readonly row: Row;
  /** The client of the row; absent if no profile describes it. */
  readonly client: ClientId | undefined;
  /** The folder of skills that the row's client searches, or another one that the row names. */
  readonly root: string;
  readonly name: string;
  /** The text that led to the miss; undefined if the row does not say it. */
  readonly text: string | undefined;
  /** The file that has the text, relative to the skill. */
  readonly document: string;
  /** The other files of the skill. */
  readonly files: readonly string[];
  /** `project` if the text writes the skill's folder relative to the project, and the row says that it is right. */
  readonly install: 'user' | 'project';
}

/** Words that are no text of a skill: the list, an installation, a prompt, a memory, or the client's own text. */
const NO_TEXT =
  /^(?:list\b|absolute path|name of the skill known|prompt|path of a skill in|file tools list|\(|location|folder of|skill folder not told|framework|none|\/skills|node:)|in the list|framework's/i;

/** Returns the independent rows in which a text of a skill led to the miss; one skill and cause count once. */
export function rowsLedByText(rows: readonly Row[]): readonly Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const asksForFile = row.asksFor === 'file' && row.request !== 'same path';
    if (!asksForFile || NO_TEXT.test(row.words) || /^same skill/.test(row.words)) return false;
    const key = `${row.letter} ${subjectOf(row)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

const NAMES: Readonly<Record<string, string>> = {
  'claude-code': '.claude',
  opencode: '.opencode',
  pi: '.pi',
  adk: '.adk',
};

/** Returns the skill of a row whose text led to the miss. */
export function skillOfRow(row: Row): RowSkill {
  const client = clientOfRow(row);
  const read = readRequest(row, undefined);
  const asked = typeof read === 'string' ? '' : read.asked.replaceAll('\\', '/');
  const world = worldOfRow(row, undefined);
  const known = world.kind === 'world' ? world.known.skills[0] : undefined;
  const [, document] = /^[\w-]+\/([\w.-]+\.md): /.exec(row.words) ?? [];
  const files = [...(known?.files ?? [])].filter((file) => file !== 'SKILL.md' && !file.startsWith('../'));
  return {
    row,
    client,
    root: `${NAMES[client ?? ''] ?? '.agents'}/skills`,
    name: (known?.name ?? /\.[\w-]+\/skills\/([\w-]+)\//.exec(asked)?.[1] ?? 'brew')
      .toLowerCase()
      .replaceAll(/[^a-z\d-]+/g, '-'),
    text: textOf(row, asked),
    document: document ?? 'SKILL.md',
    files,
    install: /^own project-relative/.test(row.words) ? 'project' : 'user',
  };
}

/** Returns the line that led to a request; undefined if the row does not say it. */
function textOf({ words, request }: Row, asked: string): string | undefined {
  const [, quoted] = /: ["`](.+)["`]$/.exec(words) ?? [];
  const line = (quoted ?? words).replace(/,? (?:not installed|six times|in a table)$|;.*$/, '');
  const name = basename(asked);
  const stem = name.replace(/\.\w+$/, '');
  // Notes of the reader: the path is the one that was asked for.
  if (/^bare |template path$/.test(words)) return lineFor(request.replace(/ in \/.*$/, ''));
  if (/^own /.test(words)) return lineFor(asked);
  if (/^instruction with /.test(words)) return undefined;
  if (/^(?:files of|a writing step|file of)/.test(words))
    return asked.includes('/') ? lineFor(inSkill(asked)) : undefined;
  if (/^required /.test(words)) return lineFor(inSkill(asked));
  // Parts of a text: a path after a variable, a name in a table, names without a path.
  if (line.startsWith('${')) return lineFor(`python3 ${line.replace('…', asked.replace(/^.*\/skills\//, ''))}`);
  if (/in a table$/.test(words)) return `| file | use |\n|---|---|\n| ${line.trim()} | run it |`;
  if (/named$/.test(line)) return lineFor(line.replace(/ named$/, ''));
  if (/^files named by words: /.test(words))
    return `See ${words
      .replace(/^.*?: /, '')
      .replaceAll('"', '')
      .replace(',', ' and')}.`;
  if (line.startsWith('…') || line.startsWith('[…]')) return line.replace('[…]', '[the rules]');
  const isText = stem === '' || line.includes(stem) || /[“"‘]|script|folder|guide/i.test(line);
  return isText ? lineFor(line) : undefined;
}

/** Returns a path from the folder of a skill on. */
const inSkill = (asked: string): string => asked.replace(/^.*(?=\b(?:scripts|references)\/)/, '');

/** Returns a command as a fence, and other words as a sentence. */
function lineFor(words: string): string {
  const line = words.replace(/^(?:browser skill: |documented )/, '').trim();
  if (/^(?:python3?|bash|uv|node|sh) |^\.\/|^scripts\/\S+(?: |$)/.test(line)) return `\`\`\`bash\n${line}\n\`\`\``;
  const isPath = /^`?[\w./@$~{}-]+`?$/.test(line);
  return isPath
    ? `${/\.(?:py|sh|js)`?$/.test(line) ? 'Run' : 'Read'} \`${line.replaceAll('`', '')}\`.`
    : `${line}${/[.:]$/.test(line) ? '' : '.'}`;
}
