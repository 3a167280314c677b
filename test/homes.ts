import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepTemporaryFilesInMemory } from '../scripts/lib/memory-folder.ts';

keepTemporaryFilesInMemory();

/** The home folders of the tests, so the product neither reads nor changes files of the user who runs the tests. */
export const homes = join(realpathSync(tmpdir()), `skillwright-test-homes-${process.pid}`);
