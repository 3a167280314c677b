/** Changes and questions in any order: no change is lost. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { DisorderlyEditor } from './disorderly-editor.ts';

const STEPS = 60;
const ROUNDS = 4;

let folder: string;
let one: DisorderlyEditor | undefined;

afterEach(() => {
  one?.editor.child.kill('SIGKILL');
  one = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const seeds = process.env.SEEDS?.split(',').map(Number) ?? [1, 2, 3, 4];

it.each(seeds)(
  'ends with the diagnostics of a fresh check, whatever comes in which order (%i)',
  async (seed) => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'sw-order-')));
    const editor = await DisorderlyEditor.start(folder, seed);
    one = editor;
    for (let round = 0; round < ROUNDS; round++) {
      for (let step = 0; step < STEPS; step++) await editor.step();
      await editor.settle();
      const end = (): string => editor.steps.slice(-STEPS * 2).join('\n');
      await vi.waitFor(async () => expect((await editor.differences()).join('\n'), end()).toBe(''), {
        timeout: 20_000,
        interval: 200,
      });
    }
    expect(await editor.editor.quit()).toBe(0);
  },
  120_000,
);
