import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileTool } from '../../skill/index.ts';
import { type OpenedClient, openClient, VARIANTS } from '../../test/equipment/runtime/client.ts';
import { skillOnDisk, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { canSandbox } from '../../test/equipment/runtime/sandbox.ts';
import { scaledLimit } from '../../test/equipment/runtime/scaled-limit.ts';
import type { Tool, ToolContext } from '../loop/interfaces/tools.ts';
import type { JsonObject } from '../protocol/events.ts';
import type { LoadedSkills } from './loaded-skills.ts';
import { trackFiles } from './track-files.ts';

const hasSandbox = await canSandbox();

const BODY =
  '# Steps\n\nRead `references/guide.md`, then run `python3 scripts/hello.py` on `src/app.ts`.\n\nFill in the invoice template.\n';
const FILES = { 'references/guide.md': 'Then read `references/more.md`.\n', 'scripts/hello.py': 'print("hello")\n' };

const open = (id: string) =>
  openClient(id, {
    skills: [skillOnDisk('greeter', FILES, BODY)],
    workspace: writeFiles(temporaryFolder(), { 'README.md': '# App\n' }),
  });

const fileTool = <K extends FileTool['kind']>({ behavior }: OpenedClient, kind: K) =>
  behavior.fileTools.find((tool): tool is Extract<FileTool, { kind: K }> => tool.kind === kind);

async function read(client: OpenedClient, path: string) {
  const tool = fileTool(client, 'read');
  if (tool === undefined) throw new Error('no tool that reads files');
  const { first, last, required } = tool.range;
  const args = { [tool.path]: path };
  return client.call(tool.tool, required === true ? { ...args, [first]: 1, [last ?? first]: 50 } : args);
}

async function load(client: OpenedClient) {
  const { activation } = client.behavior;
  return activation.kind === 'tool'
    ? client.call(activation.tool, { [activation.parameter]: 'greeter' })
    : read(client, client.installation.skills[0]?.path ?? '');
}

const missed = (path: string, kind = 'resource') => ({ skill: 'greeter', path, kind });

describe.each(VARIANTS.filter(([, { fileTools }]) => fileTools.some(({ kind }) => kind === 'read')))('%s', (id) => {
  it('reports the skill that was loaded, and its files that were read', async () => {
    const client = await open(id);
    const loaded = await load(client);
    expect(loaded.read).toEqual({ skill: 'greeter', path: 'SKILL.md' });
    const folder = client.installation.skills[0]?.folder ?? '';
    const guide = await read(client, join(folder, 'references/guide.md'));
    expect([guide.read, guide.miss]).toEqual([{ skill: 'greeter', path: 'references/guide.md' }, undefined]);
    expect((await read(client, join(client.installation.workspace, 'README.md'))).read).toBeUndefined();
  });

  it('counts a path of a loaded skill that is not in the workspace, whatever it is relative to', async () => {
    const client = await open(id);
    const { workspace, skills } = client.installation;
    expect((await read(client, 'references/guide.md')).miss, 'before the skill is loaded').toBeUndefined();
    await load(client);
    const folder = skills[0]?.folder ?? '';
    for (const [path, expected] of [
      ['references/guide.md', 'references/guide.md'],
      ['./references/guide.md', 'references/guide.md'],
      [join(workspace, 'references/guide.md'), 'references/guide.md'],
      [join(workspace, 'greeter/references/guide.md'), 'references/guide.md'],
      ['scripts/hello.py', 'scripts/hello.py'],
      ['assets/invoice_template.md', 'assets/invoice_template.md'],
      [join(folder, 'anything.txt'), 'anything.txt'],
    ] as const)
      expect((await read(client, path)).miss, path).toMatchObject(missed(expected));
  });

  it('says the kind and the true place', async () => {
    const client = await open(id);
    await load(client);
    const { workspace, skills } = client.installation;
    const folder = skills[0]?.folder ?? '';
    const place = { at: join(folder, 'references/guide.md'), exists: true };
    const asked = join(workspace, 'references/guide.md');
    expect((await read(client, asked)).miss).toMatchObject({ reason: 'base.workspace', asked, place });
    expect((await read(client, join(workspace, 'references/guide.md'))).miss).toMatchObject({ place });
    const root = join(folder, '../references/guide.md');
    expect((await read(client, root)).miss).toMatchObject({ reason: 'base.skills-root', asked: root, again: true });
    expect((await read(client, join(folder, 'references/guides.md'))).miss).toMatchObject({
      reason: 'near-name',
      place,
    });
    expect((await read(client, join(folder, 'x/notes.txt'))).miss).toMatchObject({ reason: 'guessed' });
  });

  it('says it before the skill is loaded, which guards ignore', async () => {
    const client = await open(id);
    const { home, workspace, skills } = client.installation;
    const at = skills[0]?.path ?? '';
    const expected = { skill: 'greeter', path: 'SKILL.md', unloaded: true, place: { at, exists: true } };
    const asked = join(home, id.startsWith('codex') ? '.claude/skills' : '.codex/skills', 'greeter/SKILL.md');
    expect((await read(client, asked)).miss).toMatchObject({ ...expected, reason: 'root.client', asked });
    expect((await read(client, join(workspace, 'src/SKILL.txt'))).miss).toBeUndefined();
    const prepared = await client.prepare();
    expect(prepared.missOfTool?.('greeter')).toMatchObject({ ...expected, kind: 'skill', reason: 'name.tool' });
    expect(prepared.missOfTool?.('Calculate')).toBeUndefined();
    const { activation } = client.behavior;
    if (activation.kind !== 'tool') return;
    const { miss } = await client.call(activation.tool, { [activation.parameter]: 'x:greeter' });
    expect(miss).toMatchObject({ skill: 'greeter', kind: 'skill', reason: 'name.prefix', asked: 'x:greeter' });
  });

  it('counts nothing else', async () => {
    const client = await open(id);
    await load(client);
    const { workspace, root } = client.installation;
    for (const path of ['src/app.ts', 'package.json', 'guide.md', join(workspace, 'docs/guide.md'), join(root, 'x')])
      expect((await read(client, path)).miss, path).toBeUndefined();
    const grep = fileTool(client, 'grep');
    if (grep !== undefined)
      expect((await client.call(grep.tool, { [grep.pattern]: 'guide.md', isRegexp: false })).miss).toBeUndefined();
  });

  it('counts the paths of a bundled file only after it was read', async () => {
    const client = await open(id);
    await load(client);
    expect((await read(client, 'references/more.md')).miss).toBeUndefined();
    await read(client, join(client.installation.skills[0]?.folder ?? '', 'references/guide.md'));
    expect((await read(client, 'references/more.md')).miss).toMatchObject(missed('references/more.md'));
  });

  it('counts a search for a bundled file that finds nothing as one search', async () => {
    const client = await open(id);
    await load(client);
    const list = fileTool(client, 'list');
    const searches: (readonly [tool: string, args: JsonObject])[] = [];
    if (list !== undefined) {
      const extra = list.extra.filter(({ required }) => required).map(({ name }) => [name, '.']);
      const path = join(client.installation.workspace, 'references');
      searches.push([list.tool, { [list.path]: path, ...Object.fromEntries(extra) }]);
    }
    const glob = fileTool(client, 'glob');
    // A client that also searches the folders of loaded skills finds the file, unless the search is limited to the workspace.
    const where = glob?.manyFolders === undefined ? {} : { [glob.path ?? 'path']: client.installation.workspace };
    if (glob !== undefined)
      for (const pattern of ['**/guide.md', 'guide*', 'references/guide.*'])
        searches.push([glob.tool, { [glob.pattern]: pattern, ...where }]);
    for (const [tool, args] of searches)
      expect((await client.call(tool, args)).miss, JSON.stringify(args)).toMatchObject(
        missed('references/guide.md', 'search'),
      );
    if (glob === undefined) return;
    for (const pattern of ['**/*.md', '**/absent.ts', 'src/**', '*gui*', '**/guide_for_users.md'])
      expect((await client.call(glob.tool, { [glob.pattern]: pattern })).miss, pattern).toBeUndefined();
  });
});

it.skipIf(!hasSandbox)('never follows a link out of the copy', async () => {
  const outside = writeFiles(temporaryFolder(), { 'more.md': 'Then read `references/secret.md`.\n' });
  const client = await open('claude-code');
  await load(client);
  const { folder = '' } = client.installation.skills[0] ?? {};
  symlinkSync(outside, join(folder, 'out'));
  const outcome = await read(client, join(folder, 'out/more.md'));
  expect([outcome.errorCode, outcome.read]).toEqual(['PATH_OUTSIDE', undefined]);
  const listed = await client.call('Bash', { command: `cat ${folder}/out/more.md` });
  expect(listed.read).toBeUndefined();
  expect((await read(client, 'references/secret.md')).miss).toBeUndefined();
});

it('determines from the conversation which skills an earlier process loaded', async () => {
  const client = await open('claude-code');
  const call = { type: 'tool-call', toolCallId: '1', toolName: 'Skill', input: { skill: 'greeter' } };
  await client.prepare([{ role: 'assistant', content: [call as never] }]);
  expect((await read(client, 'references/guide.md')).miss).toMatchObject(missed('references/guide.md'));
});

describe('the time for a pattern with many stars is limited', () => {
  const stars = '*-'.repeat(15);
  const name = `${'-'.repeat(150)}abcdef`;

  it('against the files of a skill', async () => {
    const client = await openClient('opencode', {
      skills: [skillOnDisk('greeter', { [`references/${name}.md`]: '' }, '# Steps\n')],
    });
    await client.call('skill', { name: 'greeter' });
    const before = process.cpuUsage();
    const { miss } = await client.call('glob', { pattern: `${stars}abcdef.txt` });
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2);
    expect(miss).toBeUndefined();
  });

  it('against the lines of a result', async () => {
    const tool: Tool = {
      name: 'x',
      description: '',
      inputSchema: {},
      execute: () => ({ kind: 'result', value: name }),
    };
    const loaded = {
      existingKind: () => undefined,
      missOf: () => undefined,
      unloadedMissOf: () => undefined,
    } as unknown as LoadedSkills;
    const lookup = { kind: 'search', path: '/', from: '/', pattern: `${stars}abcdef.txt` } as const;
    const before = process.cpuUsage();
    await trackFiles(tool, loaded, () => [lookup]).execute({}, {} as ToolContext);
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2);
  });
});

it('takes little time for a command with many patterns after a skill that names many paths', async () => {
  const body = Array.from({ length: 6_000 }, (_, i) => `\`scripts/a${i}.py\``).join(' ');
  const client = await openClient('claude-code', { skills: [skillOnDisk('one', {}, body)], runsNothing: true });
  await client.call('Skill', { skill: 'one' });
  const patterns = Array.from({ length: 1_000 }, (_, i) => `-name 'b${i}*'`).join(' ');
  const start = performance.now();
  await client.call('Bash', { command: `find . ${patterns}` });
  expect(performance.now() - start).toBeLessThan(scaledLimit(5000));
});
