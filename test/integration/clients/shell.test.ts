/** Shell commands of each client in the sandbox: where they run, what they can access, and which need approval. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../runtime/protocol/events.ts';
import { type OpenedClient, openClient, textIn, VARIANTS } from '../../equipment/runtime/client.ts';
import { skillOnDisk, temporaryFolder, writeFiles } from '../../equipment/runtime/folders.ts';
import { canSandbox } from '../../equipment/runtime/sandbox.ts';

const makeSkill = () => skillOnDisk('greeter', { 'scripts/hello.py': 'import os\nprint("hello from", os.getcwd())\n' });
const makeWorkspace = () => writeFiles(temporaryFolder(), { 'src/app.ts': 'export {};\n', 'README.md': '# App\n' });

const BODY = 'Read `references/guide.md`. Then run `python3 scripts/hello.py`.\n';

const open = (id: string, more = {}) => openClient(id, { skills: [makeSkill()], workspace: makeWorkspace(), ...more });

const run = (client: OpenedClient, command: string, more: JsonObject = {}) =>
  client.call(client.behavior.shell.tool, { [client.behavior.shell.command]: command, ...more });

/** Without a sandbox no client runs a command, so there is nothing to test. */
const hasSandbox = await canSandbox();

describe.skipIf(!hasSandbox).each(VARIANTS)('%s', (id, behavior) => {
  it('runs commands in the workspace, which does not contain the script of the skill', async () => {
    const client = await open(id);
    const missed = await run(client, 'python3 scripts/hello.py');
    expect(missed.errorCode).toBe('COMMAND_FAILED');
    expect(textIn(missed)).toMatch(/can't open file|No such file/);
    expect(client.questions, 'a script that does not exist needs no approval').toEqual([]);
    const folder = client.installation.skills[0]?.folder ?? '';
    const ran = await run(client, `python3 ${folder}/scripts/hello.py && ls`);
    expect(textIn(ran)).toContain(`hello from ${client.installation.workspace}`);
    expect(textIn(ran)).toContain('README.md');
    await run(client, 'ls');
    expect(client.questions, 'asked once').toHaveLength(1);
  });

  it('names the file of the skill that a command read, and the one that it missed', async () => {
    const client = await openClient(id, {
      skills: [skillOnDisk('greeter', { 'references/guide.md': 'Guide.\n' }, BODY)],
    });
    const { path = '', folder = '' } = client.installation.skills[0] ?? {};
    const early = await run(client, 'cat references/guide.md');
    expect(early.miss, 'before the skill is loaded').toBeUndefined();
    expect((await run(client, `sed -n '1,200p' ${path}`)).read).toEqual({ skill: 'greeter', path: 'SKILL.md' });
    const miss = (file: string, kind: string, reason?: string) => ({ skill: 'greeter', path: file, kind, reason });
    for (const [command, expected] of [
      ['cat references/guide.md', miss('references/guide.md', 'resource', 'base.workspace')],
      ['cat references/guide.md | head -5', miss('references/guide.md', 'resource', 'base.workspace')],
      ['python3 scripts/hello.py', miss('scripts/hello.py', 'script', 'absent')],
      [`python3 ${folder}/scripts/absent.py`, miss('scripts/absent.py', 'script', 'guessed')],
      // A list of a folder, or a search for any file of a name, has no kind.
      ['ls references', miss('references/guide.md', 'search')],
      ['find . -name guide.md', miss('references/guide.md', 'search')],
      ['find ~ -name guide.md', undefined],
      ['ls', undefined],
      ['cat package.json', undefined],
      ['grep -rn absent .', undefined],
      ['git show references/guide.md', undefined],
    ] as const) {
      const { asked: _, place: __, ...found } = (await run(client, command)).miss ?? {};
      expect(found, command).toEqual(expected ?? {});
    }
    expect([(await run(client, 'ls')).changes, (await run(client, 'touch made')).changes]).toEqual([false, true]);
    const guide = await run(client, `cd ${folder} && cat references/guide.md`);
    expect([guide.read, guide.miss]).toEqual([{ skill: 'greeter', path: 'references/guide.md' }, undefined]);
  });

  it('carries the directory over as the client does', async () => {
    const client = await open(id);
    await run(client, 'cd src');
    const below = textIn(await run(client, 'pwd'));
    expect(below.includes(`${client.installation.workspace}/src`)).toBe(behavior.shell.cd !== 'forgotten');
    const left = textIn(await run(client, `cd ${client.installation.home}`));
    const after = textIn(await run(client, 'pwd'));
    expect(after.includes(client.installation.home)).toBe(behavior.shell.cd === 'kept');
    if (behavior.shell.directoryReset !== undefined) expect(left).toContain('Shell cwd was reset to');
    const { workdir } = behavior.shell;
    if (workdir !== undefined) expect(textIn(await run(client, 'pwd', { [workdir]: 'src' }))).toContain('/src');
  });

  it('does not let a command read or write outside the copy', async () => {
    const outside = temporaryFolder();
    writeFileSync(join(outside, 'secret.txt'), 'SECRET');
    const client = await open(id);
    const read = textIn(await run(client, `cat ${outside}/secret.txt; cat /etc/shadow; ls ~root`));
    expect(read).not.toContain('SECRET');
    await run(client, `echo x > ${outside}/written.txt; echo x > inside.txt`);
    expect(existsSync(join(outside, 'written.txt'))).toBe(false);
    expect(readFileSync(join(client.installation.workspace, 'inside.txt'), 'utf8')).toBe('x\n');
  });

  it('runs nothing that the user denies', async () => {
    const denied = await open(id, { answer: 'deny' });
    expect((await run(denied, 'touch made')).errorCode).toBe('REJECTED');
    expect(existsSync(join(denied.installation.workspace, 'made'))).toBe(false);
  });

  it('ends a command at its time limit', async () => {
    const { timeout } = behavior.shell;
    if (timeout === undefined) return;
    const client = await open(id);
    const limit = timeout.unit === 's' ? 1 : 300;
    const outcome = await run(client, 'echo started; sleep 60', { [timeout.parameter]: limit });
    expect(outcome.errorCode).toBe('COMMAND_TIMED_OUT');
    expect(textIn(outcome)).toMatch(/timed out|timeout/);
  });
});
