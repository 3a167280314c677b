/** Reads the names of the skills that clients offer to a model. */
import { type Fields, fieldsOf, listOf, textOf } from '../../text/values.ts';

/** Maximum length of a list that is searched, in characters. */
const MAX_LIST = 200_000;
/** `- NAME: DESCRIPTION`, the form of Claude Code's and Codex's lists. */
const ENTRY = /^- `?([\p{L}\p{N}][\p{L}\p{N}:._-]{0,100})`?: /gmu;

/** An entry of Codex's list with the folder of its `SKILL.md`. */
const FILE =
  /^- `?([\p{L}\p{N}][\p{L}\p{N}:._-]{0,100})`?: [^\n]{0,2000}\(file: ([^()\n]{1,1000})[/\\]SKILL\.md\)[ \t]*$/gmu;

/** Returns the names in a list of texts, or of objects with a `name`; those that are not enabled are left out. */
export function namesIn(list: unknown): readonly string[] {
  return listOf(list).flatMap((one) => {
    const { name, enabled } = fieldsOf(one);
    const found = textOf(one) ?? (enabled === false ? undefined : textOf(name));
    return found === undefined ? [] : [found];
  });
}

/** Returns the names in a list that Codex adds to the instructions. Its table of folders has other entries. */
export function namesInInstructions(text: string): readonly string[] {
  const [, list] =
    /### Available skills\n([\s\S]*?)(?:\n#|<\/skills_instructions>|$)/.exec(text.slice(0, MAX_LIST)) ?? [];
  return list === undefined ? [] : namesOfLines(list);
}

/** The places in a client's list of skills. */
export interface ListedPlaces {
  /** The folders of skills by their names. */
  readonly folders: ReadonlyMap<string, string>;
  /** The folders that short names such as `r0` stand for. */
  readonly aliases: ReadonlyMap<string, string>;
}

/** Returns the places in a list that Codex adds to the instructions: `(file: r0/brewer/SKILL.md)` and its table of folders. */
export function placesInInstructions(text: string): ListedPlaces {
  const start = text.slice(0, MAX_LIST);
  const folders = new Map<string, string>();
  const aliases = new Map<string, string>();
  for (const [, alias = '', folder = ''] of start.matchAll(/^- `(r\d{1,4})` = `([^`\n]{1,1000})`$/gm))
    aliases.set(alias, folder);
  for (const [, name = '', path = ''] of start.matchAll(FILE)) {
    const [, alias = '', rest = ''] = /^(r\d+)\/(.*)$/.exec(path) ?? [];
    const root = aliases.get(alias);
    // Without the table, the folder is not known.
    if (alias === '' || root !== undefined) folders.set(name, root === undefined ? path : `${root}/${rest}`);
  }
  return { folders, aliases };
}

/** Returns the names that an attachment of Claude Code adds: a list of skills, or those of a folder that it found. */
export function namesInAttachment(attachment: Fields): readonly string[] {
  const { type, names, skillNames, content } = attachment;
  if (type === 'dynamic_skill') return namesIn(skillNames);
  if (type !== 'skill_listing') return [];
  const listed = namesIn(names);
  return listed.length > 0 ? listed : namesOfLines((textOf(content) ?? '').slice(0, MAX_LIST));
}

/** Returns the names in VS Code's note about skills that were found, which shortens long lists. */
export function namesInDiscovery(details: string): readonly string[] {
  const [, names = ''] = /\bloaded: \[([^\]]{0,20000})\]/.exec(details) ?? [];
  return names.split(/,\s*/).filter((name) => name !== '' && name !== '...');
}

function namesOfLines(list: string): readonly string[] {
  return [...list.matchAll(ENTRY)].map(([, name = '']) => name);
}
