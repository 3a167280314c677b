/** Approved commands that make a later one run, or show, more than the question named. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type OpenedClient, openClient, textIn } from '../../equipment/runtime/client.ts';
import { skillOnDisk, temporaryFolder, writeFiles } from '../../equipment/runtime/folders.ts';
import { canSandbox } from '../../equipment/runtime/sandbox.ts';

const hasSandbox = await canSandbox();
const isRoot = process.getuid?.() === 0;
const S = '~/.claude/skills';

/** Calls a client's shell. */
const run = (client: OpenedClient, command: string) =>
  client.call(client.behavior.shell.tool, { [client.behavior.shell.command]: command });

/** Opens a client with two skills, in which commands were approved for the first one. */
async function open(files: Readonly<Record<string, string>> = { 'tool.sh': 'echo two-ran\n' }): Promise<OpenedClient> {
  const client = await openClient('claude-code', {
    skills: [skillOnDisk('one', { 'scripts/x.py': 'print("one")\n' }), skillOnDisk('two', files)],
  });
  await client.call('Skill', { skill: 'one' });
  await run(client, 'echo approved');
  return client;
}

const isAsked = ({ questions }: OpenedClient) => questions.some(({ hint }) => String(hint).includes("'two'"));

describe.skipIf(!hasSandbox)('a script of a skill that was not approved does not run without a question', () => {
  test('through a link deeper than the look-up goes, which finds nothing there', async () => {
    const client = await open();
    await run(
      client,
      `python3 -c "
import os
for i in range(205): os.mkdir('d'); os.chdir('d')
os.symlink(os.path.expanduser('${S}/two'), 'l')"`,
    );
    const said = textIn(await run(client, `bash ./${'d/'.repeat(205)}l/tool.sh`));
    expect(isAsked(client) || !said.includes('two-ran')).toBe(true);
  });

  test('by a script whose path is longer than the system can look up', async () => {
    const client = await open();
    // The folder's path is just short enough, that of the script is too long.
    await run(
      client,
      `cd "$(python3 -c "
import os
end = os.path.expanduser('${S}/two/tool.sh')
here = os.getcwd()
while len(here) < 4040:
    name = 'd' * max(1, min(17, 4079 - len(here)))
    os.mkdir(name); os.chdir(name); here += '/' + name
open('${'n'.repeat(60)}.sh', 'w').write('bash ' + end)
print(here)")"`,
    );
    const said = textIn(await run(client, `bash ./${'n'.repeat(60)}.sh`));
    expect(isAsked(client) || !said.includes('two-ran')).toBe(true);
  });

  test('by a script that a parallel command creates after the look-up', { timeout: 20_000 }, async () => {
    const client = await open();
    const creating = run(
      client,
      `python3 -c "
import os, time
text = 'bash ' + os.path.expanduser('${S}/two/tool.sh')
end = time.time() + 4
while time.time() < end:
    open('nope.sh', 'w').write(text); time.sleep(0.02)
    os.remove('nope.sh'); time.sleep(0.02)"`,
    );
    const said: string[] = [];
    const end = performance.now() + 4000;
    while (performance.now() < end) said.push(textIn(await run(client, 'bash ./nope.sh')));
    await creating;
    expect(isAsked(client) || !said.join('\n').includes('two-ran')).toBe(true);
  });

  test.skipIf(isRoot).each([S, '~/.claude', '~'])('after a command took the permissions of %s away', async (folder) => {
    const client = await open();
    await run(client, `chmod 0 ${folder}`);
    const said = textIn(await run(client, `chmod 755 ~ ~/.claude ${S}; bash ${S}/t*o/tool.sh`));
    expect(isAsked(client) || !said.includes('two-ran')).toBe(true);
  });

  test('if its folder cannot be looked up, as after the test above', async () => {
    const client = await open();
    const { files } = client.installation;
    const locateEntry = files.locateEntry.bind(files);
    files.locateEntry = (path) =>
      path.endsWith('/.claude/skills/two') ? { kind: 'unknown', path } : locateEntry(path);
    const said = textIn(await run(client, `bash ${S}/t*o/tool.sh`));
    expect(isAsked(client) || !said.includes('two-ran')).toBe(true);
  });

  test.each([
    ['run.txt', `bash ${S}/t*o/run.txt`],
    ['LICENSE', `cat ${S}/t*o/LICENSE | sh`],
    ['references/a.md', `cd ${S}; for f in */references/a.md; do . "./$f"; done`],
    ['references/data.json', `cat ${S}/*/references/data.json | bash`],
  ])('from a file that looks like a text: %s', async (file, command) => {
    const client = await open({ [file]: 'echo two-ran\n' });
    const said = textIn(await run(client, command));
    expect(isAsked(client) || !said.includes('two-ran')).toBe(true);
  });
});

describe.skipIf(!hasSandbox)('an approval of commands for one skill', () => {
  test('does not cover another one that was searched through a link', async () => {
    const client = await open();
    await run(client, 'ln -s ~/.claude l');
    const found = await client.call('Grep', { pattern: 'two-ran', path: join(client.installation.workspace, 'l') });
    await run(client, 'echo more');
    expect(isAsked(client) || !textIn(found).includes('tool.sh')).toBe(true);
  });
});

describe.skipIf(!hasSandbox)('changes', () => {
  test('are not complete if a name is not valid text', async () => {
    const workspace = writeFiles(temporaryFolder(), { 'a.txt': 'a\n' });
    const client = await openClient('claude-code', { skills: [skillOnDisk('one')], workspace });
    await run(client, `python3 -c "open(b'\\xff.sh', 'w').write('hidden')"`);
    const found = await client.installation.findChanges(5000);
    expect(found === undefined || found.changes.length + found.more > 0).toBe(true);
  });

  test.skipIf(isRoot)('are not wrong if a folder cannot be read', async () => {
    const workspace = writeFiles(temporaryFolder(), { 'src/a.txt': 'a\n' });
    const client = await openClient('claude-code', { skills: [skillOnDisk('one')], workspace });
    await run(client, 'echo evil > src/new.sh; chmod 0 src');
    const found = await client.installation.findChanges(5000);
    expect(found === undefined || found.changes.every(({ kind }) => kind !== 'deleted')).toBe(true);
  });
});
