import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskFiles } from '../../skill/disk.ts';
import { settings } from '../../test/equipment/server/server.ts';
import { readCacheFile, writeCacheFile } from './cache-files.ts';
import { findingsCache } from './findings-cache.ts';
import { formatJson } from './json.ts';
import { type CheckSkills, runCheck } from './run.ts';
import { Threads } from './threads.ts';

const files = {
  'a/SKILL.md':
    '---\nname: a\ndescription: Does a. Use it for a.\n---\n\nRead `references/x.md` and `references/y.md`.\n',
  'a/references/x.md': 'See [y](y.md#part), then `../../shared/all.md`.\n',
  'b/SKILL.md': '---\nname: b\ndescription: Does b. Use it for b.\n---\n\nRun `scripts/run.py`. See the user guide.\n',
  'b/scripts/run.py': 'print(1)\n',
  'c/SKILL.md': '---\nname: c\ndescription: Does c. Use it for c.\n---\n\nRead `references/z.md` of the skill `a`.\n',
};

let folder: string;
let cache: string;

beforeEach(() => {
  const top = mkdtempSync(join(tmpdir(), 'skillwright-keep-'));
  folder = join(top, 'work');
  cache = join(top, 'cache');
  for (const [path, text] of Object.entries(files)) write(path, text);
});

afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Returns the report as JSON, and the number of skills that were checked. */
async function check({ keep = cache, using = {}, version = '1', paths = ['.'] } = {}) {
  let checkedCount = 0;
  const checkSkills: CheckSkills = async (job) => {
    checkedCount += job.roots.length;
    return new Threads().check(job);
  };
  const onRuleError = (code: string) => {
    throw new Error(code);
  };
  const withCache = keep === '' ? {} : { cache: findingsCache(keep, version) };
  const options = { paths, cwd: folder, fs: diskFiles(), settings: settings(using), onRuleError, checkSkills };
  const result = await runCheck({ ...options, ...withCache });
  if (result.kind !== 'report') throw new Error(result.message);
  return { json: formatJson(result.report), checkedCount };
}

