/**
 * Runs the probe as a skill script in a separate process, so that it can run as another user and with descriptors that its
 * parent left open. Arguments: `sandbox` or `none`, and an unused file name. Prints JSON, see `Reach`.
 */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localExecutor } from '../../../../runtime/scripts/local-executor.ts';

export interface Reach {
  readonly sandbox: string;
  /** The script's output; standard error explains a failure. */
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
// Outside a sandbox the probe would walk the entire disk.
const args = plan.sandbox === 'none' ? ['descriptors'] : ['all', name];
const ran = await executor.run(plan, root, args, new AbortController().signal);
if (ran.kind === 'failed') throw new Error(ran.message);
const reach: Reach = { sandbox: plan.sandbox, stdout: ran.stdout, stderr: ran.stderr };
process.stdout.write(JSON.stringify(reach));
