import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { isProofOf, proofOf } from './proofs.ts';

/** Acts as the user with this data folder. */
function asUser(data: string): string {
  for (const name of ['XDG_DATA_HOME', 'LOCALAPPDATA', 'HOME']) vi.stubEnv(name, data);
  return data;
}

describe('a proof', () => {
  it('is of one content and one user', () => {
    asUser(temporaryFolder());
    const proof = proofOf('a');
    expect([isProofOf('a', proof), isProofOf('b', proof), isProofOf('a', undefined), isProofOf('a', 'x')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    asUser(temporaryFolder());
    expect(isProofOf('a', proof)).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')('depends on a key that is stored once, and replaces a damaged one', () => {
    const folder = join(asUser(temporaryFolder()), 'skillwright/proofs');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'key'), 'damaged');
    proofOf('a');
    expect(readdirSync(folder)).toEqual(['key']);
    expect(readFileSync(join(folder, 'key'), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
  });

  it.skipIf(process.platform !== 'linux')('holds within the process if the key cannot be stored', () => {
    const data = asUser(temporaryFolder());
    writeFileSync(join(data, 'skillwright'), 'a file in place of the folder');
    expect(isProofOf('a', proofOf('a'))).toBe(true);
  });
});
