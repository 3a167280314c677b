/** Runs before each file of tests: it gets a home of its own, so that files at once do not see each other's approvals. */
import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { ownFolders } from '../scripts/lib/own-folders.ts';

// `vitest.config.ts` names the first; files of one worker follow each other.
const homes = dirname(process.env.HOME ?? '');
const home = mkdtempSync(join(homes, 'file-'));
Object.assign(process.env, ownFolders(home));
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
