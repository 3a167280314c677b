/** `npm run test:red`: verifies that a failing test, a crash and a hang of the extension host are reported as failures. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const runner = fileURLToPath(new URL('./run-suites.ts', import.meta.url));
const expected = { control: 'green', fail: 'red', crash: 'red', exit: 'red', hang: 'red' };

const lines: string[] = [];
for (const [name, expectedResult] of Object.entries(expected)) {
  console.log(`\n── ${name} ──`);
  const start = performance.now();
  const { status } = spawnSync(process.execPath, [runner, 'harness/red', '--grep', `^${name} `], { stdio: 'inherit' });
  const actual = status === 0 ? 'green' : 'red';
  if (actual !== expectedResult) process.exitCode = 1;
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  lines.push(
    `${name.padEnd(8)} ${actual.padEnd(6)} exit ${status}  ${seconds} s${actual === expectedResult ? '' : `  EXPECTED ${expectedResult}`}`,
  );
}
console.log(`\n${lines.join('\n')}`);
