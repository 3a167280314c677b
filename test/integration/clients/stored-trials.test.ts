/** Trials that someone else put into the folder of an eval, for example with a pull request. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { manifest, writeFiles } from '../../equipment/runtime/folders.ts';
import { startModelServer } from '../run-server.ts';
import { createTemporaryFolder, runCli } from '../run-support.ts';

test('a journal that was changed does not pass an eval on a machine on which its run did not happen', async () => {
  const cwd = createTemporaryFolder();
  const one = { id: 'case', prompt: 'Do it.', assertions: [{ check: 'substring', value: 'correct' }] };
  writeFiles(cwd, {
    'one/SKILL.md': manifest('one'),
    'one/evals/evals.json': JSON.stringify({ skill_name: 'one', evals: [one] }),
  });
  const server = await startModelServer(() => ({ text: 'Wrong.' }));
  onTestFinished(() => server.close());
  const endpoint = ['--base-url', server.url, '--model', 'openai-compatible/m'];
  const evaluate = async (machine: string) => {
    const env = { XDG_DATA_HOME: join(cwd, machine), OPENAI_API_KEY: 'sk-test-3f9a8b7c6d5e4f3a' };
    const { code, stdout } = await runCli(['eval', 'one', '--trials', '1', ...endpoint, '--min-pass', '1', '--json'], {
      cwd,
      env,
    });
    const { trials } = JSON.parse(stdout) as {
      readonly trials: readonly { readonly side: string; readonly verdict: string }[];
    };
    return { code, verdict: trials.find(({ side }) => side === 'with')?.verdict };
  };
  expect(await evaluate('theirs')).toEqual({ code: 1, verdict: 'failed' });
  const runs = join(cwd, '.skillwright/evals/runs');
  for (const run of readdirSync(runs)) {
    const journal = join(runs, run, 'journal.jsonl');
    writeFileSync(journal, readFileSync(journal, 'utf8').replaceAll('Wrong.', 'It is correct.'));
  }
  const asked = server.requests.length;
  const { verdict } = await evaluate('ours');
  expect(verdict !== 'passed' || server.requests.length > asked).toBe(true);
});
