import { EventEmitter } from 'node:events';
import { beforeEach, expect, it, vi } from 'vitest';

class Child extends EventEmitter {
  exitCode: number | null = null;
  signalCode: string | null = null;
  connected = true;
  readonly kill = vi.fn();
}

const forked: { child: Child; options: { env?: NodeJS.ProcessEnv; silent?: boolean } }[] = [];
vi.mock('node:child_process', () => ({
  fork(_module: string, _arguments: string[], options: (typeof forked)[number]['options']) {
    const child = new Child();
    forked.push({ child, options });
    return child;
  },
}));

beforeEach(() => {
  forked.length = 0;
  vi.resetModules();
});

it('starts a server when the module is loaded, and returns that one first', async () => {
  const { serverProcess } = await import('./process.ts');
  expect(forked).toHaveLength(1);
  expect(forked[0]?.options).toMatchObject({ env: { ELECTRON_RUN_AS_NODE: '1' }, silent: true });
  expect(serverProcess()).toBe(forked[0]?.child);
  expect(serverProcess()).toBe(forked[1]?.child);
  expect(forked).toHaveLength(2);
});

it.each([{ exitCode: 1 }, { signalCode: 'SIGKILL' }, { connected: false }])(
  'replaces a server that exited before the client requested it: %o',
  async (ended) => {
    const { serverProcess } = await import('./process.ts');
    Object.assign(forked[0]?.child ?? {}, ended);
    expect(serverProcess()).toBe(forked[1]?.child);
  },
);

it('handles a server that cannot be started', async () => {
  await import('./process.ts');
  expect(() => forked[0]?.child.emit('error', new Error('ENOENT'))).not.toThrow();
});

it('kills only a server that does not exit on its own', async () => {
  vi.useFakeTimers();
  const { killUnlessExited, serverProcess } = await import('./process.ts');
  const [obedient, stubborn] = [serverProcess(), serverProcess()];
  for (const child of [obedient, stubborn]) killUnlessExited(child);
  obedient.emit('exit', 0, null);
  vi.runAllTimers();
  vi.useRealTimers();
  expect(obedient.kill).not.toHaveBeenCalled();
  expect(stubborn.kill).toHaveBeenCalledWith('SIGKILL');
});
