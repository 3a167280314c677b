/** Foreign runs: journals that were created on another machine, or changed since. */

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FindOrigin, ResumeRun, type ResumeRunParams } from '../../runtime/protocol/rpc.ts';
import { defined } from '../../runtime/text/objects.ts';
import { type Reply, startModelServer } from './run-server.ts';
import { type CliResult, createDemoSkill, createTemporaryFolder, runCli } from './run-support.ts';
import { startRuntimeProcess } from './runtime-process.ts';
import { HAS_SANDBOX } from './sandbox-support.ts';

const SECRET = 'sk-of-the-user-0123456789abcdef';
/** Options that a modified journal could remove. */
const SAFE = ['--script-timeout', '20'];
const ASK: Reply = { calls: [['run_skill_script', { skill_name: 'demo', file_path: 'scripts/hello.sh' }]] };

/**
 * Creates a run that waits for an approval, started on a machine with this data folder, with its endpoint and resume
 * function.
 */
async function createWaitingRun(
  replies: readonly Reply[] = [ASK, { text: 'Done.' }],
  data = createTemporaryFolder(),
  more: readonly string[] = [],
) {
  const server = await startModelServer(replies);
  onTestFinished(() => server.close());
  const cwd = createTemporaryFolder();
  const runs = join(cwd, 'runs');
  const skills = createDemoSkill(undefined, { 'demo/references/large.md': 'large '.repeat(20_000) });
  const model = ['--model', 'openai-compatible/m', '--base-url', server.url];
  const started = await runCli(['run', 'Go.', '--skills', skills, ...model, '--runs', runs, '--json', ...more], {
    cwd,
    env: { XDG_DATA_HOME: data },
  });
  const run = started.ofType('run_started')[0]?.run ?? '';
  const pause = started.ofType('pause')[0]?.id ?? '';
  expect([started.code, pause]).toEqual([6, expect.stringContaining('pause')]);
  const journal = join(runs, run, 'journal.jsonl');
  return { server, cwd, runs, run, pause, journal, data, asked: server.requests.length };
}

type WaitingRun = Awaited<ReturnType<typeof createWaitingRun>>;

function linkToLink(secret: string, path: string): void {
  symlinkSync(secret, `${path}.x`);
  symlinkSync(`${path}.x`, path);
}

/** Runs `resume --deny` as the user of this data folder. */
function resume({ runs, run, pause, cwd }: WaitingRun, data: string, ...more: readonly string[]): Promise<CliResult> {
  const args = ['resume', run, '--deny', pause, '--runs', runs, '--json', ...more];
  return runCli(args, { cwd, env: { XDG_DATA_HOME: data } });
}

