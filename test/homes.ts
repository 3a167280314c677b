import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Homes of the tests: the product reads nothing of whoever runs them, and leaves nothing there. */
export const homes = join(realpathSync(tmpdir()), `skillwright-test-homes-${process.pid}`);
