import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The home folders of the tests. The product neither reads nor changes anything of the user who runs the tests. */
export const homes = join(realpathSync(tmpdir()), `skillwright-test-homes-${process.pid}`);
