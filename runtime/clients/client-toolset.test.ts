import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ClientBehavior, FileTool } from '../../skill/index.ts';
import { type OpenedClient, openClient, textIn, VARIANTS } from '../../test/equipment/runtime/client.ts';
import { skillOnDisk, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import type { JsonObject } from '../protocol/events.ts';

const BODY = '# Steps\n\nRead `references/guide.md`, then run `python3 scripts/hello.py`.\n';
const FILES = {
  'references/guide.md': 'first line\nsecond line with needle\n',
  'scripts/hello.py': 'import os\nprint("hello from", os.getcwd())\n',
};
const makeSkill = () => skillOnDisk('greeter', FILES, BODY);
const makeWorkspace = () => writeFiles(temporaryFolder(), { 'src/app.ts': 'export {};\n', 'README.md': '# App\n' });

const open = (id: string, more = {}) => openClient(id, { skills: [makeSkill()], workspace: makeWorkspace(), ...more });

const fileTool = <K extends FileTool['kind']>(behavior: ClientBehavior, kind: K) =>
  behavior.fileTools.find((tool): tool is Extract<FileTool, { kind: K }> => tool.kind === kind);

/** The arguments of a read of a whole file. */
function readArgs({ behavior }: OpenedClient, path: string): JsonObject {
  const tool = fileTool(behavior, 'read');
  if (tool === undefined) return {};
  const { first, last, required } = tool.range;
  const args = { [tool.path]: path };
  return required === true ? { ...args, [first]: 1, [last ?? first]: -1 } : args;
}

describe.each(VARIANTS)('%s', (id, behavior) => {
  it('lists the skill, with its path if the client shows paths', async () => {
    const client = await open(id);
    const { instruction, opening = '', catalogue = '' } = await client.prepare();
    const [skill] = client.installation.skills;
    const listed = behavior.catalogue.role === 'user' ? opening : instruction;
    expect(listed).toContain('Does greeter things.');
    expect(catalogue).toContain('Does greeter things.');
    expect(listed).toContain(catalogue);
    expect(listed.includes(skill?.path ?? '')).toBe(behavior.catalogue.entry.includes('{path}'));
    expect(instruction).toContain(client.installation.workspace);
    expect(listed.includes('is relative to the folder of its SKILL.md')).toBe(
      behavior.catalogue.states.includes('paths-relative-to-skill'),
    );
  });

  it('installs outside the workspace, or inside it on request', async () => {
    const user = await open(id);
    expect(user.installation.skills[0]?.folder.startsWith(user.installation.home)).toBe(true);
    const project = await open(id, { scope: 'project' });
    expect(project.installation.skills[0]?.folder.startsWith(project.installation.workspace)).toBe(true);
    expect(existsSync(join(project.installation.workspace, 'src/app.ts'))).toBe(true);
  });

  it('gives the body of the skill in the form of the client', async () => {
    const client = await open(id);
    const [skill] = client.installation.skills;
    const { activation } = behavior;
    if (activation.kind === 'read') {
      const reader = fileTool(behavior, 'read');
      if (reader === undefined) return;
      expect(textIn(await client.call(reader.tool, readArgs(client, skill?.path ?? '')))).toContain('# Steps');
      return;
    }
    const { value, message, errorCode } = await client.call(activation.tool, { [activation.parameter]: 'greeter' });
    const output = `${String(value)}\n${message ?? ''}`;
    expect(errorCode).toBeUndefined();
    expect(output).toContain('# Steps');
    expect(message === undefined).toBe(activation.message === undefined);
    expect(output.includes('description: Does')).toBe(activation.result.includes('{file}'));
    expect(output.includes('guide.md\n') || output.includes('guide.md<')).toBe(activation.files !== undefined);
    expect(output).not.toMatch(/\{(?:dir|body|files?|name)\}/);
  });

  it('answers the name of an unknown skill with the message of the client', async () => {
    const { activation } = behavior;
    if (activation.kind === 'read') return;
    const client = await open(id);
    const outcome = await client.call(activation.tool, { [activation.parameter]: 'absent' });
    expect(outcome.errorCode).toBe('SKILL_NOT_FOUND');
    expect(textIn(outcome)).toBe(activation.unknown.replace('{name}', 'absent').replace('{names}', 'greeter'));
  });

  it('reads a bundled file, and answers a missing one with the message of the client', async () => {
    const reader = fileTool(behavior, 'read');
    if (reader === undefined) return;
    const client = await open(id);
    await loadFirst(client);
    const folder = client.installation.skills[0]?.folder ?? '';
    const guide = await client.call(reader.tool, readArgs(client, join(folder, 'references/guide.md')));
    expect(textIn(guide)).toContain('second line with needle');
    const missing = join(folder, 'references/absent.md');
    const outcome = await client.call(reader.tool, readArgs(client, missing));
    expect(outcome.errorCode).toBe('FILE_NOT_FOUND');
    const text = reader.messages.missing.replace('{path}', missing).replace('{cwd}', client.installation.workspace);
    expect(textIn(outcome)).toContain(text);
  });

  it('resolves a bundled path against the workspace, where it does not exist', async () => {
    const reader = fileTool(behavior, 'read');
    if (reader === undefined) return;
    const client = await open(id);
    const outcome = await client.call(reader.tool, readArgs(client, 'references/guide.md'));
    expect(outcome.errorCode).toBe(reader.messages.relative === undefined ? 'FILE_NOT_FOUND' : 'INVALID_ARGUMENTS');
  });

  it('finds and searches files of the workspace', async () => {
    const client = await open(id);
    const glob = fileTool(behavior, 'glob');
    if (glob !== undefined) {
      expect(textIn(await client.call(glob.tool, { [glob.pattern]: '**/*.ts' }))).toContain('app.ts');
      const none = await client.call(glob.tool, { [glob.pattern]: '**/*.nothing' });
      expect(none.errorCode).toBeUndefined();
      expect(textIn(none)).toContain(glob.none.split('"')[0] ?? '');
    }
    const grep = fileTool(behavior, 'grep');
    if (grep === undefined) return;
    const folder = client.installation.skills[0]?.folder ?? '';
    await loadFirst(client);
    const where = grep.path === undefined ? {} : { [grep.path]: folder };
    const found = textIn(await client.call(grep.tool, { [grep.pattern]: 'need.e', isRegexp: true, ...where }));
    expect(found.includes('guide.md')).toBe(grep.path !== undefined);
    const bad = await client.call(grep.tool, { [grep.pattern]: '(a+)+$'.repeat(2), isRegexp: true });
    expect(bad.errorCode).toBeUndefined();
  });

  it('never reads outside the copy', async () => {
    const reader = fileTool(behavior, 'read');
    if (reader === undefined) return;
    const outside = join(temporaryFolder(), 'secret.txt');
    writeFileSync(outside, 'SECRET');
    const client = await open(id);
    await loadFirst(client);
    const folder = client.installation.skills[0]?.folder ?? '';
    symlinkSync(outside, join(folder, 'link.txt'));
    symlinkSync(dirname(outside), join(folder, 'up'));
    const paths = [
      outside,
      join(folder, 'link.txt'),
      join(folder, 'up', 'secret.txt'),
      `${folder}/../../../../../../../../../..${outside}`,
      '/etc/passwd',
    ];
    for (const path of paths) {
      const outcome = await client.call(reader.tool, readArgs(client, path));
      expect(outcome.errorCode, path).toBe('PATH_OUTSIDE');
      expect(textIn(outcome)).not.toContain('SECRET');
    }
  });

  it('runs nothing in an untrusted workspace', async () => {
    const untrusted = await open(id, { trusted: false });
    const { tool, command } = behavior.shell;
    expect((await untrusted.call(tool, { [command]: 'ls' })).errorCode).toBe('SCRIPTS_NOT_TRUSTED');
  });

  it('removes the copy when the run ends', async () => {
    const client = await open(id);
    const { root } = client.installation;
    expect(existsSync(root)).toBe(true);
    await client.installation.remove();
    expect(existsSync(root)).toBe(false);
  });
});

/** Loads the skill, for clients that may read only the files of loaded skills. */
async function loadFirst(client: OpenedClient): Promise<void> {
  const { activation } = client.behavior;
  if (activation.kind === 'tool') await client.call(activation.tool, { [activation.parameter]: 'greeter' });
}
