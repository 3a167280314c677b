/** Which VS Code the tests run in: the desktop's where that can be, the browser host otherwise. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
 * Decides, and brings what the browser host needs. `VSCODE_EXECUTABLE` names a desktop VS Code; `EDITOR_HOST=browser`
 * or `desktop` decides by hand.
 * @throws with what to install, where no VS Code can be had
 */
export async function ensureEditor(log: (line: string) => void = console.log): Promise<Editor> {
  const { VSCODE_EXECUTABLE, EDITOR_HOST } = process.env;
  const display = findDisplay();
  if (VSCODE_EXECUTABLE || EDITOR_HOST === 'desktop') {
    if (!display)
      throw new Error(
        'Desktop VS Code needs a display and there is none: install xvfb, or leave VSCODE_EXECUTABLE and EDITOR_HOST unset.',
      );
    return { kind: 'desktop', ...(VSCODE_EXECUTABLE ? { executable: VSCODE_EXECUTABLE } : {}), display };
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

/** Whether VS Code's own download service answers quickly, or an earlier download is there. */
async function canDownload(): Promise<boolean> {
  if (existsSync(join(cache, 'vscode-test'))) return true;
  try {
    const url = 'https://update.code.visualstudio.com/api/releases/stable';
    return (await fetch(url, { signal: AbortSignal.timeout(3000) })).ok;
  } catch {
    return false;
  }
}

/** `runTests` wants one executable: a script that runs the shim under this Node. */
function writeShim(): string {
  const file = join(cache, 'vscode-host-shim');
  const shim = fileURLToPath(new URL('./shim.ts', import.meta.url));
  mkdirSync(cache, { recursive: true });
  writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${shim}" "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}
