import { afterEach, expect, it, vi } from 'vitest';
import { approve, isApproved } from '../approvals/persistent-approvals.ts';
import type { PersistentApproval } from '../protocol/approvals.ts';
import { runStore } from './run-store.ts';

afterEach(() => void vi.unstubAllEnvs());

it.skipIf(process.platform !== 'linux')('stores nothing if the data folder is not writable, and does not hang', () => {
  vi.stubEnv('XDG_DATA_HOME', '/proc/skillwright');
  const place = { runs: '/runs', run: 'one' };
  const memory = runStore('said');
  memory.write(place, 'yes');
  expect(memory.read(place)).toBeUndefined();
  const one: PersistentApproval = { kind: 'skill', name: 'notes', place: '/notes', hash: 'h', sandbox: 'none' };
  approve(one);
  expect(isApproved(one)).toBe(false);
});
