/** Trials that someone else put into the folder of an eval, for example with a pull request. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { manifest, writeFiles } from '../../equipment/runtime/folders.ts';
import { startModelServer } from '../run-server.ts';
import { createTemporaryFolder, runCli } from '../run-support.ts';

async function project(judge: readonly string[] = []) {
  const cwd = createTemporaryFolder();
  const checks = [{ check: 'substring', value: 'correct' }];
  const one = { id: 'case', prompt: 'Do it.', assertions: judge.length === 0 ? checks : ['The answer is correct.'] };
  writeFiles(cwd, {
    'one/SKILL.md': manifest('one'),
    'one/evals/evals.json': JSON.stringify({ skill_name: 'one', evals: [one] }),
  });
  const server = await startModelServer(({ body }) => ({
    text: body.model === 'judge' ? '{"passed": false, "evidence": "It is not."}' : 'Wrong.',
  }));
  onTestFinished(() => server.close());
  const endpoint = ['--base-url', server.url, '--model', 'openai-compatible/m', ...judge];
  return {
    cwd,
    evals: join(cwd, '.skillwright/evals'),
    /** Evaluates the skill as the user of a machine, and returns the verdict with the skill and the number of requests. */
    async evaluate(machine: string, ...more: readonly string[]) {
      const env = { XDG_DATA_HOME: join(cwd, machine), OPENAI_API_KEY: 'sk-test-3f9a8b7c6d5e4f3a' };
      const args = ['eval', 'one', '--trials', '1', ...endpoint, '--min-pass', '1', '--json', ...more];
      const before = server.requests.length;
      const { code, stdout, stderr } = await runCli(args, { cwd, env });
      const { trials } = JSON.parse(stdout) as {
        readonly trials: readonly { readonly side: string; readonly verdict: string }[];
      };
      const verdict = trials.find(({ side }) => side === 'with')?.verdict;
      return { code, verdict, requests: server.requests.length - before, stderr };
    },
  };
}

function forgeJournals(evals: string): void {
  for (const run of readdirSync(join(evals, 'runs'))) {
    const journal = join(evals, 'runs', run, 'journal.jsonl');
    writeFileSync(journal, readFileSync(journal, 'utf8').replaceAll('Wrong.', 'It is correct.'));
  }
}

test('a journal that was changed does not pass an eval on a machine on which its run did not happen', async () => {
  const { evals, evaluate } = await project();
  expect(await evaluate('theirs')).toMatchObject({ code: 1, verdict: 'failed', requests: 2 });
  forgeJournals(evals);
  const ours = await evaluate('ours');
  expect(ours).toMatchObject({ code: 1, verdict: 'failed', requests: 2 });
  expect(ours.stderr).toContain('2 completed trials');
  expect(ours.stderr).toContain('--trust-results');
  expect(await evaluate('ours')).toMatchObject({
    verdict: 'failed',
    requests: 0,
    stderr: expect.not.stringContaining('--trust'),
  });
});

test.each([true, false])('nor on the machine of the run, with its records: %s', async (hasRecords) => {
  const { evals, evaluate } = await project();
  expect(await evaluate('ours')).toMatchObject({ verdict: 'failed', requests: 2 });
  forgeJournals(evals);
  if (!hasRecords) for (const name of readdirSync(join(evals, 'trials'))) rmSync(join(evals, 'trials', name));
  expect(await evaluate('ours')).toMatchObject({ code: 1, verdict: 'failed', requests: 2 });
});

test('results of another machine are reused if the user says so', async () => {
  const { evaluate } = await project();
  await evaluate('theirs');
  expect(await evaluate('ours', '--trust-results')).toMatchObject({ verdict: 'failed', requests: 0 });
  // Trust is for the call that names it.
  expect(await evaluate('ours')).toMatchObject({ verdict: 'failed', requests: 2 });
});

test('votes of another machine are not reused, and those of this one are unless they were changed', async () => {
  const { evals, evaluate } = await project(['--judge', 'openai-compatible/judge', '--judge-votes', '1']);
  expect(await evaluate('ours')).toMatchObject({ verdict: 'failed', requests: 3 });
  expect(await evaluate('ours')).toMatchObject({ verdict: 'failed', requests: 0 });
  for (const name of readdirSync(join(evals, 'votes'))) {
    const vote = join(evals, 'votes', name);
    writeFileSync(vote, readFileSync(vote, 'utf8').replace('false', 'true'));
  }
  const again = await evaluate('ours');
  expect(again).toMatchObject({ code: 1, verdict: 'failed', requests: 1 });
  expect(again.stderr).toContain('stored vote');
});
