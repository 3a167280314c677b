/** Checks our own skill as we check those of others: it is of no use if a model gets lost in it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CLIENTS } from '../../skill/index.ts';
import { runCli } from './run-support.ts';

const ROOT = join(import.meta.dirname, '../..');
const SKILL = join(ROOT, 'plugin/skills/write-agent-skills');

it.each([undefined, 'spec', ...CLIENTS.map(({ id }) => id)])('has no finding for the client %s', async (client) => {
  const chosen = client === undefined ? [] : ['--clients', client];
  const { code, stdout } = await runCli(['check', '--no-cache', ...chosen, SKILL], { cwd: ROOT });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '1 skill: no problems.\n' });
});

it('wastes no call in any client', async () => {
  const { code, stdout } = await runCli(['stress', SKILL, '--client', 'all'], { cwd: ROOT });
  expect(stdout).toMatch(/^write-agent-skills {2}Nothing was wasted in any of \d+ clients\./);
  expect(code).toBe(0);
});

it('has eval cases, and requests that must load it and must not', async () => {
  const args = ['eval', SKILL, '--client', 'opencode', '--trials', '1', '--preview'];
  const { code, stderr, stdout } = await runCli(args, { cwd: ROOT });
  expect({ code, text: stdout + stderr }).toEqual({ code: 0, text: expect.stringMatching(/\d+ trials to run/) });
  const evals = JSON.parse(readFileSync(join(SKILL, 'evals/evals.json'), 'utf8'));
  expect(evals).toMatchObject({
    should_trigger: { length: 6 },
    should_not_trigger: { length: 6 },
    evals: { length: 2 },
  });
});

it('is short', () => {
  expect(readFileSync(join(SKILL, 'SKILL.md'), 'utf8').split('\n').length).toBeLessThan(200);
});
