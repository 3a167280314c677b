/** Finds names of files in code that no rule reads as paths: a script run by its name alone, a Python module. */
import { type Bundle, extension, type Range } from '../../skill/index.ts';
import type { Change } from './change.ts';

/** An interpreter with options, directly before the script's name. */
const RUNNER =
  /(?:^|[\s`"'(|;&])(?:python[\d.]*|py|bash|sh|zsh|node|bun|tsx|deno run|ruby|perl|pwsh|source|uv run(?: python)?)(?: +-[\w=-]+)* +(?:\.\/)?$/;
/** Maximum distance from a name to the start of its command, in UTF-16 units. */
const MAX_DISTANCE = 120;

/** Returns true if a command runs the file at a range. */
export function isRun(text: string, { start }: Range): boolean {
  const line = text.slice(Math.max(0, start - MAX_DISTANCE, text.lastIndexOf('\n', start - 1) + 1), start);
  return RUNNER.test(line);
}

/** A moved file or folder; both paths relative to the skill. */
export interface OwnMove {
  readonly own: string;
  readonly to: string;
  readonly isFolder: boolean;
}

/** `from a.b import`, `import a.b`, `python -m a.b`; the first group is a module with at least two names. */
const MODULE = /(?:^|[\s;`"'])(?:from|import|-m)[ \t]+([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)/gm;
const PYTHON = '.py';

/** Returns changes of modules that are moved bundled files; none if the new name is not valid for a module. */
export function moduleWords(text: string, bundle: Bundle, move: OwnMove): readonly Change[] {
  const isMeant = move.isFolder || extension(move.own) === PYTHON;
  if (!isMeant || !/\b(?:import|-m)\b/.test(text)) return [];
  return [...text.matchAll(MODULE)].flatMap((match): readonly Change[] => {
    const module = match[1] ?? '';
    const file = fileOf(module, bundle);
    if (file === undefined) return [];
    const moved = movedFile(file, move);
    const newModule = moved && moduleOf(moved, module.split('.').length);
    if (newModule === undefined || newModule === module) return [];
    const start = match.index + match[0].length - module.length;
    return [{ range: { start, end: start + module.length }, text: newModule }];
  });
}

/** Returns the only bundled file of a module. */
function fileOf(module: string, { files }: Bundle): string | undefined {
  const path = module.replaceAll('.', '/') + PYTHON;
  const found = [...files].filter((file) => file === path || file.endsWith(`/${path}`));
  return found.length === 1 ? found[0] : undefined;
}

function movedFile(file: string, { own, to, isFolder }: OwnMove): string | undefined {
  if (!isFolder) return file === own ? to : undefined;
  return file.startsWith(`${own}/`) ? to + file.slice(own.length) : undefined;
}

/** Returns the dotted name of a file, from the last `count` names of its path. */
function moduleOf(file: string, count: number): string | undefined {
  if (extension(file) !== PYTHON) return undefined;
  const names = file.slice(0, -PYTHON.length).split('/').slice(-count);
  return names.every((name) => /^[A-Za-z_]\w*$/.test(name)) ? names.join('.') : undefined;
}
