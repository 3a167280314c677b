/** VS Code in the browser for interactive use, with a password, a fixed port and a persistent profile. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cache, root } from '../lib/paths.mjs';
import { startCodeServer } from './code-server.ts';
import { seedSettings } from './workbench.ts';

/** The fixed default port: the browser stores secrets and states by address. */
const DEFAULT_PORT = 7370;

/** Returns the port in `SKILLWRIGHT_PORT`, or the default; undefined if it is not a port. */
export function portFrom(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return DEFAULT_PORT;
  const named = Number(text);
  return Number.isInteger(named) && named > 0 && named < 65_536 ? named : undefined;
}

/**
 * Serves VS Code with the extension of this checkout until Ctrl-C.
 * @param folder absolute, the folder to open
 * @returns the exit code
 */
export async function serve(folder: string, log: (line: string) => void): Promise<number> {
  const port = portFrom(process.env.SKILLWRIGHT_PORT);
  if (port === undefined) {
    log(
      `Set SKILLWRIGHT_PORT to a number from 1 to 65535, or unset it: ${process.env.SKILLWRIGHT_PORT} is not a port.`,
    );
    return 1;
  }
  if (!(await isFree(port))) {
    log(
      `Port ${port} is taken, perhaps by another "npm start". End that one, or take another port: SKILLWRIGHT_PORT=${port + 1} npm start`,
    );
    return 1;
  }
  const profile = join(cache, 'vscode-profile');
  const extensionsDir = join(profile, 'extensions');
  mkdirSync(extensionsDir, { recursive: true });
  seedSettings(profile, {
    'workbench.startupEditor': 'readme',
    'workbench.colorTheme': 'Default Dark Modern',
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
  });
  linkExtension(extensionsDir);
  const scratch = mkdtempSync(join(tmpdir(), 'sw-'));
  const password = randomBytes(9).toString('base64url');
  const stopped = Promise.withResolvers<number>();
  process.once('SIGINT', () => stopped.resolve(130));
  process.once('SIGTERM', () => stopped.resolve(143));
  try {
    const server = await startCodeServer({
      userDataDir: profile,
      extensionsDir,
      scratch,
      port,
      password,
      workspaceTrust: true,
      driver: false,
    });
    server.child.once('exit', () => stopped.resolve(1));
    log(
      `\nVS Code with Skillwright:  http://127.0.0.1:${port}/?folder=${folder.split('/').map(encodeURIComponent).join('/')}`,
    );
    log(`Password:                  ${password}\n`);
    log('Ctrl-C ends it.');
    const code = await stopped.promise;
    await server.stop();
    return code;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Lists the checkout as an installed extension, so that reloading the window loads a new build. */
function linkExtension(extensionsDir: string): void {
  const { publisher, name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const entry = {
    identifier: { id: `${publisher}.${name}` },
    version,
    location: { $mid: 1, path: root, scheme: 'file' },
  };
  writeFileSync(join(extensionsDir, 'extensions.json'), JSON.stringify([entry]));
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
