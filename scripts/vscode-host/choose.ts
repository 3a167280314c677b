/** Selects the VS Code for tests: desktop VS Code if possible, otherwise the browser host. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defined } from '../../skill/index.ts';
import { cache } from '../lib/paths.mjs';
import { ensureBrowser } from './browser.ts';
import { installHost } from './install.ts';

export type Editor =
  | {
      readonly kind: 'desktop' /** Absent: `@vscode/test-electron` downloads it. */;
      readonly executable?: string;
      readonly display: 'own' | 'xvfb';
    }
  | { readonly kind: 'browser'; readonly executable: string };

/**
 * Selects a VS Code, and installs the browser host if required. `VSCODE_EXECUTABLE` names a desktop VS Code; `EDITOR_HOST=browser`
 * or `desktop` overrides the selection.
 * @throws with installation instructions, if no VS Code is available
 */
export async function ensureEditor(log: (line: string) => void = console.log): Promise<Editor> {
  const { VSCODE_EXECUTABLE, EDITOR_HOST } = process.env;
  const display = findDisplay();
  if (VSCODE_EXECUTABLE || EDITOR_HOST === 'desktop') {
    if (!display)
      throw new Error(
        'Desktop VS Code needs a display and there is none: install xvfb, or leave VSCODE_EXECUTABLE and EDITOR_HOST unset.',
      );
    return defined({ kind: 'desktop', executable: VSCODE_EXECUTABLE || undefined, display });
  }
  if (EDITOR_HOST !== 'browser' && display && (await canDownload())) return { kind: 'desktop', display };
  if (process.platform === 'win32') {
    throw new Error(
      'Desktop VS Code cannot be downloaded, and the browser host does not run on Windows: name an installed Code.exe in VSCODE_EXECUTABLE.',
    );
  }
  ensureBrowser(log);
  await installHost(log);
  return { kind: 'browser', executable: writeShim() };
}

function findDisplay(): 'own' | 'xvfb' | undefined {
  if (process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY) return 'own';
  return spawnSync('xvfb-run', ['--help'], { stdio: 'ignore' }).status === 0 ? 'xvfb' : undefined;
}

/** Returns true if VS Code's download service responds quickly, or an earlier download exists. */
async function canDownload(): Promise<boolean> {
  if (existsSync(join(cache, 'vscode-test'))) return true;
  try {
    const url = 'https://update.code.visualstudio.com/api/releases/stable';
    return (await fetch(url, { signal: AbortSignal.timeout(3000) })).ok;
  } catch {
    return false;
  }
}

/** Creates a script that runs the shim under this Node, because `runTests` requires one executable. */
function writeShim(): string {
  const file = join(cache, 'vscode-host-shim');
  const shim = fileURLToPath(new URL('./shim.ts', import.meta.url));
  mkdirSync(cache, { recursive: true });
  writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${shim}" "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}
