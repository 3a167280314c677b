/** `skillwright eval --queue` with a real Redis and real workers. Without `redis-server` these tests say so and pass. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { evalKeys } from '../../runtime/evals/queue/keys.ts';
import { writeFiles } from '../equipment/runtime/folders.ts';
import { HAS_REDIS, RedisServer } from '../equipment/runtime/redis-server.ts';
import { scaledLimit } from '../equipment/runtime/scaled-limit.ts';
import { connect, ended, startWaitingModel, startWorker } from './queue-parts.ts';
import { startModelServer } from './run-server.ts';
import { createTemporaryFolder, runCli } from './run-support.ts';

if (!HAS_REDIS)
  console.log(
    'redis-server is not installed: the tests of eval --queue are skipped (Debian: apt install redis-server).',
  );

const FILES = {
  'notes/SKILL.md': '---\nname: notes\ndescription: Writes notes.\n---\n# Steps\n\nRead `references/guide.md`.\n',
  'notes/references/guide.md': '# Guide\n',
  'notes/evals/evals.json': JSON.stringify([
    { id: 'loads', prompt: 'Write notes.', assertions: [{ check: 'loaded' }] },
    { id: 'guided', prompt: 'Write nice notes.', assertions: [{ check: 'read', path: 'references/guide.md' }] },
    {
      id: 'files',
      prompt: 'Write a file.',
      files: ['evals/in.txt'],
      assertions: [{ check: 'file', path: 'evals/in.txt' }],
    },
  ]),
  'notes/evals/in.txt': 'in\n',
};

const createSkill = (): string => writeFiles(createTemporaryFolder(), FILES);
const read = (cwd: string, file: string) => JSON.parse(readFileSync(join(cwd, file), 'utf8'));

interface Trial {
  readonly id: string;
  readonly verdict: string;
  readonly triggered: boolean;
  readonly usage: unknown;
  readonly run: string;
}
const summary = (trials: readonly Trial[]) =>
  trials.map(({ id, verdict, triggered, usage }) => ({ id, verdict, triggered, usage }));

describe.skipIf(!HAS_REDIS)('skillwright eval --queue', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  afterAll(() => redis?.stop());
  const argsOf = (out: string, ...more: readonly string[]) =>
    ['eval', 'notes', '--client', 'claude-code', '--trials', '1', '--out', out, ...more] as const;
  const evaluate = (cwd: string, out: string, ...more: readonly string[]) => runCli(argsOf(out, ...more), { cwd });

  test('has the same results as without a queue, and leaves nothing but shared content behind', async () => {
    const cwd = createSkill();
    const { child } = await startWorker(redis.url);
    const queue = ['--queue', redis.url, '--trials', '2'];
    expect(await runCli(argsOf('queued', ...queue), { cwd, process: true })).toMatchObject({ code: 0 });
    await evaluate(cwd, 'own', '--trials', '2');
    const [queued, own] = [read(cwd, 'queued/results.json'), read(cwd, 'own/results.json')];
    expect(queued.complete).toBe(true);
    expect(summary(queued.trials)).toEqual(summary(own.trials));
    expect(queued.cases).toEqual(own.cases);
    for (const { run } of queued.trials as readonly Trial[])
      expect(existsSync(join(cwd, 'queued/runs', run, 'journal.jsonl'))).toBe(true);
    // Nothing is run again.
    const again = await evaluate(cwd, 'queued', ...queue);
    expect(again.stderr).toContain('0 trials to run');
    const client = await connect(redis.url);
    const keys = (await client.call('KEYS', '*')) as readonly string[];
    expect(keys.filter((key) => /:(?:results|inbox|ended|ledger|reservations)$/.test(key))).toEqual([]);
    child.kill('SIGTERM');
    expect(await ended(child)).toBe(0);
  });

  /** Starts an eval of six trials, and a worker whose first trial waits for its model. */
  async function startSixTrials(...workerOptions: readonly string[]) {
    const cwd = createSkill();
    const temporary = createTemporaryFolder();
    const model = await startWaitingModel();
    const env = { ...model.env, TMPDIR: temporary };
    const start = () => startWorker(redis.url, [...model.worker, ...workerOptions], env);
    const first = await start();
    const evaluated = evaluate(cwd, 'out', '--queue', redis.url, ...model.options);
    await expect.poll(model.requests, { timeout: 60_000 }).toBe(1);
    const finish = async () => {
      expect(await evaluated).toMatchObject({ code: 0 });
      const results = read(cwd, 'out/results.json');
      expect(results).toMatchObject({ complete: true, planned: 6, completed: 6 });
      expect(new Set((results.trials as readonly Trial[]).map(({ id }) => id)).size).toBe(6);
      return model.requests();
    };
    return { model, first, start, finish, temporary };
  }

  test('lets another worker take over the trial of one that was killed', async () => {
    const { first, start, finish, temporary } = await startSixTrials('--lease', '1');
    const folders = () => readdirSync(temporary).filter((name) => name.startsWith('skillwright-worker-'));
    const [left] = folders();
    first.child.kill('SIGKILL');
    await start();
    expect(await finish()).toBe(7);
    // It also deletes the files of the dead one.
    await expect.poll(folders, { timeout: 60_000 }).toEqual([expect.not.stringMatching(`^${left}$`)]);
  });

  test('leaves a worker a trial that takes longer than its lease', async () => {
    // On a busy machine a worker may be late to renew a short lease.
    const lease = Math.min(20, Math.ceil(scaledLimit(3000) / 1000));
    const { model, start, finish } = await startSixTrials('--lease', String(lease));
    await start();
    const client = await connect(redis.url);
    // Every search for the trials of killed workers leaves its time. There are four in a lease.
    const searches = new Set<unknown>();
    const countSearches = async () => {
      const time = await client.call('GET', '{skillwright}:trials:stalled-check');
      return (time === null ? searches : searches.add(time)).size;
    };
    await expect.poll(countSearches, { timeout: 60_000 }).toBeGreaterThan(6);
    model.answer();
    expect(await finish()).toBe(6);
  });

  test('a worker that is stopped finishes its trial, and leaves the others to another one', async () => {
    const { model, first, start, finish } = await startSixTrials();
    first.child.kill('SIGTERM');
    await expect.poll(() => first.log.text, { timeout: 60_000 }).toContain('Stopping');
    model.answer();
    expect(await ended(first.child)).toBe(0);
    expect(first.log.text).toContain('1 trial.');
    await start();
    expect(await finish()).toBe(6);
  });

  test('a worker that is stopped gives back a trial that does not end within its grace', async () => {
    const { first, start, finish } = await startSixTrials('--grace', '1');
    first.child.kill('SIGTERM');
    expect(await ended(first.child)).toBe(0);
    expect(first.log.text).toContain('0 trials.');
    // It waits with the others, and no lease has to expire before.
    const client = await connect(redis.url);
    expect(await client.call('LLEN', '{skillwright}:trials:wait')).toBe(6);
    await start();
    expect(await finish()).toBe(7);
  });

  test('is refused together with --runner', async () => {
    const cwd = createSkill();
    const { code, stderr } = await evaluate(cwd, 'out', '--queue', redis.url, '--runner', 'true');
    expect(code).toBe(2);
    expect(stderr).toContain('Leave out --queue: a runner is a command of this machine.');
  });

  test('refuses a trial that its worker does not allow, with the reason', async () => {
    const cwd = createSkill();
    await startWorker(redis.url, ['--model', 'simulated/stubborn']);
    const { code, stderr } = await evaluate(cwd, 'out', '--queue', redis.url);
    expect(code).toBe(2);
    expect(stderr).toContain('add --model simulated/weak to the worker');
  });

  test('continues although an earlier call was refused or had a lower limit', async () => {
    const cwd = createSkill();
    await evaluate(cwd, 'own');
    const [first, second] = read(cwd, 'own/results.json').trials as readonly Trial[];
    const id = 'c'.repeat(32);
    mkdirSync(join(cwd, 'out'));
    writeFileSync(join(cwd, 'out/queue-id'), `${id}\n`);
    const client = await connect(redis.url);
    for (const message of [
      { kind: 'refused', trial: first?.id, message: 'add --model' },
      { kind: 'exhausted', trial: second?.id },
    ])
      await client.call('RPUSH', evalKeys(id).inbox, JSON.stringify(message));
    await startWorker(redis.url);
    expect(await evaluate(cwd, 'out', '--queue', redis.url)).toMatchObject({ code: 0 });
  });

  test('sets the limit on costs again after Redis has lost everything', async () => {
    const cwd = createSkill();
    const client = await connect(redis.url);
    const going = evaluate(cwd, 'out', '--queue', redis.url, '--max-cost', '7');
    const waiting = () => client.call('LLEN', '{skillwright}:trials:wait');
    await expect.poll(waiting, { timeout: 60_000 }).toBe(6);
    await client.call('FLUSHALL');
    await client.call('CLIENT', 'KILL', 'TYPE', 'normal');
    await expect.poll(waiting, { timeout: 60_000 }).toBe(6);
    const id = readFileSync(join(cwd, 'out/queue-id'), 'utf8').trim();
    expect(await client.call('HGET', evalKeys(id).ledger, 'max')).toBe('7');
    await startWorker(redis.url);
    expect(await going).toMatchObject({ code: 0 });
  });

  test('outlasts a failover, in which Redis is read-only for a while, also in the middle of calls to a model', async () => {
    const { model, first, finish } = await startSixTrials('--lease', '2');
    const client = await connect(redis.url);
    // A replica of a server that does not exist keeps its data.
    await client.call('REPLICAOF', '127.0.0.1', '1');
    model.answer();
    const errors = () => client.call('INFO', 'errorstats').then(String);
    await expect.poll(errors, { timeout: 60_000 }).toMatch(/errorstat_READONLY:count=\d\d/);
    await client.call('REPLICAOF', 'NO', 'ONE');
    await finish();
    expect(first.child.exitCode).toBe(null);
  });

  test('sends no folder that no run would copy', async () => {
    const cwd = createSkill();
    const paths = ['work/.git/config', 'work/node_modules/a/b.js', 'notes/.git/config'];
    writeFiles(cwd, Object.fromEntries(paths.map((path) => [path, 'canary'])));
    symlinkSync('/elsewhere', join(cwd, 'work/node_modules/link'));
    await startWorker(redis.url);
    const result = await evaluate(cwd, 'out', '--queue', redis.url, '--workspace', 'work');
    expect(result).toMatchObject({ code: 0 });
  });

  test('sends no request to an endpoint that only the queue names', async () => {
    const cwd = createSkill();
    const server = await startModelServer([{ text: 'Done.' }]);
    onTestFinished(() => server.close());
    await startWorker(redis.url, [], { OPENAI_COMPATIBLE_API_KEY: 'canary-key' });
    const endpoint = ['--model', 'openai-compatible/m', '--base-url', server.url];
    const { code, stderr } = await evaluate(cwd, 'out', '--queue', redis.url, ...endpoint);
    expect(code).toBe(2);
    expect(stderr).toContain('add the same --base-url to the worker');
    expect(server.requests).toEqual([]);
  });

  test('refuses content that differs from its hash', async () => {
    const cwd = createSkill();
    const client = await connect(redis.url);
    const going = evaluate(cwd, 'out', '--queue', redis.url);
    await expect.poll(() => client.call('LLEN', '{skillwright}:trials:wait'), { timeout: 60_000 }).toBe(6);
    for (const key of (await client.call('KEYS', '*:blob:*')) as readonly string[])
      await client.call('SET', key, '{"model":"other"}');
    await startWorker(redis.url);
    const { code, stderr } = await going;
    expect(code).toBe(2);
    expect(stderr).toContain('does not match its hash');
  });

  test('says which server cannot be reached', async () => {
    const cwd = createSkill();
    const { code, stderr } = await evaluate(cwd, 'out', '--queue', 'redis://127.0.0.1:1');
    expect(code).toBe(2);
    expect(stderr).toContain('Start Redis, or correct --queue: redis://127.0.0.1:1 cannot be reached');
  });
});

