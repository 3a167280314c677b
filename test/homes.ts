import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The home folders of the tests, so the product neither reads nor changes files of the user who runs the tests. */
export const homes = join(realpathSync(tmpdir()), `skillwright-test-homes-${process.pid}`);
