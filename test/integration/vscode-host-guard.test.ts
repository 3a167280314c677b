import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isAlive } from '../../scripts/lib/leftovers.ts';
import { endGroup } from '../../scripts/vscode-host/processes.ts';

const guard = fileURLToPath(new URL('../../scripts/vscode-host/guard.mjs', import.meta.url));
// Prints the id of a grandchild, and never exits by itself.
const script = `const child = require('node:child_process').spawn('sleep', ['60']); console.log(child.pid); setInterval(() => {}, 1000);`;

async function start() {
  const child = spawn(process.execPath, [guard, '-e', script], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const [data] = await once(child.stdout, 'data');
  return { child, grandchild: Number(String(data)) };
}

async function expectGone(pid: number) {
  await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false);
}

test('ends everything when the parent disconnects', async () => {
  const { child, grandchild } = await start();
  expect(isAlive(grandchild)).toBe(true);
  child.stdin.end();
  await expectGone(grandchild);
});

test('endGroup ends everything', async () => {
  const { child, grandchild } = await start();
  await endGroup(child);
  expect(child.exitCode ?? child.signalCode).not.toBeNull();
  await expectGone(grandchild);
});
