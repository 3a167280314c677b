/** Forks of client runs: each starts in a new copy of the workspace, with the files as they were at its step. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { manifest, writeFiles } from '../../equipment/runtime/folders.ts';
import { canSandbox } from '../../equipment/runtime/sandbox.ts';
import { type Reply, startModelServer } from '../run-server.ts';
import { type CliResult, createTemporaryFolder, runCli } from '../run-support.ts';

const SECRET = 'sk-test-3f9a8b7c6d5e4f3a';
const COMMANDS = [
  'echo one >> log.txt; echo "$OTHER" > plain.txt; printf "\\0" > image.bin',
  'pwd; echo two >> log.txt; rm old.txt',
  'echo three >> log.txt',
  'cat log.txt; ls *.txt; pwd',
];

/** A run as Claude Code that runs the commands, one in each model call. */
async function makeRun(commands: readonly string[] = COMMANDS) {
  const cwd = createTemporaryFolder();
  writeFiles(cwd, { 'app/old.txt': 'old\n', 'greeter/SKILL.md': manifest('greeter', '# Greet\n') });
  const replies: readonly Reply[] = [
    ...commands.map((command) => ({ calls: [['Bash', { command }] as const] })),
    { text: 'Done.' },
  ];
  const server = await startModelServer(
    ({ body }) => replies[body.messages.filter(({ role }) => role === 'assistant').length] as Reply,
  );
  onTestFinished(() => server.close());
  const env = { XDG_DATA_HOME: join(cwd, 'data'), OPENAI_API_KEY: SECRET };
  const common = ['--runs', 'runs', '--yes', '--json'];
  const place = ['--client', 'claude-code', '--workspace', 'app', '--skills', 'greeter'];
  const model = ['--model', 'openai-compatible/m', '--base-url', server.url];
  const ran = await runCli(['run', 'Go.', ...place, ...model, ...common], { cwd, env });
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  const fork = (at: number) => {
    const seq = ran.ofType('tool_call')[at]?.seq;
    return runCli(['fork', idOf(ran), '--at', String(seq), ...common], { cwd, env });
  };
  return { cwd, ran, server, fork, replay: (run: string) => runCli(['replay', run, '--runs', 'runs'], { cwd, env }) };
}

const idOf = (ran: CliResult): string => ran.ofType('run_started')[0]?.run ?? '';
const outputs = (ran: CliResult): readonly string[] =>
  ran.ofType('tool_result').map(({ result }) => JSON.stringify(result));

test.skipIf(!(await canSandbox()))(
  'a fork starts in a fresh copy as it was at its step, under its own path',
  async () => {
    const { ran, server, fork, replay } = await makeRun();
    const requests = server.requests.length;
    for (const at of [0, 1, 2, 3]) {
      const before = server.requests.length;
      const forked = await fork(at);
      expect([forked.code, forked.stderr]).toEqual([0, '']);
      const anonymous = (one: CliResult) => outputs(one).map((text) => text.replaceAll(idOf(one), 'RUN'));
      expect(anonymous(forked), `call ${at}`).toEqual(anonymous(ran));
      expect(forked.stdout.replaceAll(`"run":"${idOf(ran)}"`, '').replaceAll(/of run \S+/g, '')).not.toContain(
        idOf(ran),
      );
      expect(server.requests.length - before).toBe(requests - 1 - at);
      expect(forked.ofType('workspace_changes')[0]?.changes.map(({ path }) => path)).toEqual(
        ran
          .ofType('workspace_changes')[0]
          ?.changes.map(({ path }) => path)
          .filter((path) => at === 0 || path !== 'image.bin'),
      );
      const copied = forked.ofType('note').find(({ message }) => message.startsWith('The workspace was copied again'));
      if (at > 0)
        expect(copied?.message).toMatch(/with the .*files? that commands had changed\. Not brought back: image\.bin\./);
      expect((await replay(idOf(forked))).stdout).toMatch(/^the same/);
    }
  },
);

test.skipIf(!(await canSandbox()))('a file with a secret is not kept', async () => {
  const { cwd, ran, fork } = await makeRun([
    `echo ${SECRET} > key.txt; echo fine > other.txt`,
    'cat key.txt other.txt',
  ]);
  const forked = await fork(1);
  expect(forked.ofType('note').map(({ message }) => message)).toContainEqual(
    'The workspace was copied again with the file that commands had changed. Not brought back: key.txt.',
  );
  for (const run of [idOf(ran), idOf(forked)])
    for (const name of readdirSync(join(cwd, 'runs', run)))
      expect(readFileSync(join(cwd, 'runs', run, name), 'utf8')).not.toContain(SECRET);
});
