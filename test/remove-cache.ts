import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** After all tests: what they remembered goes (`vitest.config.ts` says where). */
export function teardown(): void {
  const mine = `skillwright-test-cache-${process.pid}`;
  for (const name of readdirSync(tmpdir()))
    if (name === mine) rmSync(join(tmpdir(), name), { recursive: true, force: true });
}
