/** Finds the interpreter of a script. */
import { execFile } from 'node:child_process';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, parse, sep } from 'node:path';
import { cacheFolder, configFolder, dataFolder } from '../../skill/disk.ts';
import { own } from '../../skill/index.ts';
import { splitEnvironment } from '../secrets/split-environment.ts';
import type { ScriptFailure } from './executor.ts';

export interface Interpreter {
  readonly kind: 'interpreter';
  /** Absolute path, links resolved. */
  readonly path: string;
  /** Files and folders that it needs outside the system's folders. */
  readonly needs: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Arguments that make it exit immediately with success. */
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

/** Advice if an interpreter is missing. */
const INSTALL_ADVICE: Readonly<Record<Kind, string>> = {
  python:
    'Install Python 3 from https://www.python.org/downloads/ or with the package manager, then run again: neither python3 nor python on PATH works.',
  bash: 'Install bash with the package manager (on Windows from https://git-scm.com/download/win), then run again: there is no bash on PATH.',
  shell:
    'Install a shell (on Windows bash from https://git-scm.com/download/win), then run again: there is neither bash nor sh on PATH.',
  node: 'Install Node.js from https://nodejs.org/, then run again: it was not found.',
};

const cache = new Map<Kind, Promise<Interpreter | undefined>>();

/** Returns the interpreter for a script by its extension. It is searched for once per process, if it exists. */
export async function interpreterFor(path: string): Promise<Interpreter | ScriptFailure> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';
  const kind = own(KINDS, extension);
  if (kind === undefined) {
    const supported = Object.keys(KINDS).map((one) => `.${one}`);
    const what = extension === '' ? 'a script without an extension' : `.${extension}`;
    const message = `Cannot run ${what}. Supported: ${supported.join(', ')}.`;
    return { kind: 'failed', code: 'UNSUPPORTED_SCRIPT_TYPE', message };
  }
  const search = cache.get(kind) ?? locate(kind);
  cache.set(kind, search);
  const interpreter = await search;
  if (interpreter !== undefined) return interpreter;
  // Not cached, as the user may install it while this process is running.
  cache.delete(kind);
  return { kind: 'failed', code: 'INTERPRETER_NOT_FOUND', message: INSTALL_ADVICE[kind] };
}

async function locate(kind: Kind): Promise<Interpreter | undefined> {
  if (kind === 'node') return hostNode();
  if (kind !== 'python') {
    const path = (kind === 'bash' ? onPath(['bash']) : onPath(['bash', 'sh'])).find((one) => !isWslBash(one));
    return path === undefined ? undefined : createInterpreter(path, [path], ['-c', ':']);
  }
  for (const candidate of onPath(['python3', 'python'])) {
    const python = await resolvePython(candidate);
    if (python !== undefined) return python;
  }
  return undefined;
}

/** True for Windows' own bash.exe, which runs scripts in WSL, where our folders have other paths. */
function isWslBash(path: string): boolean {
  return process.platform === 'win32' && /\\(?:system32|windowsapps)\\/i.test(path);
}

/** Returns the Node that runs this process. In the editor that is Electron, which acts as Node only on request. */
function hostNode(): Interpreter {
  const path = realpathSync(process.execPath);
  const electron = 'electron' in process.versions;
  return {
    kind: 'interpreter',
    path,
    // The entire program: on macOS that is the `.app`.
    needs: outsideSystem([electron ? (/^.*?\.app(?=\/)/.exec(path)?.[0] ?? dirname(path)) : path]),
    environment: electron ? { ELECTRON_RUN_AS_NODE: '1' } : {},
    trial: ['-e', '0'],
  };
}

/**
 * Resolves a Python to its real executable: `python3` may be a shim that selects a version (pyenv), which would not work in
 * a sandbox. Runs isolated (`-I`) and outside the workspace, so that no file there is imported.
 */
export function resolvePython(path: string): Promise<Interpreter | undefined> {
  const ask = 'import json, sys; print(json.dumps([sys.executable, sys.prefix, sys.base_prefix]))';
  return new Promise((resolve) => {
    const options = { cwd: parse(path).root, timeout: 10_000, env: shimEnvironment() };
    execFile(path, ['-I', '-c', ask], options, (error, stdout) => {
      if (error !== null) return resolve(undefined);
      try {
        const [executable, ...prefixes] = JSON.parse(stdout) as readonly string[];
        resolve(executable === undefined ? undefined : createInterpreter(executable, prefixes, ['-c', 'pass']));
      } catch {
        resolve(undefined);
      }
    });
  });
}

/** Variables by which shims find the selected Python. */
const VERSION_VARIABLES =
  /^(?:PYENV_(?:ROOT|VERSION|DIR)|ASDF_(?:DIR|DATA_DIR|PYTHON_VERSION)|MISE_(?:DATA_DIR|CONFIG_DIR|PYTHON_VERSION)|VIRTUAL_ENV|CONDA_PREFIX)$/;

/** Excludes everything else of ours: a concurrent script without a sandbox can read the environment of a process. */
function shimEnvironment(): Readonly<Record<string, string>> {
  const { inherited, piped } = splitEnvironment(process.env);
  return {
    ...inherited,
    ...Object.fromEntries(Object.entries(piped).filter(([name]) => VERSION_VARIABLES.test(name))),
  };
}

function createInterpreter(path: string, needs: readonly string[], trial: readonly string[]): Interpreter {
  return { kind: 'interpreter', path, needs: outsideSystem([path, ...needs]), environment: {}, trial };
}

/**
 * Returns the paths that a sandbox must add to the system's own folders. Never the root, a home folder or a folder with the
 * user's settings and data, such as `~/.local`, where a Python may be installed: only its subfolders for programs.
 */
function outsideSystem(paths: readonly string[]): readonly string[] {
  const real = paths.flatMap((path) => [path, ...realPathsOf(path)]);
  const home = homedir();
  const userFolders = [home, dataFolder(), configFolder(), cacheFolder()].flatMap((path) => [
    path,
    ...realPathsOf(path),
  ]);
  const containsUserFolder = (path: string): boolean =>
    userFolders.some((one) => one === path || one.startsWith(path + sep));
  const narrow = real
    .filter((path) => path !== parse(path).root)
    .flatMap((path) => (containsUserFolder(path) ? ['bin', 'lib', 'lib64'].map((part) => join(path, part)) : [path]));
  return [...new Set(narrow)].filter((path) => !/^\/(?:usr|bin|sbin|lib|lib64)(?:\/|$)/.test(path));
}

function realPathsOf(path: string): readonly string[] {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}

/** Returns the executable files with these names on PATH, in order. Relative entries of PATH are ignored. */
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