describe('a run that was not started on this machine', () => {
  test('is not continued: resume lists what it would do, and how to continue', async () => {
    const at = await createWaitingRun();
    const before = readFileSync(at.journal);
    const refused = await resume(at, createTemporaryFolder());
    expect([refused.code, refused.stdout, at.server.requests.length]).toEqual([2, '', at.asked]);
    const [first = '', second = ''] = refused.stderr.replace('skillwright: ', '').split('\n');
    expect(first).toBe(`Add --trust to resume run ${at.run}: it was not started on this machine.`);
    expect(first.length).toBeLessThanOrEqual(160);
    expect(second).toBe(`It would send its conversation to openai-compatible/m at ${at.server.url}.`);
    expect(readFileSync(at.journal)).toEqual(before);
  });

  test('is continued with --trust, and is then known to this machine', async () => {
    const at = await createWaitingRun([ASK, ASK, { text: 'Done.' }]);
    const here = createTemporaryFolder();
    // The next request is not in the journal yet.
    const trusted = await resume(at, here, '--trust');
    expect([trusted.code, trusted.ofType('pause')]).toMatchObject([6, [{ kind: 'confirmation' }]]);
    const again = await resume({ ...at, pause: trusted.ofType('pause')[0]?.id ?? '' }, here);
    expect([again.code, again.finished?.text]).toEqual([0, 'Done.']);
  });

  test('includes every run of a copied or moved workspace, but not one named by a link', async () => {
    const at = await createWaitingRun([ASK, ASK, { text: 'Done.' }]);
    const elsewhere = async (runs: string) =>
      expect((await resume({ ...at, runs }, at.data)).stderr).toMatch(/not started on this machine/);
    cpSync(at.runs, `${at.runs}-copied`, { recursive: true });
    await elsewhere(`${at.runs}-copied`);
    renameSync(at.runs, `${at.runs}-moved`);
    await elsewhere(`${at.runs}-moved`);
    renameSync(`${at.runs}-moved`, at.runs);
    symlinkSync(at.runs, `${at.runs}-linked`, 'junction');
    const linked = await resume({ ...at, runs: `${at.runs}-linked` }, at.data);
    expect(linked.code).toBe(6);
    expect((await resume({ ...at, pause: linked.ofType('pause')[0]?.id ?? '' }, at.data)).code).toBe(0);
  });

  test('in VS Code is continued only after the user agreed to what its journal contains', async () => {
    const at = await createWaitingRun();
    const ask = async (trust?: string) => {
      const { connection } = startRuntimeProcess({ env: { XDG_DATA_HOME: createTemporaryFolder() }, quiet: true });
      const origin = await connection.sendRequest(FindOrigin, { runs: at.runs, run: at.run });
      const params: ResumeRunParams = defined({ runs: at.runs, run: at.run, trusted: true, trust });
      const resumed = await connection.sendRequest(ResumeRun, params).then(
        () => 'resumed',
        (error: Error) => error.message,
      );
      return { origin, resumed };
    };
    const first = await ask();
    expect(first).toMatchObject({
      origin: { kind: 'elsewhere' },
      resumed: expect.stringContaining('was not started on this machine'),
    });
    const shown = first.origin?.shown ?? '';
    const original = readFileSync(at.journal, 'utf8');
    writeFileSync(at.journal, original.replaceAll(at.server.url, 'http://127.0.0.1:9/v1'));
    expect((await ask(shown)).resumed).toContain('was not started on this machine');
    writeFileSync(at.journal, original);
    expect((await ask(shown)).resumed).toBe('resumed');
  });
});

/** Returns a changed journal, with another endpoint at `to`. */
type Change = (journal: string, to: string, at: WaitingRun) => string;

/** Checks that a changed journal is refused with what changed, and that the original is continued. */
async function expectChangeRefused(what: string, change: Change, options: readonly string[] = SAFE): Promise<void> {
  const at = await createWaitingRun(undefined, undefined, options);
  const other = await startModelServer([{ text: 'Thank you.' }]);
  onTestFinished(() => other.close());
  const journal = readFileSync(at.journal, 'utf8');
  const changed = change(journal, other.url, at);
  expect(changed).not.toBe(journal);
  writeFileSync(at.journal, changed);
  const refused = await resume(at, at.data);
  expect([refused.code, other.requests, at.server.requests.length]).toEqual([2, [], at.asked]);
  expect(refused.stderr).toContain(`its journal has changed since it was started here (${what})`);
  writeFileSync(at.journal, journal);
  expect((await resume(at, at.data)).code).toBe(0);
}

