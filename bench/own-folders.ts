/**
 * Imported first by each benchmark: creates a separate home, so that the user's data does not affect figures, and is
 * not changed. npm, which installs the other tools, keeps its settings and its cache.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { ownFolders } from '../scripts/lib/own-folders.ts';

// The threads of a bench share the environment.
if (isMainThread) useTemporaryHome();

function useTemporaryHome(): void {
  const npm = {
    npm_config_userconfig: join(homedir(), '.npmrc'),
    npm_config_cache:
      process.platform === 'win32' ? join(process.env.LOCALAPPDATA ?? homedir(), 'npm-cache') : join(homedir(), '.npm'),
  };
  const home = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-bench-home-'));
  Object.assign(process.env, { ...npm, ...process.env, ...ownFolders(home) });
  process.once('exit', () => rmSync(home, { recursive: true, force: true }));
}
