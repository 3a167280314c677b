/**
 * Runs before each test file: creates a home folder for it, so that concurrent files do not see each other's approvals.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { ownFolders } from '../scripts/lib/own-folders.ts';
import { removeCreatedFolders } from './created-folders.ts';
import { resetEngineFlags } from './engine-flags.ts';

// `vitest.config.ts` sets the first one; a worker runs its files one after the other.
const homes = dirname(process.env.HOME ?? '');
const home = mkdtempSync(join(homes, 'file-'));
Object.assign(process.env, ownFolders(home));
// Another file may have called code that sets them.
resetEngineFlags();
afterAll(() => {
  removeCreatedFolders();
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});