test.skipIf(!HAS_REDIS)('connects with TLS and a password, which is never shown', async () => {
  const redis = await RedisServer.start({ password: 'canary-password', tls: true });
  onTestFinished(() => redis.stop());
  const cwd = createSkill();
  const secure = { NODE_EXTRA_CA_CERTS: redis.authority, SKILLWRIGHT_QUEUE_PASSWORD: 'canary-password' };
  const { log } = await startWorker(redis.url, [], secure);
  const evaluate = (env: Record<string, string>) =>
    runCli(['eval', 'notes', '--client', 'claude-code', '--queue', redis.url, '--trials', '1', '--out', 'out'], {
      cwd,
      env,
      process: true,
    });
  const wrong = await evaluate({ ...secure, SKILLWRIGHT_QUEUE_PASSWORD: 'wrong-canary' });
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('Set SKILLWRIGHT_QUEUE_PASSWORD to the password');
  const unknown = await evaluate({ SKILLWRIGHT_QUEUE_PASSWORD: 'canary-password' });
  expect(unknown.stderr).toContain('Set NODE_EXTRA_CA_CERTS to its certificate authority');
  const result = await evaluate(secure);
  expect(result.code).toBe(0);
  expect(wrong.stderr + result.stderr + result.stdout + log.text).not.toContain('canary');
});
