import { execFile } from 'node:child_process';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, parse } from 'node:path';
import type { ScriptFailure } from './executor.ts';

export interface Interpreter {
  readonly kind: 'interpreter';
  /** Absolute path, links followed. */
  readonly path: string;
  /** What it needs that may lie outside the system's folders. */
  readonly needs: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

const KINDS: Readonly<Record<string, 'python' | 'shell' | 'node'>> = {
  py: 'python',
  sh: 'shell',
  bash: 'shell',
  js: 'node',
  mjs: 'node',
  cjs: 'node',
};

const found = new Map<string, Promise<Interpreter | undefined>>();

/** The interpreter for a script by its extension; looked for once a process. */
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
  const wanted = { python: 'Python 3 (python3)', shell: 'a shell (bash or sh)', node: 'Node.js' }[kind];
  return { kind: 'failed', code: 'INTERPRETER_NOT_FOUND', message: `${wanted} is not installed on this machine.` };
}

async function find(kind: 'python' | 'shell' | 'node'): Promise<Interpreter | undefined> {
  if (kind === 'node') return hostNode();
  if (kind === 'shell') {
    const path = onPath(['bash', 'sh'])[0];
    return path === undefined ? undefined : interpreter(path, [path]);
  }
  for (const candidate of onPath(['python3', 'python'])) {
    const python = await describePython(candidate);
    if (python !== undefined) return python;
  }
  return undefined;
}

/** The Node that runs us: in the editor that is Electron, which is Node only when asked. */
function hostNode(): Interpreter {
  const path = realpathSync(process.execPath);
  const electron = 'electron' in process.versions;
  return {
    kind: 'interpreter',
    path,
    needs: outsideSystem([electron ? dirname(path) : path]),
    environment: electron ? { ELECTRON_RUN_AS_NODE: '1' } : {},
  };
}

/**
 * Asks a Python where it really lives: `python3` may be a shim that picks a version (pyenv), which would not work in a
 * sandbox. Isolated (`-I`) and away from the workspace, so that no file there is imported.
 */
function describePython(path: string): Promise<Interpreter | undefined> {
  const ask = 'import json, sys; print(json.dumps([sys.executable, sys.prefix, sys.base_prefix]))';
  return new Promise((resolve) => {
    execFile(path, ['-I', '-c', ask], { cwd: parse(path).root, timeout: 10_000 }, (error, stdout) => {
      if (error !== null) return resolve(undefined);
      try {
        const [executable, ...prefixes] = JSON.parse(stdout) as readonly string[];
        resolve(executable === undefined ? undefined : interpreter(executable, prefixes));
      } catch {
        resolve(undefined);
      }
    });
  });
}

function interpreter(path: string, needs: readonly string[]): Interpreter {
  return { kind: 'interpreter', path, needs: outsideSystem([path, ...needs]), environment: {} };
}

/** What a sandbox has to add to the system's own folders; never a whole home folder or the root. */
function outsideSystem(paths: readonly string[]): readonly string[] {
  const real = paths.flatMap((path) => [path, ...quietReal(path)]);
  return [...new Set(real)].filter(
    (path) => !/^\/(?:usr|bin|sbin|lib|lib64)(?:\/|$)/.test(path) && path !== homedir() && path !== parse(path).root,
  );
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
