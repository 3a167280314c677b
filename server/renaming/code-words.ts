/** Names of files in code that no rule reads as paths: a script run by its name alone, a module of Python. */
import { type Bundle, extension, type Range } from '../../skill/index.ts';
import type { Change } from './change.ts';

/** A program that takes a script, with its options, at the end of what stands before the script's name. */
const RUNNER =
  /(?:^|[\s`"'(|;&])(?:python[\d.]*|py|bash|sh|zsh|node|bun|tsx|deno run|ruby|perl|pwsh|source|uv run(?: python)?)(?: +-[\w=-]+)* +(?:\.\/)?$/;
/** How far before a name its command is looked for, in UTF-16 units. */
const REACH = 120;

/** Whether a command runs what is named at a place. */
export function isRun(text: string, { start }: Range): boolean {
  const line = text.slice(Math.max(0, start - REACH, text.lastIndexOf('\n', start - 1) + 1), start);
  return RUNNER.test(line);
}

/** A file or folder that moves; both paths relative to the skill. */
export interface OwnMove {
  readonly own: string;
  readonly to: string;
  readonly isFolder: boolean;
}

/** `from a.b import`, `import a.b`, `python -m a.b`; the first group is the module, of two names at least. */
const MODULE = /(?:^|[\s;`"'])(?:from|import|-m)[ \t]+([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)/gm;
const PYTHON = '.py';

/** Modules of a text that are bundled files which move, by their dotted names; none where the new name cannot be a module's. */
export function moduleWords(text: string, bundle: Bundle, move: OwnMove): readonly Change[] {
  const isMeant = move.isFolder || extension(move.own) === PYTHON;
  if (!isMeant || !/\b(?:import|-m)\b/.test(text)) return [];
  return [...text.matchAll(MODULE)].flatMap((match): readonly Change[] => {
    const module = match[1] ?? '';
    const file = fileOf(module, bundle);
    if (file === undefined) return [];
    const moved = movedFile(file, move);
    const anew = moved && moduleOf(moved, module.split('.').length);
    if (anew === undefined || anew === module) return [];
    const start = match.index + match[0].length - module.length;
    return [{ range: { start, end: start + module.length }, text: anew }];
  });
}

/** The one bundled file that a module is. */
function fileOf(module: string, { files }: Bundle): string | undefined {
  const path = module.replaceAll('.', '/') + PYTHON;
  const found = [...files].filter((file) => file === path || file.endsWith(`/${path}`));
  return found.length === 1 ? found[0] : undefined;
}

function movedFile(file: string, { own, to, isFolder }: OwnMove): string | undefined {
  if (!isFolder) return file === own ? to : undefined;
  return file.startsWith(`${own}/`) ? to + file.slice(own.length) : undefined;
}

/** The dotted name of a file by the last `count` names of its path. */
function moduleOf(file: string, count: number): string | undefined {
  if (extension(file) !== PYTHON) return undefined;
  const names = file.slice(0, -PYTHON.length).split('/').slice(-count);
  return names.every((name) => /^[A-Za-z_]\w*$/.test(name)) ? names.join('.') : undefined;
}
