/** Attacks by approvals and runs that come back later, by secrets and by processes that stay. */
// cspell:ignore sendmsg
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { copyFolder } from '../../../runtime/disk/client-copy.ts';
import { readJournal } from '../../../runtime/journal/reader.ts';
import { type OpenedClient, openClient, textIn } from '../../equipment/runtime/client.ts';
import { manifest, skillOnDisk, writeFiles } from '../../equipment/runtime/folders.ts';
import { canSandbox } from '../../equipment/runtime/sandbox.ts';
import { type Reply, startModelServer } from '../run-server.ts';
import { type CliResult, createTemporaryFolder, runCli } from '../run-support.ts';

const hasSandbox = await canSandbox();

/** Calls a client's shell. */
const run = (client: OpenedClient, command: string) =>
  client.call(client.behavior.shell.tool, { [client.behavior.shell.command]: command });

const SECRET = 'sk-test-3f9a8b7c6d5e4f3a';
const bash = (command: string): Reply => ({ calls: [['Bash', { command }]] });
const SCRIPT = 'bash ~/.claude/skills/one/scripts/x.sh';

/** A project with a skill, and a model that gives `replies`, the last one again and again. */
async function project(replies: readonly Reply[]) {
  const cwd = createTemporaryFolder();
  writeFiles(cwd, {
    'workspace/README.md': '# App\n',
    'skills/one/SKILL.md': manifest('one'),
    'skills/one/scripts/x.sh': 'echo approved-text\n',
  });
  const server = await startModelServer(replies);
  onTestFinished(() => server.close());
  const env = { XDG_DATA_HOME: join(cwd, 'data'), OPENAI_API_KEY: SECRET };
  const cli = (...args: readonly string[]) => runCli(args, { cwd, env });
  const asProcess = (more: Record<string, string>, args: readonly string[]) =>
    runCli(args, { cwd, env: { ...env, ...more }, process: true });
  const runs = ['--runs', 'runs', '--json'];
  const model = ['--model', 'openai-compatible/m', '--base-url', server.url];
  const place = ['--skills', 'skills', '--workspace', 'workspace', '--client', 'claude-code'];
  return {
    cwd,
    server,
    cli,
    /** @param variables for a process of its own */
    start: (variables: Record<string, string> = {}, ...more: readonly string[]) => {
      const args = ['run', 'Do it.', ...place, ...model, ...runs, ...more];
      return Object.keys(variables).length === 0 ? cli(...args) : asProcess(variables, args);
    },
    approve: (id: string, to: CliResult) => cli('resume', id, '--approve', to.ofType('pause')[0]?.id ?? '', ...runs),
    deny: (id: string, to: CliResult) => cli('resume', id, '--deny', to.ofType('pause')[0]?.id ?? '', ...runs),
    fork: (id: string, at: number) => cli('fork', id, '--at', String(at), ...runs),
    changeScript: () => writeFiles(cwd, { 'skills/one/scripts/x.sh': 'echo changed-text\n' }),
    events: (id: string) => readJournal(join(cwd, 'runs', id, 'journal.jsonl')).events,
    resultsOf: (id: string) =>
      readJournal(join(cwd, 'runs', id, 'journal.jsonl')).events.flatMap((event) =>
        event.type === 'tool_result' && event.tool === 'Bash' ? [event.result] : [],
      ),
  };
}

const idOf = (result: CliResult) => result.ofType('run_started')[0]?.run ?? '';
const LOAD: Reply = { calls: [['Skill', { skill: 'one' }]] };

describe.skipIf(!hasSandbox)('an approval of commands covers no text that was not there when it was given', () => {
  test('in a further prompt, after the run ended and the script of the skill changed', async () => {
    const { start, approve, changeScript, resultsOf } = await project([
      ...[LOAD, bash(SCRIPT), { text: 'Done.' }],
      ...[bash(SCRIPT), { text: 'Done.' }],
    ]);
    const first = await start();
    const id = idOf(first);
    expect(first.ofType('pause').map(({ hint }) => String(hint))).toEqual([expect.stringContaining("skill 'one'")]);
    expect((await approve(id, first)).finished?.reason).toBe('final');
    expect(resultsOf(id)).toEqual(['approved-text']);
    changeScript();
    const second = await start({}, '--continue', id);
    expect(second.ofType('tool_call')).toHaveLength(1);
    const isAsked = second.ofType('pause').length > 0;
    expect(isAsked || !resultsOf(id).includes('changed-text')).toBe(true);
  });

  test('in a run that waited while the script changed, and whose copy is gone', async () => {
    const { start, approve, changeScript, resultsOf } = await project([LOAD, bash(SCRIPT), { text: 'Done.' }]);
    const first = await start();
    const id = idOf(first);
    expect(first.ofType('pause')).toHaveLength(1);
    changeScript();
    // As after a restart of the machine.
    rmSync(copyFolder(id), { recursive: true });
    const second = await approve(id, first);
    // Refused, asked again, or run with the text that was approved.
    const isStopped = second.code !== 0 || second.ofType('pause').length > 0;
    expect(isStopped || !resultsOf(id).includes('changed-text')).toBe(true);
  });
});

