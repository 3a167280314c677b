/** The language server in Neovim, with its built-in features. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { serverBundle } from './language-server-client.ts';

const cliBundle = join(import.meta.dirname, '../../dist/cli.mjs');
const version = versionOf('nvim');

/** Returns the first line of a program's version output; undefined if it is not installed. */
function versionOf(program: string): string | undefined {
  const { stdout, status } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n', 1)[0] : undefined;
}

let folder: string | undefined;
afterEach(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  folder = undefined;
});

interface NeovimResult {
  readonly failure?: string;
  readonly diagnostics: readonly (readonly [code: string, line: number, message: string])[];
  readonly completion?: readonly string[];
  readonly hover?: readonly string[];
  readonly definition?: unknown;
  readonly renamed?: readonly string[];
}

/** Runs a Lua file in Neovim in `folder`, with `config` as the user's configuration, and returns the results that it writes to `$OUT`. */
function runNeovim<T>(script: string, config: string, folder: string, env: Readonly<Record<string, string>>): T {
  const out = join(folder, 'result.json');
  const homes = ['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'];
  execFileSync('nvim', ['--headless', '-u', config, '-n', '-c', `luafile ${join(import.meta.dirname, script)}`], {
    cwd: folder,
    stdio: 'ignore',
    timeout: 90_000,
    env: { ...process.env, ...Object.fromEntries(homes.map((name) => [name, folder])), OUT: out, ...env },
  });
  return JSON.parse(readFileSync(out, 'utf8')) as T;
}

const TEXT = `---
name: notes
description: Keeps notes. Use it to keep notes.
---

# Notes

First read \`references/guide.md\`, and \`references/gone.md\`.

Then see \`references/\`.
`;

it.skipIf(version === undefined)(
  `a diagnostic, a completion and a rename in ${version ?? 'Neovim (skipped: nvim is not installed)'}`,
  { timeout: 120_000 },
  () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'sw-nvim-')));
    const root = join(folder, 'notes');
    mkdirSync(join(root, 'references'), { recursive: true });
    const file = join(root, 'SKILL.md');
    writeFileSync(file, TEXT);
    writeFileSync(join(root, 'references/guide.md'), '# The guide\n\nRead on.\n');
    const result = runNeovim<NeovimResult>('neovim.lua', 'NONE', folder, {
      FILE: file,
      ROOT: folder,
      SERVER: JSON.stringify([process.execPath, serverBundle, '--stdio']),
    });
    expect(result.failure).toBeUndefined();
    expect(result.diagnostics.map(([code, line]) => `${code} in line ${line + 1}`)).toEqual([
      'reference.missing in line 8',
    ]);
    expect(result.completion).toContain('references/guide.md');

    expect(JSON.stringify(result.definition)).toContain('/notes/references/guide.md');
    expect(result.renamed?.[7]).toBe('First read `references/handbook.md`, and `references/gone.md`.');
    expect([existsSync(join(root, 'references/handbook.md')), existsSync(join(root, 'references/guide.md'))]).toEqual([
      true,
      false,
    ]);
  },
);

interface DocumentedResult {
  readonly failure?: string;
  readonly servers: number;
  readonly diagnostics: readonly (readonly [code: string, line: number, severity: number])[];
}

it.skipIf(version === undefined)(
  'the documented Neovim configuration starts one server for all files, and passes its settings',
  { timeout: 120_000 },
  () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'sw-nvim-')));
    const root = join(folder, 'notes');
    mkdirSync(join(root, 'references'), { recursive: true });
    writeFileSync(join(root, 'SKILL.md'), TEXT);
    writeFileSync(join(root, 'references/guide.md'), '# The guide\n\nRead [the rules](gone-rules.md).\n');
    const page = readFileSync(join(import.meta.dirname, '../../docs/other-editors.md'), 'utf8');
    const [, config] = /## Neovim[\s\S]*?```lua\n([\s\S]*?)```/.exec(page) ?? [];
    const changed = config?.replace(/rules = \{[^}]*\}/, "rules = { ['reference.missing'] = 'hint' }");
    expect(changed).not.toBe(config);
    writeFileSync(join(folder, 'init.lua'), changed ?? '');
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const command = join(bin, 'skillwright');
    writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${cliBundle}" "$@"\n`, { mode: 0o755 });
    const result = runNeovim<DocumentedResult>('neovim-documented.lua', join(folder, 'init.lua'), folder, {
      FIRST: join(root, 'SKILL.md'),
      SECOND: join(root, 'references/guide.md'),
      PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
    });
    const hint = 4;
    expect(result).toEqual({ servers: 1, diagnostics: [['reference.missing', 7, hint]] });
  },
);
