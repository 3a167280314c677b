/** Command lines that name a script or a file of a skill, which they neither run nor read, and reads of no line. */
// cspell:ignore getopts
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type OpenedClient, openClient, textIn } from '../../equipment/runtime/client.ts';
import { manifest, skillOnDisk, temporaryFolder, writeFiles } from '../../equipment/runtime/folders.ts';
import { canSandbox } from '../../equipment/runtime/sandbox.ts';
import { startModelServer } from '../run-server.ts';
import { createTemporaryFolder, runCli } from '../run-support.ts';

const hasSandbox = await canSandbox();
const S = '~/.claude/skills/one';
const SCRIPT = `bash ${S}/scripts/x.sh`;
const READ = `cat ${S}/references/data.json`;

const open = () =>
  openClient('claude-code', {
    skills: [
      skillOnDisk('one', {
        'scripts/x.sh': 'echo script-ran > ~/proof.txt\n',
        'references/data.json': '{"key": "a value that only this file has"}\n',
        'references/a.md': '# A\n\nA line that only this file has.\n',
      }),
    ],
    workspace: writeFiles(temporaryFolder(), { 'quit.sh': 'exit 0\n' }),
  });

const run = (client: OpenedClient, command: string) => client.call('Bash', { command });
const hasRun = (client: OpenedClient) => existsSync(join(client.installation.home, 'proof.txt'));

describe.skipIf(!hasSandbox)('a line that runs no script is no proof of it', () => {
  test('the script runs if nothing is in its way', async () => {
    const client = await open();
    expect(await run(client, SCRIPT)).toMatchObject({ ran: true, read: { skill: 'one', path: 'scripts/x.sh' } });
    expect(hasRun(client)).toBe(true);
  });

  test.each([
    // A file of the workspace ends the shell.
    `. ./quit.sh; ${SCRIPT}`,
    `source ./quit.sh; ${SCRIPT}`,
    // An expansion ends it.
    `echo $((1/0)); ${SCRIPT}`,
    `: \${x[0]:?}; ${SCRIPT}`,
    `UID=3; ${SCRIPT}`,
    // A redirection fails.
    `${SCRIPT} < /nonexistent; true`,
    `${SCRIPT} > /nonexistent/x; true`,
    // The interpreter is asked for something else.
    `bash -n ${S}/scripts/x.sh`,
    `bash --version ${S}/scripts/x.sh`,
    `python3 -V ${S}/scripts/x.sh`,
    // The program does not exist.
    `sudo ${SCRIPT}; true`,
    // The name of the program means another one, or none.
    `printf -v PATH /nowhere; ${SCRIPT}; true`,
    `read PATH <<< /nowhere; ${SCRIPT}; true`,
    `unset PATH; ${SCRIPT}; true`,
    `for PATH in /nowhere; do :; done; ${SCRIPT}; true`,
    `getopts a PATH; ${SCRIPT}; true`,
    `BASH_CMDS[bash]=/bin/true; ${SCRIPT}`,
    // There is no memory for it.
    `ulimit -v 1; ${SCRIPT}; true`,
  ])('%s', async (command) => {
    const client = await open();
    const { ran, unproven } = await run(client, command);
    expect(hasRun(client)).toBe(false);
    expect(ran !== true || unproven === true).toBe(true);
  });
});

test.skipIf(!hasSandbox).each([
  ['ran', 'scripts/x.sh', `. ./quit.sh; ${SCRIPT}`],
  ['ran', 'scripts/x.sh', `bash -n ${S}/scripts/x.sh`],
  ['read', 'references/data.json', `${READ} < /nonexistent; true`],
])('an eval does not judge that a file was %s: %s', async (check, path, command) => {
  const cwd = createTemporaryFolder();
  const one = { id: 'case', prompt: 'Do it.', assertions: [{ check, path }] };
  writeFiles(cwd, {
    'one/SKILL.md': manifest('one'),
    'one/references/data.json': '{"key": "a value that only this file has"}\n',
    'one/scripts/x.sh': 'echo script-ran > ~/../workspace/proof.txt; echo script-ran\n',
    'one/evals/evals.json': JSON.stringify({ skill_name: 'one', evals: [one] }),
    'workspace/quit.sh': 'exit 0\n',
  });
  const server = await startModelServer(({ body }) =>
    body.messages.some(({ role }) => role === 'tool') ? { text: 'Done.' } : { calls: [['Bash', { command }]] },
  );
  onTestFinished(() => server.close());
  const args = [
    '--client',
    'claude-code',
    '--workspace',
    'workspace',
    '--trials',
    '1',
    '--out',
    'out',
    '--yes',
    '--json',
  ];
  const model = ['--base-url', server.url, '--model', 'openai-compatible/m'];
  const env = { XDG_DATA_HOME: join(cwd, 'data'), OPENAI_API_KEY: 'sk-test-3f9a8b7c6d5e4f3a' };
  const { stdout } = await runCli(['eval', 'one', ...args, ...model], { cwd, env });
  const { trials } = JSON.parse(stdout) as {
    readonly trials: readonly { readonly run: string; readonly side: string; readonly verdict: string }[];
  };
  const trial = trials.find(({ side }) => side === 'with');
  const journal = readFileSync(join(cwd, 'out/runs', trial?.run ?? '', 'journal.jsonl'), 'utf8');
  expect(journal).toContain('"type":"script"');
  expect(journal).not.toMatch(/script-ran|only this file has/);
  expect(trial?.verdict).not.toBe('passed');
});

describe.skipIf(!hasSandbox)('a line that reads no file is no proof of it', () => {
  test.each([
    `. ./quit.sh; ${READ}`,
    `${READ} < /nonexistent; true`,
    `${READ} > /nonexistent/x; true`,
    `sudo ${READ}; true`,
  ])('%s', async (command) => {
    const client = await open();
    const outcome = await run(client, command);
    expect(textIn(outcome)).not.toContain('only this file has');
    expect(outcome.read === undefined || outcome.unproven === true).toBe(true);
  });
});

describe('a read of no line is no proof of it', () => {
  const RANGES = [
    ['claude-code', 'references/a.md', { offset: 1, limit: 0 }],
    ['claude-code', 'references/a.md', { offset: 9999 }],
    ['claude-code', 'SKILL.md', { offset: 1, limit: 0 }],
    ['claude-code', 'SKILL.md', { offset: 9999 }],
  ] as const;

  test.each(RANGES)('%s: %s %j', async (id, file, range) => {
    const client = await openClient(id, {
      skills: [skillOnDisk('one', { 'references/a.md': '# A\n\nA line that only this file has.\n' })],
    });
    const [skill] = client.installation.skills;
    const outcome = await client.call('Read', { file_path: join(skill?.folder ?? '', file), ...range });
    expect(textIn(outcome)).not.toMatch(/only this file has|# A|Does one/);
    expect(outcome.read === undefined || outcome.unproven === true).toBe(true);
  });
});
