import { execFile } from 'node:child_process';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, parse, sep } from 'node:path';
import { cacheFolder, configFolder, dataFolder } from '../../skill/disk.ts';
import { splitEnvironment } from '../protocol/environment.ts';
import type { ScriptFailure } from './executor.ts';

export interface Interpreter {
  readonly kind: 'interpreter';
  /** Absolute path, links followed. */
  readonly path: string;
  /** What it needs that may lie outside the system's folders. */
  readonly needs: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Arguments with which it starts and ends at once, well. */
  readonly trial: readonly string[];
}

type Kind = 'python' | 'bash' | 'shell' | 'node';

const KINDS: Readonly<Record<string, Kind>> = {
  py: 'python',
  sh: 'shell',
  bash: 'bash',
  js: 'node',
  mjs: 'node',
  cjs: 'node',
};

/** What a person has to do where an interpreter is missing. */
const MISSING: Readonly<Record<Kind, string>> = {
  python:
    'Python 3 was not found: no python3 or python on PATH starts. Install it from https://www.python.org/downloads/ or with the package manager (apt install python3, brew install python, winget install Python.Python.3.13), then run again.',
  bash: 'bash was not found on PATH. Install it with the package manager (apt install bash, apk add bash, brew install bash; on Windows it comes with https://git-scm.com/download/win), then run again.',
  shell:
    'A shell was not found: neither bash nor sh on PATH. On Windows bash comes with https://git-scm.com/download/win; install it, then run again.',
  node: 'Node.js was not found. Install it from https://nodejs.org/, then run again.',
};

const found = new Map<Kind, Promise<Interpreter | undefined>>();

/** The interpreter for a script by its extension; looked for once a process, where it is there. */
export async function interpreterFor(path: string): Promise<Interpreter | ScriptFailure> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';
  const kind = KINDS[extension];
  if (kind === undefined) {
    const supported = Object.keys(KINDS).map((one) => `.${one}`);
    const what = extension === '' ? 'a script without an extension' : `.${extension}`;
    const message = `Cannot run ${what}. Supported: ${supported.join(', ')}.`;
    return { kind: 'failed', code: 'UNSUPPORTED_SCRIPT_TYPE', message };
  }
  const search = found.get(kind) ?? find(kind);
  found.set(kind, search);
  const interpreter = await search;
  if (interpreter !== undefined) return interpreter;
  // It may be installed while the process goes on, as the message says.
  found.delete(kind);
  return { kind: 'failed', code: 'INTERPRETER_NOT_FOUND', message: MISSING[kind] };
}

async function find(kind: Kind): Promise<Interpreter | undefined> {
  if (kind === 'node') return hostNode();
  if (kind !== 'python') {
    const path = (kind === 'bash' ? onPath(['bash']) : onPath(['bash', 'sh'])).find((one) => !isWindowsLinux(one));
    return path === undefined ? undefined : interpreter(path, [path], ['-c', ':']);
  }
  for (const candidate of onPath(['python3', 'python'])) {
    const python = await describePython(candidate);
    if (python !== undefined) return python;
  }
  return undefined;
}

/** Windows' own bash.exe runs scripts in its Linux, where our folders have other names. */
function isWindowsLinux(path: string): boolean {
  return process.platform === 'win32' && /\\(?:system32|windowsapps)\\/i.test(path);
}

/** The Node that runs us: in the editor that is Electron, which is Node only when asked. */
function hostNode(): Interpreter {
  const path = realpathSync(process.execPath);
  const electron = 'electron' in process.versions;
  return {
    kind: 'interpreter',
    path,
    // All of the program: on macOS that is the whole `.app`.
    needs: outsideSystem([electron ? (/^.*?\.app(?=\/)/.exec(path)?.[0] ?? dirname(path)) : path]),
    environment: electron ? { ELECTRON_RUN_AS_NODE: '1' } : {},
    trial: ['-e', '0'],
  };
}

/**
 * Asks a Python where it really lives: `python3` may be a shim that picks a version (pyenv), which would not work in a
 * sandbox. Isolated (`-I`) and away from the workspace, so that no file there is imported.
 */
export function describePython(path: string): Promise<Interpreter | undefined> {
  const ask = 'import json, sys; print(json.dumps([sys.executable, sys.prefix, sys.base_prefix]))';
  return new Promise((resolve) => {
    const options = { cwd: parse(path).root, timeout: 10_000, env: environmentOfShim() };
    execFile(path, ['-I', '-c', ask], options, (error, stdout) => {
      if (error !== null) return resolve(undefined);
      try {
        const [executable, ...prefixes] = JSON.parse(stdout) as readonly string[];
        resolve(executable === undefined ? undefined : interpreter(executable, prefixes, ['-c', 'pass']));
      } catch {
        resolve(undefined);
      }
    });
  });
}

/** By what shims find the Python that was chosen. */
const CHOICE =
  /^(?:PYENV_(?:ROOT|VERSION|DIR)|ASDF_(?:DIR|DATA_DIR|PYTHON_VERSION)|MISE_(?:DATA_DIR|CONFIG_DIR|PYTHON_VERSION)|VIRTUAL_ENV|CONDA_PREFIX)$/;

/** Nothing else of ours: a script that runs meanwhile without a sandbox can look at what a process was started with. */
function environmentOfShim(): Readonly<Record<string, string>> {
  const { shown, told } = splitEnvironment(process.env);
  return { ...shown, ...Object.fromEntries(Object.entries(told).filter(([name]) => CHOICE.test(name))) };
}

function interpreter(path: string, needs: readonly string[], trial: readonly string[]): Interpreter {
  return { kind: 'interpreter', path, needs: outsideSystem([path, ...needs]), environment: {}, trial };
}

/**
 * What a sandbox has to add to the system's own folders. Never the root, a home folder or one in which a person's settings
 * and data lie, as `~/.local` is where a Python was built for it: what programs have in there alone.
 */
function outsideSystem(paths: readonly string[]): readonly string[] {
  const real = paths.flatMap((path) => [path, ...quietReal(path)]);
  const home = homedir();
  const own = [home, dataFolder(), configFolder(), cacheFolder()].flatMap((path) => [path, ...quietReal(path)]);
  const holdsOwn = (path: string): boolean => own.some((one) => one === path || one.startsWith(path + sep));
  const narrow = real
    .filter((path) => path !== parse(path).root)
    .flatMap((path) => (holdsOwn(path) ? ['bin', 'lib', 'lib64'].map((part) => join(path, part)) : [path]));
  return [...new Set(narrow)].filter((path) => !/^\/(?:usr|bin|sbin|lib|lib64)(?:\/|$)/.test(path));
}

function quietReal(path: string): readonly string[] {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}

/** Executable files of these names in the folders of PATH, in order; relative entries of PATH are left out. */
export function onPath(names: readonly string[]): readonly string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  const hits: string[] = [];
  for (const name of names)
    for (const folder of folders)
      for (const ending of endings) {
        const path = join(folder, name + ending);
        if (isExecutable(path)) hits.push(path);
      }
  return hits;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
