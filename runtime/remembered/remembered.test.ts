import { afterEach, expect, it, vi } from 'vitest';
import { approveLasting, isApproved } from '../approvals/lasting.ts';
import type { PersistentApproval } from '../protocol/approvals.ts';
import { runMemory } from './remembered.ts';

afterEach(() => void vi.unstubAllEnvs());

it.skipIf(process.platform !== 'linux')('remembers nothing where the data folder takes no folder, and ends', () => {
  vi.stubEnv('XDG_DATA_HOME', '/proc/skillwright');
  const place = { runs: '/runs', run: 'one' };
  const memory = runMemory('said');
  memory.remember(place, 'yes');
  expect(memory.recalled(place)).toBeUndefined();
  const one: PersistentApproval = { kind: 'skill', name: 'notes', place: '/notes', hash: 'h', sandbox: 'none' };
  approveLasting(one);
  expect(isApproved(one)).toBe(false);
});
