/** Approved commands that replace files and folders of the copy, so that the host would read something else or block. */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../runtime/protocol/events.ts';
import type { FileTool } from '../../../skill/index.ts';
import { type OpenedClient, openClient, textIn, VARIANTS } from '../../equipment/runtime/client.ts';
import { skillOnDisk, temporaryFolder, writeFiles } from '../../equipment/runtime/folders.ts';
import { canSandbox } from '../../equipment/runtime/sandbox.ts';
import { scaledLimit } from '../../equipment/runtime/scaled-limit.ts';
import { sample } from '../../equipment/skill/long.ts';

const SECRET = 'top-secret-content';
const SECRET_NAME = 'name-of-a-private-file.txt';

/** A folder on the host that looks like a skill and like a workspace. */
function secretFolder(): string {
  const folder = realpathSync(temporaryFolder());
  return writeFiles(folder, {
    'SKILL.md': `---\nname: greeter\ndescription: ${SECRET}\n---\n${SECRET}\n`,
    'src/app.ts': SECRET,
    'README.md': SECRET,
    [SECRET_NAME]: SECRET,
    [`references/${SECRET_NAME}`]: SECRET,
    'references/guide.md': SECRET,
  });
}

const hasSandbox = await canSandbox();

const open = (id: string, scope: 'user' | 'project') =>
  openClient(id, {
    skills: [skillOnDisk('greeter', { 'references/guide.md': 'Guide.\n' }, 'Read `references/guide.md`.\n')],
    workspace: writeFiles(temporaryFolder(), { 'src/app.ts': 'export {};\n', 'README.md': '# App\n' }),
    scope,
  });

const run = (client: OpenedClient, command: string) =>
  client.call(client.behavior.shell.tool, { [client.behavior.shell.command]: command });

/** Calls everything of a client that reads files on the host, and returns all that it said. */
async function readEverything(client: OpenedClient): Promise<string> {
  const { behavior, installation } = client;
  const { activation } = behavior;
  const [skill] = installation.skills;
  const said: unknown[] = [];
  const call = async (tool: string, args: JsonObject) => said.push(await client.call(tool, args));
  if (activation.kind === 'tool') await call(activation.tool, { [activation.parameter]: 'greeter' });
  const folders = [installation.root, installation.workspace, installation.home, skill?.folder ?? ''];
  const files = ['SKILL.md', 'README.md', 'src/app.ts', 'references/guide.md', 'pipe', '.gitignore'];
  const paths = [...folders, ...folders.flatMap((folder) => files.map((file) => join(folder, file))), ...files];
  for (const tool of behavior.fileTools) for (const path of paths) await call(tool.tool, argsFor(tool, path));
  said.push(await installation.findChanges(20_000));
  const prepared = await client.prepare();
  said.push(prepared.instruction, prepared.opening, prepared.catalogue);
  // Results that keep the files which a command changed.
  said.push(await run(client, 'echo done > "$HOME/done"'));
  return JSON.stringify(said);
}

const pathFor = (tool: { readonly path?: string }, path: string): JsonObject =>
  tool.path === undefined ? {} : { [tool.path]: path };

function argsFor(tool: FileTool, path: string): JsonObject {
  switch (tool.kind) {
    case 'read': {
      const { first, last, required } = tool.range;
      const args = { [tool.path]: path };
      return required === true ? { ...args, [first]: 1, [last ?? first]: -1 } : args;
    }
    case 'list':
      return { [tool.path]: path };
    case 'glob':
      return { [tool.pattern]: '**/*', ...pathFor(tool, path) };
    case 'grep':
      return { [tool.pattern]: 'e', isRegexp: true, ...pathFor(tool, path) };
  }
}

/** Commands that make something of the copy lead to `$SECRET`. `$SKILL` is the installed folder. */
const LINKS: Readonly<Record<string, string>> = {
  'the text of the skill': 'ln -sf "$SECRET/SKILL.md" "$SKILL/SKILL.md"',
  'the text of the skill, by a chain of links':
    'ln -s "$SECRET/SKILL.md" "$HOME/one"; ln -s one "$HOME/two"; ln -sf "$HOME/two" "$SKILL/SKILL.md"',
  'the folder of the skill': 'rm -rf "$SKILL"; ln -s "$SECRET" "$SKILL"',
  'the folder of all skills':
    'd=$(dirname "$SKILL"); rm -rf "$d"; mkdir "$HOME/x"; ln -s "$SECRET" "$HOME/x/greeter"; ln -s "$HOME/x" "$d"',
  'a bundled folder': 'rm -rf "$SKILL/references"; ln -s "$SECRET/references" "$SKILL/references"',
  'a bundled file': 'ln -sf "$SECRET/references/guide.md" "$SKILL/references/guide.md"',
  'files of the workspace': 'ln -sf "$SECRET/README.md" README.md; rm -rf src; ln -s "$SECRET/src" src',
  'an ignore file': `ln -s "$SECRET/${SECRET_NAME}" .gitignore`,
  'a link through /proc': 'ln -sf "/proc/self/root$SECRET/SKILL.md" "$SKILL/SKILL.md"; ln -s /proc/self/cwd cwd',
  'the workspace itself': 'cd ..; mv workspace w2; ln -s "$SECRET" workspace',
  'the workspace itself, from inside': 'mv "$PWD" "$HOME/w2"; ln -s "$SECRET" "$OLDPWD"; cd /; ln -s "$SECRET" "$WORK"',
  'the home folder': 'cd ..; mv home h2; ln -s "$SECRET" home',
  'the temporary folder': 'cd ..; rm -rf tmp; ln -s "$SECRET" tmp',
  'the whole copy': 'cd ../..; mv "$(dirname "$WORK")" moved; ln -s "$SECRET" "$(dirname "$WORK")"',
};

