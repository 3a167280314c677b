import { rmSync } from 'node:fs';
import { homes } from './homes.ts';

/** After all tests: the homes that they were given go, with whatever a process wrote there last. */
export function teardown(): void {
  rmSync(homes, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