describe('cached findings', () => {
  it('are returned without checking', async () => {
    const first = await check();
    expect(first.checkedCount).toBe(3);
    expect(await check()).toEqual({ json: first.json, checkedCount: 0 });
    expect((await check({ keep: '' })).json).toBe(first.json);
  });

  it('are not used for an instruction file if its text, its targets or what Git ignores change', async () => {
    write('.git/HEAD', '');
    write('AGENTS.md', 'See [it](docs/plan.md).\n');
    write('docs/other.txt', '');
    write('.claude/agents/helper.md', '---\nname: helper\nskills: [later]\n---\n');
    const counted = async (): Promise<readonly [number, number]> => {
      const { json, checkedCount } = await check();
      expect(json).toBe((await check({ keep: '' })).json);
      return [checkedCount, JSON.parse(json).diagnostics.filter(({ skill }: { skill: string }) => skill === '').length];
    };
    expect(await counted()).toEqual([5, 2]);
    expect(await counted()).toEqual([0, 2]);
    write('AGENTS.md', 'See [it](docs/plan.md) and [that](docs/rest.md).\n');
    expect(await counted()).toEqual([1, 3]);
    write('docs/plan.md', '');
    expect((await counted())[1]).toBe(2);
    write('.gitignore', 'rest.md\n');
    expect((await counted())[1]).toBe(1);
    write('later/SKILL.md', '---\nname: later\ndescription: Does it. Use it for that.\n---\n');
    expect((await counted())[1]).toBe(0);
    expect(await counted()).toEqual([0, 0]);
  });

  it('are not used for a manifest if its text or its paths change, nor for a skill if a link to it appears', async () => {
    write('.git/HEAD', '');
    write('.claude-plugin/plugin.json', '{"name":"p","skills":["./one/x"]}');
    write('src/x/SKILL.md', '---\nname: x\ndescription: Does it. Use it for that.\n---\n');
    const counted = async (code: string): Promise<readonly [number, number]> => {
      const { json, checkedCount } = await check();
      expect(json).toBe((await check({ keep: '' })).json);
      const { diagnostics } = JSON.parse(json) as { diagnostics: readonly { readonly code: string }[] };
      return [checkedCount, diagnostics.filter((one) => one.code === code).length];
    };
    expect((await counted('plugin.invalid'))[1]).toBe(1);
    expect(await counted('plugin.invalid')).toEqual([0, 1]);
    write('one/x/notes.txt', '');
    expect((await counted('plugin.invalid'))[1]).toBe(0);
    write('.claude-plugin/plugin.json', '{"name":"p q"}');
    expect((await counted('plugin.invalid'))[1]).toBe(1);
    expect((await counted('skill.not-offered'))[1]).toBe(0);
    mkdirSync(join(folder, '.agents/skills/x'), { recursive: true });
    symlinkSync('../../../src/x/SKILL.md', join(folder, '.agents/skills/x/SKILL.md'));
    expect((await counted('skill.not-offered'))[1]).toBe(1);
  });

  it('are not used if the texts or files of an enclosing skill change', async () => {
    write('a/in/SKILL.md', '---\nname: in\ndescription: Does it. Use it for that.\n---\n');
    write('a/in/references/far.md', '');
    const far = async () => {
      const { json, checkedCount } = await check();
      expect(json).toBe((await check({ keep: '' })).json);
      return [json.includes('far.md'), checkedCount];
    };
    expect(await far()).toEqual([true, 4]);
    write('a/references/x.md', 'See `../in/references/far.md`.\n');
    expect(await far()).toEqual([false, 2]);
    write('a/references/x.md', '');
    expect(await far()).toEqual([true, 2]);
    write('a/references/new.md', 'See [far](../in/references/far.md).\n');
    expect(await far()).toEqual([false, 2]);
    rmSync(join(folder, 'a/SKILL.md'));
    expect(await far()).toEqual([true, 1]);
  });

  it('are not used if another skill of a list that exceeds a limit changes', async () => {
    const skill = (n: number, length: number) =>
      write(`.claude/skills/s-${n}/SKILL.md`, `---\nname: s-${n}\ndescription: ${'d'.repeat(length)}\n---\n\n# S\n`);
    for (let n = 0; n < 9; n++) skill(n, 210);
    const list = async () => {
      const { json, checkedCount } = await check();
      expect(json).toBe((await check({ keep: '' })).json);
      return [json.match(/Claude Code drops at least \d/)?.[0], checkedCount];
    };
    expect(await list()).toEqual(['Claude Code drops at least 1', 12]);
    expect(await list()).toEqual(['Claude Code drops at least 1', 0]);
    skill(4, 100);
    expect(await list()).toEqual([undefined, 9]);
    skill(9, 1000);
    skill(10, 1000);
    expect((await list())[0]).toBe('Claude Code drops at least 2');
  });

  it('are not used for a changed skill, and for another one that depends on it', async () => {
    await check();
    write('b/SKILL.md', `${files['b/SKILL.md']}Read \`references/q.md\`.\n`);
    expect(await check()).toMatchObject({ json: (await check({ keep: '' })).json, checkedCount: 1 });
    write('a/references/z.md', '');
    expect(await check()).toMatchObject({ json: (await check({ keep: '' })).json, checkedCount: 2 });
  });

  it('are used only for the same settings and rules', async () => {
    await check();
    expect(await check({ using: { clients: ['adk'] } })).toMatchObject({ checkedCount: 3 });
    expect(await check({ using: { rules: { 'reference.missing': 'off' } } })).toMatchObject({ checkedCount: 3 });
    expect(await check({ using: { certainty: { error: 1 } } })).toMatchObject({ checkedCount: 3 });
    expect(await check({ version: '2' })).toMatchObject({ checkedCount: 3 });
    expect(await check()).toMatchObject({ checkedCount: 0 });
  });

  it('are used only for the same certainty thresholds in the project file', async () => {
    const all = async (certainty: object) => {
      write('.skillwright.json', JSON.stringify({ certainty }));
      const { json, checkedCount } = await check();
      expect(json).toBe((await check({ keep: '' })).json);
      return { json, checkedCount };
    };
    const strict = await all({ error: 0, warning: 0 });
    expect(strict.checkedCount).toBe(3);
    const lenient = await all({ error: 1, warning: 1 });
    expect(lenient.checkedCount).toBe(3);
    expect(lenient.json).not.toBe(strict.json);
    expect((await all({ error: 1, warning: 1 })).checkedCount).toBe(0);
  });

  it('are ignored if the file is damaged, truncated or foreign', async () => {
    const { json } = await check();
    const [name = ''] = readdirSync(cache);
    const whole = readFileSync(join(cache, name), 'utf8');
    const damaged = ['', '{}', whole.slice(0, -9), whole.replace('references', 'referencez'), `x${whole}`, '\u0000'];
    for (const text of damaged) {
      writeFileSync(join(cache, name), text);
      expect(await check()).toEqual({ json, checkedCount: 3 });
      expect(readFileSync(join(cache, name), 'utf8')).toBe(whole);
    }
    expect(readdirSync(cache)).toEqual([name]);
  });

  it('are not stored if nothing can be written', async () => {
    writeFileSync(cache, 'a file, no folder');
    const first = await check();
    expect(await check()).toEqual(first);
    expect(first.checkedCount).toBe(3);
  });
});

