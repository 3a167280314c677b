/** The language server in Neovim, with its built-in features. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { serverBundle } from './language-server-client.ts';

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
    const out = join(folder, 'seen.json');
    execFileSync(
      'nvim',
      ['--headless', '-u', 'NONE', '-n', '-c', `luafile ${join(import.meta.dirname, 'neovim.lua')}`],
      {
        cwd: folder,
        stdio: 'ignore',
        timeout: 90_000,
        env: {
          ...process.env,
          ...{ FILE: file, ROOT: folder, OUT: out, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
          XDG_STATE_HOME: folder,
          XDG_CACHE_HOME: folder,
          SERVER: JSON.stringify([process.execPath, serverBundle, '--stdio']),
        },
      },
    );
    const seen = JSON.parse(readFileSync(out, 'utf8')) as NeovimResult;
    expect(seen.failure).toBeUndefined();
    expect(seen.diagnostics.map(([code, line]) => `${code} in line ${line + 1}`)).toEqual([
      'reference.missing in line 8',
    ]);
    expect(seen.completion).toContain('references/guide.md');

    expect(JSON.stringify(seen.definition)).toContain('/notes/references/guide.md');
    expect(seen.renamed?.[7]).toBe('First read `references/handbook.md`, and `references/gone.md`.');
    expect([existsSync(join(root, 'references/handbook.md')), existsSync(join(root, 'references/guide.md'))]).toEqual([
      true,
      false,
    ]);
  },
);
