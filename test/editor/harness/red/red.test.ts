/** Tests that must fail, to verify the harness. `npm run test:red` runs them one by one. Not a part of `npm test`. */
import assert from 'node:assert/strict';

describe('control', () => {
  it('passes', () => assert.equal(1 + 1, 2));
});

describe('fail', () => {
  it('fails', () => assert.equal(1 + 1, 3));
});

describe('crash', () => {
  it('kills the extension host, like a crash', () => process.kill(process.pid, 'SIGKILL'));
});

describe('exit', () => {
  // VS Code replaces `process.exit` in the extension host.
  it('ends the extension host with 0', () => Reflect.get(process, 'reallyExit')(0));
});

describe('hang', () => {
  it('blocks the extension host forever', () => {
    for (;;);
  });
});
