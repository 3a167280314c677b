/** Proofs that a user of this machine wrote something, for folders that may come from anywhere. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../../skill/disk.ts';
import { userDataFolder } from './run-store.ts';

const KEY = /^[0-9a-f]{64}$/;

/** The keys that this process uses, by the files that have them: other users, and tests, have others. */
const keys = new Map<string, Buffer>();

/**
 * Returns the proof of a content in hexadecimal digits. It depends on a key in the user's data folder, so that neither another
 * machine nor anyone who only writes to a workspace can make it.
 */
export function proofOf(content: string): string {
  return createHmac('sha256', userKey()).update(content).digest('hex');
}

/** True if `proof` is that of a content. */
export function isProofOf(content: string, proof: unknown): boolean {
  if (typeof proof !== 'string' || !KEY.test(proof)) return false;
  return timingSafeEqual(Buffer.from(proofOf(content), 'hex'), Buffer.from(proof, 'hex'));
}

function userKey(): Buffer {
  const folder = userDataFolder('proofs');
  const file = join(folder, 'key');
  const known = keys.get(file);
  if (known !== undefined) return known;
  // One that cannot be stored is that of this process alone: what it proves is then not known to later ones.
  const key = readKey(file) ?? createKey(folder, file) ?? randomBytes(32);
  keys.set(file, key);
  return key;
}

function readKey(file: string): Buffer | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    return KEY.test(text) ? Buffer.from(text, 'hex') : undefined;
  } catch {
    return undefined;
  }
}

/** Creates the key, unless another process does so at the same time: then its key is returned. */
function createKey(folder: string, file: string): Buffer | undefined {
  const part = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    makeFolders(folder, 0o700);
    writeFileSync(part, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
    place(part, file);
  } catch {
    // The key cannot be stored.
  }
  try {
    rmSync(part, { force: true });
  } catch {
    // It was not written.
  }
  return readKey(file);
}

/** Puts a complete file at a path at which no key is. */
function place(part: string, file: string): void {
  try {
    linkSync(part, file);
  } catch {
    // Another process was first, the file there is damaged, or the disk has no hard links.
    if (readKey(file) === undefined) renameSync(part, file);
  }
}
