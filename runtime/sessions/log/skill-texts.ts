/** The texts of skills in the results of tools, which each client delivers in its own form. */
import { readFrontmatter, slashedPath } from '../../../skill/index.ts';
import type { Json } from '../../protocol/events.ts';
import { fieldsOf, isFields, listOf, textOf } from '../../text/values.ts';

/** Maximum length of a skill's text that is parsed, and of the list of files at its end, in characters. */
export const MAX_TEXT = 500_000;
const MAX_LIST = 50_000;

/** The folder in the texts of Claude Code and others, and in what Gemini CLI shows its user, which its output contains. */
const FOLDERS = [
  /^Base directory for this skill:(.*)$/m,
  /^Skill .* activated\. Resources loaded from `([^`\n]+)`/m,
] as const;

/** Returns the folder that the client announces with the text of a skill. */
export function baseFolder(text: string): string | undefined {
  const start = text.slice(0, 4000);
  const found = FOLDERS.map((pattern) => pattern.exec(start)?.[1]);
  const folder = (found.find((one) => one !== undefined) ?? rootOfTree(text))?.trim();
  return folder === undefined || folder === '' ? undefined : folder.replace(/^file:\/\//, '');
}

/** The first line of a result of a tool for skills that only says that a skill was loaded. */
const NOTICE =
  /^(?:\W{0,3}skill\b[^\n]{0,200}\b(?:activated|loaded|launched|invoked|enabled)\b|(?:launching|loading|loaded|activated|activating|using|running|invoked) (?:the )?skill\b|successfully (?:loaded|activated)\b)/i;
/** A line of a tree of files, its head, and the end of a notice. */
const TREE = /^(?:[\s│├└|+─-].*|showing up to \d.*|\S*[/\\]|follow the instructions.*|resources loaded from.*)$/i;
/** Maximum number of other lines of a notice. */
const MAX_NOTICE = 2;

/** True if a result of a tool for skills says that a skill was loaded, without its text. */
export function isNotice(text: string): boolean {
  const lines = text
    .slice(0, 20_000)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const [first] = lines;
  if (first === undefined) return true;
  return NOTICE.test(first.trim()) && lines.slice(1).filter((line) => !TREE.test(line)).length <= MAX_NOTICE - 1;
}

/** Returns the folder at the top of the tree of files that Gemini CLI adds to a skill. */
function rootOfTree(text: string): string | undefined {
  const start = text.lastIndexOf('<available_resources>');
  if (start === -1) return undefined;
  const lines = text.slice(start, start + 4000).split('\n', 8);
  const root = lines.find((line, index) => {
    const isRoot = /[/\\]\s*$/.test(line) || /^\s*[│├└|+`]/.test(lines[index + 1] ?? '');
    return isRoot && /^\s*(?:\/|[A-Za-z]:\\)/.test(line);
  });
  return root?.trim().replace(/(?<=.)[/\\]$/, '');
}

/** An entry in such a tree: its depth by the four characters of each level, and its name, a folder's with a separator. */
const ENTRY = /^((?:[│ ] {3})*)[├└]─{2,3} ?([^│├└]+)$/;
/** A bundled file in the result of opencode's tool for skills. */
const LISTED = /^<file>([^<\n]{1,1000})<\/file>$/gm;

/**
 * Returns the bundled files that a client lists with a skill, relative to the skill's folder: as a tree, as Gemini CLI does, or
 * by their absolute paths, as opencode does. A list need not have all files.
 * @param folder the skill's folder; undefined if it is not known
 */
export function listedFiles(text: string, folder: string | undefined): readonly string[] {
  const list = text.slice(-MAX_LIST);
  if (folder !== undefined && /<skill_files>/.test(list))
    return [...list.slice(list.lastIndexOf('<skill_files>')).matchAll(LISTED)].flatMap(([, path = '']) => {
      const plain = slashedPath(path);
      const start = `${slashedPath(folder)}/`;
      return plain.startsWith(start) ? [plain.slice(start.length)] : [];
    });
  const start = list.lastIndexOf('<available_resources>');
  return start >= 0 || isNotice(text) ? filesOfTree(list.slice(Math.max(0, start))) : [];
}

function filesOfTree(text: string): readonly string[] {
  const files: string[] = [];
  const folders: string[] = [];
  for (const line of text.split('\n')) {
    const [, indent, name = ''] = ENTRY.exec(line.trimEnd()) ?? [];
    if (indent === undefined) continue;
    const depth = indent.length / 4;
    folders.length = Math.min(folders.length, depth);
    if (/[/\\]$/.test(name)) folders[depth] = name.slice(0, -1);
    // The content of a folder with dots is left out. What is below one that is not in the list has no path.
    else if (!name.endsWith('...') && folders.length === depth) files.push([...folders, name].join('/'));
  }
  return files;
}

/** Returns the text that a result shows to the model. */
export function plainText(value: Json): string {
  if (typeof value === 'string') return value;
  const texts = listOf(value).map((part) => textOf(fieldsOf(part).text) ?? textOf(part) ?? '');
  if (texts.length > 0) return texts.join('\n');
  if (!isFields(value)) return '';
  return Object.values(value)
    .filter((part) => typeof part === 'string')
    .join('\n');
}

/** Maximum number of the first line of a part. */
const MAX_LINE_NUMBER = 100_000;

/**
 * Removes the line numbers that some clients put before each line, and everything before the text of a file. A part of a file
 * begins with as many empty lines as come before it, so that its lines have their numbers.
 */
export function withoutLineNumbers(text: string): string {
  const plain = /^ *1(?:→|\t|: |\. )/.test(text) ? text.replace(/^ *\d+(?:→|\t|: |\. )/gm, '') : partOf(text);
  // Codex and others put the exit code first.
  return plain.replace(/^[\s\S]{0,300}?^Output:\n(?=---\n)/m, '');
}

/** Removes the line numbers of a part of a file, whose first lines have consecutive ones. Other texts are unchanged. */
function partOf(text: string): string {
  const [, first = '', second] = /^ *(\d{1,6})(?:→|\t)[^\n]*(?:\n *(\d{1,6})(?:→|\t)|$)/.exec(text) ?? [];
  const number = Number(first);
  if (first === '' || number > MAX_LINE_NUMBER || (second !== undefined && Number(second) !== number + 1)) return text;
  return '\n'.repeat(Math.max(0, number - 1)) + text.replace(/^ *\d+(?:→|\t)/gm, '');
}

/** Returns the name in the frontmatter of a SKILL.md; undefined if it has none. */
export function nameIn(text: string): string | undefined {
  const { frontmatter } = readFrontmatter(text.slice(0, MAX_TEXT));
  return frontmatter.kind === 'valid' ? textOf(frontmatter.data.name) : undefined;
}
