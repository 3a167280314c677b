/**
 * Replaces the executable of desktop VS Code: accepts its command line and runs VS Code in a headless browser, so that
 * an unmodified `runTests` of `@vscode/test-electron` drives either. Exits with the code of the tests: 0, 1 if they or
 * the extension host failed, 124 after the time limit, 130 and 143 after a signal.
 *
 * Environment: `EDITOR_HOST_LIMIT` seconds for all (300), `EDITOR_HOST_SIZE` as `1280x800`, `EDITOR_HOST_TRUST=1`
 * keeps workspace trust on although `runTests` turns it off, `EDITOR_HOST_SCREENSHOTS` the folder for screenshots.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defined } from '../../skill/index.ts';
import { cache } from '../lib/paths.mjs';
import { type HostArguments, parseArguments } from './arguments.ts';
import { hostEnvironment } from './code-server.ts';
import { codeServerEntry } from './install.ts';
import { runInBrowser } from './session.ts';

// The parent may exit before this process has cleaned up.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const given = parseArguments(process.argv.slice(2));
if (given.version) console.log('browser host');
else if (given.manage.length > 0) process.exitCode = manageExtensions(given);
else process.exitCode = await run(given);

/** Lets code-server's own command line install, list or remove extensions. */
function manageExtensions({ manage, userDataDir, extensionsDir }: HostArguments): number {
  const folders = [
    ...(userDataDir === undefined ? [] : ['--user-data-dir', userDataDir]),
    ...(extensionsDir === undefined ? [] : ['--extensions-dir', extensionsDir]),
  ];
  const { status } = spawnSync(process.execPath, [codeServerEntry, ...manage, ...folders], {
    env: hostEnvironment(),
    stdio: 'inherit',
  });
  return status ?? 1;
}

async function run(args: HostArguments): Promise<number> {
  const scratch = mkdtempSync(join(tmpdir(), 'sw-'));
  const [width = 1280, height = 800] = (process.env.EDITOR_HOST_SIZE ?? '').split('x').map(Number).filter(Boolean);
  const userDataDir = resolve(args.userDataDir ?? join(scratch, 'profile'));
  const extensionsDir = resolve(args.extensionsDir ?? join(scratch, 'extensions'));
  for (const folder of [userDataDir, extensionsDir]) mkdirSync(folder, { recursive: true });
  try {
    return await runInBrowser(
      defined({
        open: args.open === undefined ? undefined : resolve(args.open),
        tests: args.extensionTestsPath === undefined ? undefined : resolve(args.extensionTestsPath),
        extensionDevelopmentPaths: args.extensionDevelopmentPaths.map((path) => resolve(path)),
        proposedApi: args.proposedApi,
        userDataDir,
        extensionsDir,
        scratch,
        width,
        height,
        workspaceTrust: process.env.EDITOR_HOST_TRUST === '1' || !args.trustDisabled,
        screenshots: resolve(process.env.EDITOR_HOST_SCREENSHOTS ?? join(cache, 'screenshots')),
        limitSeconds: Number(process.env.EDITOR_HOST_LIMIT ?? 300),
      }),
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