it('never returns stale findings after random changes', async () => {
  let seed = 11;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return (seed >> 8) % below;
  };
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
  const skills = ['a', 'b', 'c', 'a/nested', 'shared'];
  const inner = ['SKILL.md', 'references/x.md', 'references/y.md', 'references/Y.md', 'scripts/run.py', 'all.md'];
  const texts = [...Object.values(files), '', '# Part\n', '\u0000', 'Read `all.md`, `../b/scripts/run.py`.\n'];
  const steps: readonly (() => void)[] = [
    () => write(`${pick(skills)}/${pick(inner)}`, pick(texts)),
    () => write(`${pick(skills)}/${pick(inner)}`, pick(texts)),
    () => rmSync(join(folder, pick(skills), pick(inner)), { force: true }),
    () => rmSync(join(folder, pick(skills)), { recursive: true, force: true }),
    () => renameSync(join(folder, pick(skills), pick(inner)), join(folder, pick(skills), pick(inner))),
    () => renameSync(join(folder, pick(skills)), join(folder, pick(skills))),
    () => cpSync(join(folder, pick(skills)), join(folder, pick(['d', 'e', '.git'])), { recursive: true }),
    () => rmSync(join(folder, pick(['.git', 'd', '.claude-plugin'])), { recursive: true, force: true }),
    () => mkdirSync(join(folder, pick(['.git', '.claude-plugin', 'a/.git']))),
  ];
  let recalled = 0;
  for (let step = 0; step < 160; step++) {
    try {
      pick(steps)();
    } catch {
      // A missing source, or a rename into itself, is a no-op.
    }
    const options = { paths: [pick(['.', '.', 'a', 'b', 'shared'])], using: pick([{}, {}, { clients: ['adk'] }]) };
    const result = await check(options).catch(String);
    const fresh = await check({ ...options, keep: '' }).catch(String);
    if (typeof result === 'object' && result.checkedCount === 0) recalled++;
    const json = (answer: typeof result) => (typeof answer === 'string' ? answer : answer.json);
    expect([step, json(result)]).toEqual([step, json(fresh)]);
  }
  expect(recalled).toBeGreaterThan(30);
});

it.skipIf(process.platform !== 'linux')('stores nothing if no folder can be created, and does not hang', () => {
  writeCacheFile('/proc/skillwright/kept', 'name', Buffer.from('text'), { files: 9, bytes: 999 });
  expect(readCacheFile('/proc/skillwright/kept', 'name')).toBeUndefined();
});

it.skipIf(process.platform === 'win32')('keeps the folder within its bounds if one of its files is unreadable', () => {
  mkdirSync(cache);
  symlinkSync('loop', join(cache, 'loop'));
  for (const [seconds, name] of ['first', 'second', 'third'].entries()) {
    writeCacheFile(cache, name, Buffer.from(name), { files: 2, bytes: 999 });
    const path = join(cache, name);
    if (name !== 'third') utimesSync(path, seconds + 1, seconds + 1);
  }
  expect(readdirSync(cache)).not.toContain('first');
  expect(readCacheFile(cache, 'third')?.toString()).toBe('third');
});
