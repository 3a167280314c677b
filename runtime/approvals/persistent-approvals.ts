import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeFolders } from '../../skill/disk.ts';
import { messageOf } from '../errors.ts';
import type { ApprovalRecord, ForgetResult, PersistentApproval } from '../protocol/approvals.ts';
import { formerFolder, userDataFolder } from '../user-data/run-store.ts';

const FOLDER = 'approvals';

/** True if the user approved exactly this, for this sandbox or without one. */
export function isApproved(one: PersistentApproval): boolean {
  return readApproval(fileOf(one)) !== undefined || readApproval(fileOf({ ...one, sandbox: 'none' })) !== undefined;
}

/**
 * Stores the approval outside all workspaces, in a file of mode 0600. If it cannot be stored, the user is asked again the
 * next time.
 */
export function approve(one: PersistentApproval, now = new Date()): void {
  const { kind, name, place, sandbox } = one;
  const approved: ApprovalRecord = { kind, name, place, sandbox, time: now.toISOString() };
  // Removes approvals of earlier versions of it, which are of no use any more.
  forgetApprovals([one]);
  try {
    makeFolders(userDataFolder(FOLDER), 0o700);
    writeFileSync(fileOf(one), JSON.stringify(approved), { mode: 0o600 });
  } catch {
    // The user is asked again.
  }
}

/** Lists all approvals, newest first. */
export function listApprovals(): readonly ApprovalRecord[] {
  const all = filesOf().flatMap((file) => readApproval(file) ?? []);
  return all.sort((a, b) => b.time.localeCompare(a.time));
}

/** Removes the approvals with these kinds, names and places, or all of them. Never throws. */
export function forgetApprovals(some?: readonly Pick<ApprovalRecord, 'kind' | 'name' | 'place'>[]): ForgetResult {
  const isMeant = (one: ApprovalRecord | undefined): boolean =>
    some === undefined ||
    (one !== undefined &&
      some.some(({ kind, name, place }) => kind === one.kind && name === one.name && place === one.place));
  const all = [...filesOf(), ...filesOf(formerFolder(FOLDER))];
  const files = all.filter((file) => isMeant(readApproval(file)));
  const failures = files.flatMap((file) => {
    try {
      rmSync(file, { force: true });
      return [];
    } catch (error) {
      return [{ file, why: messageOf(error) }];
    }
  });
  // A file that exists in both folders counts as one.
  const failedNames = new Set(failures.map(({ file }) => basename(file)));
  const count = new Set(files.map((file) => basename(file)).filter((name) => !failedNames.has(name))).size;
  const [first, ...others] = failures;
  if (first === undefined) return { count };
  const more = others.length === 0 ? '' : ` and ${others.length} more there`;
  return {
    count,
    problem: `Remove ${first.file}${more} by hand: this approval still applies and cannot be removed (${first.why}).`,
  };
}

function filesOf(folder = userDataFolder(FOLDER)): readonly string[] {
  try {
    return readdirSync(folder).flatMap((name) => (/^[0-9a-f]{64}\.json$/.test(name) ? [join(folder, name)] : []));
  } catch {
    return [];
  }
}

function fileOf({ kind, name, hash, sandbox }: PersistentApproval): string {
  const key = createHash('sha256')
    .update(JSON.stringify([kind, name, hash, sandbox]))
    .digest('hex');
  return join(userDataFolder(FOLDER), `${key}.json`);
}

/** Returns undefined if the file is missing or invalid, so that nothing is approved. */
function readApproval(file: string): ApprovalRecord | undefined {
  try {
    const read: Partial<Record<keyof ApprovalRecord, unknown>> = JSON.parse(readFileSync(file, 'utf8'));
    const { kind, name, place, sandbox, time } = read;
    if (kind !== 'skill' && kind !== 'server' && kind !== 'module') return undefined;
    const known = sandbox === 'bubblewrap' || sandbox === 'seatbelt' ? sandbox : 'none';
    return { kind, name: String(name), place: String(place), sandbox: known, time: String(time) };
  } catch {
    return undefined;
  }
}