describe('a run started on this machine whose journal was changed', () => {
  test.each<[string, Change]>([
    ['endpoint', (journal, to, { server }) => journal.replaceAll(server.url, to)],
    ['model', (journal) => journal.replaceAll('"openai-compatible/m"', '"openai-compatible/another"')],
    ['script timeout', (journal) => journal.replace('"scriptTimeout":20', '"scriptTimeout":86400')],
    ['model call limit', (journal) => journal.replace('"maxLlmCalls":500', '"maxLlmCalls":5000')],
    [
      'skills',
      (journal) => journal.replaceAll(/"root":"[^"]+"/g, (root) => root.replace('/demo"', '/demo/references"')),
    ],
  ])('changed %s: refused, named, and continued only with --trust', expectChangeRefused);

  test.skipIf(!HAS_SANDBOX)('removed sandbox requirement: refused, named, and continued only with --trust', () => {
    const remove: Change = (journal) => journal.replace(',"requireSandbox":true', '');
    return expectChangeRefused('sandbox requirement', remove, ['--require-sandbox', ...SAFE]);
  });

  test('a foreign journal under the id of one of our runs', async () => {
    const at = await createWaitingRun();
    const theirs = await createWaitingRun();
    rmSync(join(at.runs, at.run), { recursive: true });
    cpSync(join(theirs.runs, theirs.run), join(at.runs, at.run), { recursive: true });
    const refused = await resume({ ...at, pause: theirs.pause }, at.data);
    expect([refused.code, theirs.server.requests.length]).toEqual([2, theirs.asked]);
    expect(refused.stderr).toContain('(endpoint, folder, skills)');
  });

  test('a record of another prompt is accepted: after --continue both are known', async () => {
    const at = await createWaitingRun([ASK, { text: 'First.' }, ASK, { text: 'Second.' }]);
    const model = ['--model', 'openai-compatible/m', '--base-url', at.server.url];
    const env = { XDG_DATA_HOME: at.data };
    const more = ['run', 'More.', '--skills', createDemoSkill(), '--continue', at.run, '--runs', at.runs, '--json'];
    const first = await runCli([...more, ...model], { cwd: at.cwd, env });
    expect(first.finished?.text).toBe('First.');
    const second = await runCli([...more, ...model], { cwd: at.cwd, env });
    expect(second.code).toBe(6);
    expect((await resume({ ...at, pause: second.ofType('pause')[0]?.id ?? '' }, at.data)).code).toBe(0);
  });
});

describe.skipIf(process.platform === 'win32')(
  'a payload next to the journal that is another file of this machine',
  () => {
    const large: Reply = { calls: [['load_skill_resource', { skill_name: 'demo', file_path: 'references/large.md' }]] };
    const ways: readonly (readonly [string, (secret: string, blob: string) => void])[] = [
      ['a link', symlinkSync],
      ['a hard link', linkSync],
      ['a link to a link', linkToLink],
    ];

    test.each(ways)('%s: its content is sent to no endpoint, even for a trusted run', async (_, put) => {
      const at = await createWaitingRun([large, ASK, { text: 'Done.' }]);
      const secret = join(createTemporaryFolder(), 'keys.json');
      writeFileSync(secret, JSON.stringify({ 'https://api.example': SECRET }));
      const folder = join(at.runs, at.run);
      const blobs = readdirSync(folder).filter((name) => name.startsWith('blob-'));
      // The payload, and the parts of the requests.
      expect(blobs.length).toBeGreaterThan(1);
      for (const name of blobs) {
        rmSync(join(folder, name));
        put(secret, join(folder, name));
      }
      const resumed = await resume(at, createTemporaryFolder(), '--trust');
      expect([resumed.code, at.server.requests.length]).toEqual([0, at.asked + 1]);
      expect(JSON.stringify(at.server.requests)).not.toContain(SECRET);
      expect(JSON.stringify(at.server.requests.at(-1)?.body)).toContain('PAYLOAD_LOST');
      const replayed = await runCli(['replay', at.run, '--runs', at.runs, '--json'], { cwd: at.cwd });
      expect(replayed.stdout + replayed.stderr).not.toContain(SECRET);
    });
  },
);

test.skipIf(process.platform === 'win32').each<[string, (path: string) => void]>([
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ['a link to an endless device', (path) => symlinkSync('/dev/zero', path)],
])('a lock next to the journal that is %s is ignored without blocking', async (_, put) => {
  const at = await createWaitingRun();
  put(`${at.journal}.lock`);
  // A separate process, because one that waits or reads here would never end.
  const args = ['resume', at.run, '--deny', at.pause, '--runs', at.runs];
  const refused = await runCli(args, { cwd: at.cwd, env: { XDG_DATA_HOME: at.data }, process: true });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('The journal cannot be locked')]);
});

test("a corrupt record of a run's start is ignored", async () => {
  const at = await createWaitingRun();
  const empty = createTemporaryFolder();
  const folder = 'skillwright/begun'; // words-ok: the folder's name on disk
  mkdirSync(join(empty, folder), { recursive: true });
  for (const name of readdirSync(join(at.data, folder))) writeFileSync(join(empty, folder, name), '{"broken":');
  expect((await resume(at, empty)).code).toBe(2);
});
