/** Sessions and eval files that could block an eval or take its memory. The largest ones only in `npm run test:long`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownFolders } from '../../../scripts/lib/own-folders.ts';
import { manifest, writeFiles } from '../../equipment/runtime/folders.ts';
import { isLong } from '../../equipment/skill/long.ts';
import { createTemporaryFolder, runCli } from '../run-support.ts';
import { longestTurn, MAX_MILLISECONDS } from './longest-turn.ts';

const MEGABYTE = 1024 * 1024;
const CASE = { id: 't', prompt: 'Do it.', assertions: [{ check: 'not_loaded' }] };

/** Evaluates a skill with a client that prints a message of many characters, which is its answer. */
async function withMessage(characters: number) {
  const part = '%25';
  const cwd = createTemporaryFolder();
  writeFiles(cwd, { 'one/SKILL.md': manifest('one'), 'one/evals/evals.json': JSON.stringify({ evals: [CASE] }) });
  const client = join(cwd, 'client.mjs');
  writeFileSync(
    client,
    `const out = (o) => console.log(JSON.stringify({ ...o, session_id: 's' }));
const usage = { input_tokens: 1, output_tokens: 1 };
out({ type: 'system', subtype: 'init', cwd: process.cwd(), model: 'm', tools: [] });
const text = ${JSON.stringify(part)}.repeat(${Math.floor(characters / part.length)});
out({ type: 'assistant', message: { id: 'm', role: 'assistant', model: 'm', content: [{ type: 'text', text }], usage } });
out({ type: 'result', subtype: 'success', is_error: false, result: 'Done.', usage });
`,
  );
  const args = ['--client', 'claude-code', '--trials', '1', '--jobs', '1', '--out', 'out', '--json'];
  const env = { ...ownFolders(createTemporaryFolder()), TEST_API_KEY: 'a1b2c3d4e5f6a7b8c9d0' };
  return runCli(['eval', 'one', ...args, '--runner', `${process.execPath} ${client}`], { cwd, env });
}

test.runIf(isLong)('an answer that is too long is not judged', { timeout: 120_000 }, async () => {
  const { stdout } = await withMessage(9 * MEGABYTE);
  expect(stdout).toContain('more than 8,000,000 characters');
  expect(stdout).not.toContain('"verdict":"passed"');
});

describe('the event loop gets a turn within two seconds of the processor', () => {
  // A client may print 64 MB.
  test('if a client of an eval prints a message of 4 MB', { timeout: 120_000 }, async () => {
    const { value, milliseconds } = await longestTurn(() => withMessage(4 * MEGABYTE));
    expect(value.stdout).toContain('"verdict":"passed"');
    expect(milliseconds).toBeLessThan(MAX_MILLISECONDS);
  });

  test.runIf(isLong)('if an eval file of 1.6 MB has many cases', { timeout: 120_000 }, async () => {
    const cwd = createTemporaryFolder();
    const cases = Array.from({ length: 60_000 }, (_, index) => `  - prompt: p${index}\n    id: c${index}\n`);
    const text = `evals:\n${cases.join('')}`;
    expect(text.length).toBeLessThan(2 * MEGABYTE);
    writeFiles(cwd, { 'one/SKILL.md': manifest('one'), 'one/evals/eval.yaml': text });
    const { value, milliseconds } = await longestTurn(() =>
      runCli(['eval', 'one', '--preview', '--trials', '1', '--out', 'out'], { cwd }),
    );
    expect([value.code, value.stdout + value.stderr]).toEqual([0, expect.stringContaining('120,000 trials')]);
    expect(milliseconds).toBeLessThan(MAX_MILLISECONDS);
  });
});
