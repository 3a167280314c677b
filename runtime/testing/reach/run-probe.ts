/**
 * Runs the probe as a script of a skill, in a process of its own, so that it can be another user's, with descriptors that
 * its parent left open. Arguments: `sandbox` or `none`, and a name that no file has. Prints JSON, see `Reach`.
 */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localExecutor } from '../../scripts/local-executor.ts';

export interface Reach {
  readonly sandbox: string;
  /** What the script printed, and what it said where it failed. */
  readonly stdout: string;
  readonly stderr: string;
}

const [kind = '', name = ''] = process.argv.slice(2);
const root = mkdtempSync(join(tmpdir(), 'skillwright-reach-'));
mkdirSync(join(root, 'scripts'));
writeFileSync(join(root, 'scripts', 'probe.mjs'), readFileSync(new URL('./probe.mjs', import.meta.url)));

const executor = localExecutor({ trusted: true, sandbox: kind === 'sandbox' });
const plan = await executor.plan('scripts/probe.mjs');
if (plan.kind === 'failed') throw new Error(plan.message);
// Outside a sandbox the probe would walk the whole machine.
const args = plan.sandbox === 'none' ? ['descriptors'] : ['all', name];
const ran = await executor.run(plan, root, args, new AbortController().signal);
if (ran.kind === 'failed') throw new Error(ran.message);
const reach: Reach = { sandbox: plan.sandbox, stdout: ran.stdout, stderr: ran.stderr };
process.stdout.write(JSON.stringify(reach));
