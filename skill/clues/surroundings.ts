/**
 * Structures around a path that go beyond its sentence: titles, program output, headings, and lists of a project's
 * files.
 */

import { basename } from '../files/paths.ts';
import type { Bundle, Range } from '../model/model.ts';
import { anyOf } from '../text/any-of.ts';
import { lineAround } from '../text/lines.ts';

/** Returns true if the path is a comment on the first line of a fence, so the fence shows the content of that file. */
export const isTitleOfFence = (content: string, at: number, path: string): boolean => {
  // Bounded, since it is evaluated for every path in the fence.
  if (at > 1_000) return false;
  const head = content.slice(0, at).replace(/^\s*#!.*\n/, '');
  const [rest = ''] = content.slice(at).split('\n', 1);
  return (
    /^\s*(?:#|\/\/|--|<!--|\/\*|;)\s*\S*$/.test(head) &&
    rest.length <= path.length + 40 &&
    /\S/.test(content.slice(at + rest.length))
  );
};

const KINDS_OF_OUTPUT = ['example', 'sample', 'expected', 'typical', 'console', 'terminal'];
const OUTPUT_NOUNS = ['output', 'result', 'report', 'log', 'response'];
const PROGRAMS = ['script', 'command', 'tool', 'it', 'run', 'program'];
const PRINTS = ['prints?', 'outputs', 'logs', 'reports', 'displays'];
/** "Example output …", "the script prints …", "Output …". */
const PRINTED = anyOf([
  `\\b${anyOf(KINDS_OF_OUTPUT)}\\s+${anyOf(OUTPUT_NOUNS)}s?\\b`,
  `\\b${anyOf(PROGRAMS)}\\s+(?:will\\s+|then\\s+)?${anyOf(PRINTS)}\\b`,
  '^[\\s#*_>-]*(?:output|results?)\\b',
]);
/** "Print …", unless it is followed by the order of commands to run. */
const TO_PRINT = '^[\\s#*_>\\d.-]*(?:print|display|report|emit)\\b';
const NOT_IN_ORDER = '(?![^`]*\\b(?:run|in (?:this|the|that) (?:[\\w-]+ )?order)\\b[^.!?`]*$)';
/** Introduces the output of a program, shown in a fence or indented; not "Report generation, in this order:". */
const OUTPUT_INTRODUCTION = new RegExp(
  anyOf([`${PRINTED}[^.!?\`]*:[*_\\s]*$`, `${TO_PRINT}${NOT_IN_ORDER}[^\`]*:[*_\\s]*$`]),
  'i',
);
/** Returns true if the last line above `at` that is not indented introduces the output of a program. */
export function isProgramOutput(section: string, at: number): boolean {
  const lines = section.slice(Math.max(0, at - 1_200), at).split('\n');
  const intro = lines.findLast((line) => line.trim() !== '' && !/^[ \t]/.test(line));
  return intro !== undefined && OUTPUT_INTRODUCTION.test(intro);
}

/** Says that a folder is empty, in the first line below a heading that names the folder. */
const IS_EMPTY =
  /\b(?:no|none|not|without|empty|unused|nothing)\b|n(?:'|’)t\b|ません|ない|なし|没有|沒有|暂无|无需|없/i;
/** Returns true if the path is the entire text of a heading whose first line says that the folder is empty. */
export function isHeadingOfEmptyFolder(section: string, { start, end }: Range): boolean {
  const line = lineAround(section, { start, end });
  if (!/^#{1,6}[ \t]+[`*_]*$/.test(section.slice(line.start, start))) return false;
  const [first = ''] = section
    .slice(line.end, line.end + 600)
    .trimStart()
    .split('\n');
  return !/^[-*+#|>`]/.test(first) && IS_EMPTY.test(first);
}

const SOURCE_FOLDERS = [
  'src',
  'lib',
  'app',
  'apps',
  'packages',
  'tests?',
  'docs?',
  'public',
  'static',
  'dist',
  'build',
];
const MORE_FOLDERS = ['config', 'components', 'pages', 'node_modules', 'vendor', 'cmd', 'internal', 'pkg'];
const HIDDEN_FOLDER = '\\.(?!\\.)[\\w-]+';
const CONFIG_FILES = ['package\\.json', 'mkdocs\\.yml', 'pyproject\\.toml', 'cargo\\.toml', 'go\\.mod', 'makefile'];
const MORE_FILES = ['dockerfile', 'pom\\.xml', 'tsconfig\\.json', 'requirements\\.txt', 'setup\\.py', 'gemfile'];
/** Files and folders that are common at the root of a project and rare in a skill. */
const PROJECT_PATH = new RegExp(
  `^(?:\\.\\/)?${anyOf([
    `${anyOf([...SOURCE_FOLDERS, ...MORE_FOLDERS, HIDDEN_FOLDER])}(?:\\/|$)`,
    `${anyOf([...CONFIG_FILES, ...MORE_FILES])}$`,
  ])}`,
  'i',
);
const ITEM = '[`"\']?(?:[\\w.@-]+\\/)*[\\w.@*-]*[\\w\\/*][`"\']?';
const SEPARATOR = '\\s*(?:,|、|\\+|\\/(?=[\\s`])|&|\\band\\b|\\bor\\b|, and|, or)\\s*';
// eslint-disable-next-line regexp/no-super-linear-move -- reads at most 200 units
const ITEMS_BEFORE = new RegExp(`((?:${ITEM}${SEPARATOR}){1,8})[\`"']?$`, 'i');
const ITEMS_AFTER = new RegExp(`^[\`"']?((?:${SEPARATOR}${ITEM}){1,8})`, 'i');
const LIST_ITEM = /^[ \t]*(?:[-*+]|\d+[.)])[ \t]+`([^`\s]+)`/;

/**
 * Returns true if a path is enumerated together with files or folders of a project that the skill does not bundle:
 * "`mkdocs.yml` + `scripts/build.py`", "src/, docs/ and scripts/". In a list, the items above and below count too.
 */
export function isListedWithProject(text: string, range: Range, bundle: Bundle): boolean {
  const line = lineAround(text, range);
  const before = text.slice(Math.max(line.start, range.start - 200), range.start);
  const after = text.slice(range.end, Math.min(line.end, range.end + 200));
  const listed = [ITEMS_BEFORE.exec(before)?.[1] ?? '', ITEMS_AFTER.exec(after)?.[1] ?? '']
    // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 200 units
    .flatMap((items) => items.split(new RegExp(SEPARATOR, 'i')))
    .map((item) => item.replace(/[`"']/g, ''));
  if (/^[ \t]*(?:[-*+]|\d+[.)])[ \t]+`$/.test(before)) {
    const above =
      text
        .slice(Math.max(0, line.start - 200), Math.max(0, line.start - 1))
        .split('\n')
        .at(-1) ?? '';
    const below = text.slice(line.end + 1, line.end + 200).split('\n', 1)[0] ?? '';
    listed.push(...[above, below].map((one) => LIST_ITEM.exec(one)?.[1] ?? ''));
  }
  return listed.some((item) => PROJECT_PATH.test(item) && !isBundled(item, bundle));
}

function isBundled(item: string, { files, folders }: Bundle): boolean {
  const clean = item.replace(/^\.\//, '').replace(/\/$/, '');
  const [first = ''] = clean.split('/');
  return files.has(clean) || folders.has(first) || [...files].some((file) => basename(file) === basename(clean));
}

/** Returns the start of the content of the fence that follows immediately; undefined if none does. */
export const fenceBelow = (text: string, at: number): string | undefined =>
  /^\s*(?:```|~~~)[^\n]*\n([\s\S]*)/.exec(text.slice(at, at + 800))?.[1]?.split(/^[ \t]*(?:```|~~~)/m, 1)[0];
