/**
 * Forged journals: `npm run bench:forged-journals [-- --calls N] [--seed N]`. Calls `show`, `diff`, `export`, `import`, `replay`
 * and `fork` on broken variants of the journals of simulated runs, 50,000 times by default. Exits with 1 if a call throws, prints
 * an internal error instead of a message for the user, or takes more than 10 s of processor time.
 */
import './own-folders.ts';
import { parseArgs } from 'node:util';
import { readForgedJournals } from '../test/integration/forged-journals.ts';

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '50000' }, seed: { type: 'string', default: '1' } },
});
const calls = Number(values.calls);
const { exits, faults, slowest } = await readForgedJournals({
  calls,
  seed: Number(values.seed),
  onProgress(done) {
    if (done % 1000 === 0) console.log(`${done} of ${calls} calls`);
  },
});
for (const [key, count] of [...exits].sort()) console.log(`${key.replace(' ', ', exit ')}: ${count}`);
for (const fault of faults.slice(0, 20)) console.log(fault);
console.log(`${calls} calls, slowest ${Math.round(slowest)} ms of processor time. Faults: ${faults.length}`);
process.exitCode = faults.length === 0 ? 0 : 1;