describe.skipIf(!hasSandbox)('a fork has no approval and no denial of its origin', () => {
  const lastRequest = (events: ReturnType<typeof readJournal>['events']) =>
    events.findLast(({ type }) => type === 'llm_request')?.seq ?? 0;

  test('after an approval it asks again, and nothing has run by then', async () => {
    const { start, approve, fork, events } = await project([
      ...[bash('echo first'), { text: 'Done.' }],
      ...[bash('echo again > made; cat made'), { text: 'Done.' }],
    ]);
    const first = await start();
    const id = idOf(first);
    expect((await approve(id, first)).finished?.reason).toBe('final');
    const forked = await fork(id, lastRequest(events(id)));
    expect([forked.code, forked.finished?.reason]).toEqual([6, 'paused']);
    const open = forked.ofType('pause').at(-1);
    expect(String(open?.hint)).toContain('echo again > made');
    expect(forked.ofType('tool_result').map(({ result }) => result)).toEqual(['first']);
  });

  test('after a denial nothing runs without a question', async () => {
    const { start, deny, fork, events } = await project([
      ...[bash('echo first'), { text: 'Done.' }],
      ...[bash('echo again'), bash('python3 ./missing.py'), { text: 'Done.' }],
    ]);
    const first = await start();
    const id = idOf(first);
    expect((await deny(id, first)).ofType('tool_result').map((one) => one.error_code)).toEqual(['REJECTED']);
    const forked = await fork(id, lastRequest(events(id)));
    const commands = forked.ofType('tool_call').map(({ args }) => JSON.stringify(args));
    expect(commands.join()).toContain('echo again');
    expect(forked.ofType('script')).toEqual([]);
  });
});

/** Returns the texts of all files below a folder. */
function textsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((one) => [
    one.name,
    ...(one.isFile() ? [readFileSync(join(one.parentPath, one.name), 'latin1')] : []),
  ]);
}

describe.skipIf(!hasSandbox)('secrets', () => {
  test('in ids, names, keys, reasons and figures of a reply are in no file, output or export', async () => {
    const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
      `data: ${JSON.stringify({
        id: `id-${SECRET}`,
        object: 'chat.completion.chunk',
        created: 1,
        model: `m-${SECRET}`,
        system_fingerprint: SECRET,
        choices: [{ index: 0, delta, finish_reason: finish, [SECRET]: SECRET }],
        ...more,
      })}\n\n`;
    const frames = (name: string, finish: string): Reply => ({
      frames: [
        chunk({
          tool_calls: [
            {
              index: 0,
              id: `call-${SECRET}`,
              type: 'function',
              function: {
                name,
                // A file, a folder and a link with the name of the secret.
                arguments: JSON.stringify({
                  command: `mkdir ${SECRET}; touch ${SECRET}/${SECRET}; ln -s ${SECRET} l; echo made`,
                  [SECRET]: { [SECRET]: 1 },
                }),
              },
            },
          ],
        }),
        chunk({}, finish, {
          usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, [SECRET]: SECRET },
        }),
        'data: [DONE]\n\n',
      ],
    });
    const { cwd, start, cli, resultsOf } = await project([
      frames('Bash', 'tool_calls'),
      frames(`T_${SECRET}`, SECRET),
      { text: 'Done.' },
    ]);
    const ran = await start({}, '--yes');
    const id = idOf(ran);
    expect([ran.code, resultsOf(id)]).toEqual([0, ['made']]);
    expect(ran.ofType('tool_call').map(({ tool }) => tool)).toEqual(['Bash', 'T_[redacted]']);
    const exports = await Promise.all(
      ['html', 'otlp'].map((format) => cli('export', id, '--format', format, '--runs', 'runs')),
    );
    expect(exports.map(({ code }) => code)).toEqual([0, 0]);
    const written = [...textsBelow(join(cwd, 'runs')), ...textsBelow(join(cwd, 'data'))];
    const said = [ran, ...exports].flatMap(({ stdout, stderr }) => [stdout, stderr]);
    expect([...written, ...said].filter((text) => text.includes(SECRET.slice(8)))).toEqual([]);
  });
});

describe.skipIf(!hasSandbox)('processes that a command leaves behind', () => {
  test('change nothing under a later command, and keep no descriptor that was sent to the host', async () => {
    const client = await openClient('claude-code', { skills: [skillOnDisk('one')] });
    const descriptors = () => readdirSync('/proc/self/fd').length;
    const before = descriptors();
    // Output goes through sockets, over which a program can send open files; and a daemon that ignores signals.
    const sent = await run(
      client,
      `(trap '' HUP TERM INT; setsid bash -c "trap '' HUP TERM INT; while :; do date +%N > beat; sleep 0.02; done" &) >/dev/null 2>&1
python3 -c "
import array, os, socket
count = 0
for number in 1, 4:
    out = socket.socket(fileno=os.dup(number))
    files = array.array('i', [os.open('/', os.O_RDONLY) for _ in range(100)])
    out.sendmsg([b'.'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)])
    count += len(files)
print('sent', count)"
sleep 0.2; cat beat`,
    );
    expect(textIn(sent)).toMatch(/sent 200\n\d+/);
    const later = await run(client, 'cat beat > one; sleep 0.3; cat beat > two; cmp one two && echo same; ls /proc');
    expect(textIn(later)).toContain('same');
    expect(descriptors()).toBeLessThan(before + 20);
  });
});
