import { rmSync } from 'node:fs';
import { homes } from './homes.ts';

/** Removes the home folders after all tests, with whatever a process wrote there last. */
export function teardown(): void {
  rmSync(homes, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