/** Commands after which a read would never end. `$1` and `$2` are the positional parameters of the wrapper. */
const BLOCKS: Readonly<Record<string, string>> = {
  'a pipe in place of the file for the directory': 'trap - EXIT; rm -f "$2"; mkfifo "$2"',
  'a device in place of the file for the directory': 'trap - EXIT; rm -f "$2"; ln -s /dev/zero "$2"',
  'a pipe for the text of the skill': 'rm "$SKILL/SKILL.md"; mkfifo "$SKILL/SKILL.md"',
  'a link to a pipe for the text of the skill': 'mkfifo "$HOME/p"; ln -sf "$HOME/p" "$SKILL/SKILL.md"',
  'a device for the text of the skill': 'ln -sf /dev/zero "$SKILL/SKILL.md"',
  'pipes in the workspace': 'rm README.md; mkfifo README.md pipe .gitignore src/.gitignore "$SKILL/references/pipe"',
  'a socket': `python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("pipe")'`,
  'a huge file': 'truncate -s 1T pipe; truncate -s 1T "$SKILL/SKILL.md"',
  'a report without end': 'yes /tmp | head -c 30000000 >&4',
};

const withNames = (client: OpenedClient, secret: string, command: string): string =>
  `export SECRET='${secret}' SKILL='${client.installation.skills[0]?.folder}' WORK='${client.installation.workspace}'; ${command}`;

// In `npm test` each attack on every third client, and each client with every third attack.
describe.skipIf(!hasSandbox).each(VARIANTS.map(([id], index) => [id, index] as const))('%s', (id, index) => {
  it.each(sample(Object.entries(LINKS), 6, index))('reads nothing of the host through %s', async (_, command) => {
    for (const scope of ['user', 'project'] as const) {
      const client = await open(id, scope);
      const secret = secretFolder();
      const said = [
        JSON.stringify(await run(client, withNames(client, secret, command))),
        await readEverything(client),
      ];
      expect(said.join('\n')).not.toContain(SECRET);
      expect(said.join('\n')).not.toContain(SECRET_NAME);
    }
  });

  it.each(sample(Object.entries(BLOCKS), 6, index))('does not block at %s', async (_, command) => {
    const client = await open(id, 'user');
    await run(client, withNames(client, '/nowhere', command));
    expect(await readEverything(client)).toContain('greeter');
  });
});

/** Python that makes a chain of folders `name` in the current one, deeper than a path can be long. */
const deepFolders = (levels: number, name: string) =>
  `python3 -c "
import os
for i in range(${levels}): os.mkdir('${name}'); os.chdir('${name}')"`;

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

describe.skipIf(!hasSandbox)('the host is not blocked for long', () => {
  it('by a link whose target goes up and down in deep folders', async () => {
    const client = await openClient('claude-code', { skills: [skillOnDisk('one')] });
    await run(
      client,
      `python3 -c "
import os
for i in range(300): os.mkdir('d'); os.chdir('d')
os.makedirs('d/e'); os.symlink('d/e/../../' * 400 + 'f', 'l'); open('f', 'w').write('x')"`,
    );
    const path = `${client.installation.workspace}/${'d/'.repeat(300)}l`;
    expect(await milliseconds(() => client.call('Read', { file_path: path }))).toBeLessThan(scaledLimit(2000));
  });

  it.each(['opencode', 'copilot-cli'])('by deep folders in a skill that %s loads', async (id) => {
    const client = await openClient(id, { skills: [skillOnDisk('one')] });
    await run(client, `cd ${client.installation.skills[0]?.folder}; ${deepFolders(1000, 'dd')}`);
    const { activation } = client.behavior;
    if (activation.kind !== 'tool') throw new Error('no tool');
    const time = await milliseconds(() => client.call(activation.tool, { [activation.parameter]: 'one' }));
    expect(time).toBeLessThan(scaledLimit(2000));
  });
});

describe.skipIf(!hasSandbox)('commands work as before', () => {
  it('a file next to the workspace is kept, or refused', async () => {
    const client = await openClient('codex', { skills: [skillOnDisk('one')] });
    const first = await run(client, 'echo text > ../file');
    const second = await run(client, 'cat ../file');
    expect(first.errorCode !== undefined || textIn(second).includes('text')).toBe(true);
  });
});
