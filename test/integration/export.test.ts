import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../equipment/runtime/folders.ts';
import { closedAddress, startOtlpServer } from '../equipment/runtime/otlp-server.ts';
import { createDemoSkill, runCli } from './run-support.ts';

async function run(cwd: string): Promise<string> {
  const skills = ['--skills', createDemoSkill(), '--model', 'simulated/stubborn'];
  const ran = await runCli(['run', 'Say hello.', ...skills, '--yes', '--json'], { cwd });
  return ran.ofType('run_started')[0]?.run ?? '';
}

test('skillwright export --format otlp: import reads the same events from it', async () => {
  const cwd = temporaryFolder();
  const id = await run(cwd);
  const printed = await runCli(['export', id, '--format', 'otlp'], { cwd });
  expect([printed.code, printed.stderr]).toEqual([0, '']);
  const written = await runCli(['export', id, '--format', 'otlp', '--out', 'trace.jsonl'], { cwd });
  expect([written.code, written.stderr]).toEqual([0, '']);
  expect(written.stdout).toMatch(
    /^Exported run .* to .*trace\.jsonl:\n {2}1 prompt, \d+ model calls of simulated\/stubborn/,
  );
  expect(written.stdout).toContain(
    'no secrets found; absolute paths are included, --hide-home shortens those in home folders',
  );
  expect(readFileSync(join(cwd, 'trace.jsonl'), 'utf8')).toBe(printed.stdout);
  const journal = join(cwd, '.skillwright/runs', id, 'journal.jsonl');
  const events = async (file: string) => {
    const { stdout } = await runCli(['import', file, '--json'], { cwd });
    const parsed = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    return parsed.slice(0, -1).map(({ source: _, imported: __, ...event }) => event);
  };
  const read = await events('trace.jsonl');
  const exported = read.map(({ sent: _, ...event }) => event);
  // The export contains what the model received, the journal refers to it.
  const sent = read.flatMap((event) => (event.sent === undefined ? [] : [event.sent]));
  expect(sent[0]).toMatchObject({ system: expect.stringContaining('You have skills'), tools: expect.any(Array) });
  // The closing call had no tools.
  expect(sent.at(-1)?.tools).toEqual([]);
  expect(exported.length).toBeGreaterThan(10);
  expect(exported).toEqual(await events(journal));
});

test('skillwright export: a part, a preview, and Perfetto', async () => {
  const cwd = temporaryFolder();
  const id = await run(cwd);
  const preview = await runCli(['export', id, '--format', 'perfetto', '--preview', '--json', '--to', '3'], { cwd });
  expect(JSON.parse(preview.stdout)).toMatchObject({
    version: 1,
    format: 'perfetto',
    run: id,
    events: 3,
    modelCalls: 1,
    toolCalls: 0,
    redacted: 0,
    skills: ['demo'],
    instructions: 1,
  });
  const { stdout } = await runCli(['export', id, '--format', 'perfetto', '--to', '3'], { cwd });
  const { traceEvents } = JSON.parse(stdout);
  expect(traceEvents.filter(({ ph }: { ph: string }) => ph === 'X').map(({ name }: { name: string }) => name)).toEqual([
    'invoke_agent agent',
    'chat stubborn',
  ]);
});

test('skillwright export: wrong usage exits with 2 and writes nothing', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'notes.txt'), 'Nothing.\n');
  const outcome = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await runCli(['export', ...args], { cwd });
    return [code, stdout, stderr.split('\n')[0]];
  };
  expect(await outcome('absent', '--format', 'otlp')).toEqual([
    2,
    '',
    'skillwright: Pass the id of a run in .skillwright/runs, or the path of a journal or session: there is no run absent.',
  ]);
  expect(await outcome('notes.txt', '--format', 'otlp')).toEqual([
    2,
    '',
    expect.stringContaining('Choose a session of'),
  ]);
  const id = await run(cwd);
  expect((await outcome(id))[0]).toBe(2);
  expect((await outcome(id, '--format', 'pdf'))[0]).toBe(2);
  expect((await outcome(id, '--format', 'otlp', '--from', '0'))[0]).toBe(2);
  expect(await outcome(id, '--format', 'otlp', '--out', 'absent/trace.jsonl')).toEqual([
    2,
    '',
    expect.stringContaining('Choose an existing folder: '),
  ]);
});

test('skillwright run --otlp sends the run while it continues; an endpoint that is gone changes nothing', async () => {
  const cwd = temporaryFolder();
  const server = await startOtlpServer();
  const options = ['--skills', createDemoSkill(), '--model', 'simulated/weak', '--yes', '--json'];
  const env = { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=0123456789abcdef' };
  const run = (...args: readonly string[]) =>
    runCli(['run', 'Say hello.', ...options, ...args], { cwd, env, process: true });
  const ran = await run('--otlp', server.url);
  expect(ran.stderr).toBe('');
  const printed = ran.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(server.events()).toEqual(printed);
  expect(server.faults).toEqual([]);
  expect(
    server.requests.every(({ path, headers }) => path === '/v1/traces' && headers['x-key'] === '0123456789abcdef'),
  ).toBe(true);
  const gone = await run('--otlp', await closedAddress());
  expect(gone.code).toBe(ran.code);
  expect(gone.stderr).toMatch(
    /^skillwright: Check the OTLP endpoint http:\/\/127\.0\.0\.1:\d+: (\d+) of \1 spans were not sent, the request failed \(ECONNREFUSED\)\.\n$/,
  );
  const refused = await run('--otlp', 'https://me:secret@example.org');
  expect([refused.code, refused.stdout]).toEqual([2, '']);
  expect(refused.stderr).toContain('Set keys for OTLP in OTEL_EXPORTER_OTLP_HEADERS');
});
