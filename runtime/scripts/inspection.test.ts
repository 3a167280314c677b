import { expect, it, vi } from 'vitest';
import { addressReader, withoutInspector } from './inspection.ts';

const ADDRESS = 'ws://127.0.0.1:4321/0b6c5d1e-aaaa';
const START = `Debugger listening on ${ADDRESS}\nFor help, see: https://nodejs.org/en/docs/inspector\n`;

it('finds the address once, however the output is divided', () => {
  const onAddress = vi.fn();
  const read = addressReader(onAddress);
  for (const part of `${START}${START}`) read(part);
  expect(onAddress.mock.calls).toEqual([[ADDRESS]]);
});

it.each(['Debugger listening on ws://example.com:1/a\n', `${'x'.repeat(5_000)}\n${START}`])(
  'accepts no address of another host, and none after other output (%.20s)',
  (text) => {
    const onAddress = vi.fn();
    addressReader(onAddress)(text);
    expect(onAddress).not.toHaveBeenCalled();
  },
);

it('removes the lines of the inspector alone', () => {
  const end = `Debugger attached.\nown line\nDebugger ending on ${ADDRESS}\nWaiting for the debugger to disconnect...\n`;
  expect(withoutInspector(`${START}${end}`)).toBe('own line\n');
  expect(withoutInspector('Debugger attached. Really.\n')).toBe('Debugger attached. Really.\n');
});
