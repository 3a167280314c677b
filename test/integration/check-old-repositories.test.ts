/**
 * Runs `skillwright check` on repositories with findings: fixes, a baseline, `.skillwright.json`, formats for builds.
 */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInProcess } from './in-process.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sw-old-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

const check = (...args: string[]) =>
  runInProcess(['check', ...args], {
    cwd: folder,
    env: { ...process.env, XDG_CACHE_HOME: join(folder, '.cache') },
  });
const codes = async (...args: string[]): Promise<readonly string[]> =>
  JSON.parse((await check('--format', 'json', ...args)).stdout).diagnostics.map(
    ({ code, severity }: { code: string; severity: string }) => `${code} ${severity}`,
  );

const head = (fields: string) => `---\n${fields}\n---\n`;

describe('--fix', () => {
  it('applies the safe fixes only, and has nothing left to fix', async () => {
    const body = 'Read\u200B `references/Guide.md`, then `references/none.md`.\r\n\tLast line without end';
    write('one/SKILL.md', `${head('description: Does: it.\nAllowed_Tools: Read\nlicence: MIT')}${body}`);
    write('one/references/guide.md', '# Guide\n');
    write('two/SKILL.md', head('name: two\ndescription: Does it.'));
    const untouched = statSync(join(folder, 'two/SKILL.md')).mtimeMs;
    chmodSync(join(folder, 'one/SKILL.md'), 0o640);
    const { stderr, code } = await check('--fix');
    expect(read('one/SKILL.md')).toBe(
      `${head('name: one\ndescription: "Does: it."\nallowed-tools: Read\nlicence: MIT')}${body
        .replace('\u200B', '')
        .replace('Guide', 'guide')}`,
    );
    expect([stderr, code]).toEqual(['skillwright: 5 findings fixed in 1 file.\n', 1]);
    expect(statSync(join(folder, 'one/SKILL.md')).mode & 0o777).toBe(0o640);
    expect(statSync(join(folder, 'two/SKILL.md')).mtimeMs).toBe(untouched);
    expect(readdirSync(join(folder, 'one'))).toEqual(['SKILL.md', 'references']);
    expect((await check('--fix')).stderr).toBe(
      'skillwright: No finding was fixed: none has a fix that is always safe. Choose other fixes in an editor.\n',
    );
  });

  it('leaves links whose file may be elsewhere', async () => {
    const text = head('description: Does it.');
    write('elsewhere.md', text);
    mkdirSync(join(folder, 'one'));
    symlinkSync('../elsewhere.md', join(folder, 'one/SKILL.md'));
    await check('--fix');
    expect(read('elsewhere.md')).toBe(text);
  });
});

describe('--baseline', () => {
  it('reports new findings and lists fixed ones', async () => {
    write('one/SKILL.md', `${head('name: one\ndescription: Does it.')}Read \`references/a.md\`.\n`);
    expect((await check('--baseline', 'known.json')).code).toBe(2);
    expect(await check('--baseline', 'known.json', '--update-baseline')).toMatchObject({
      code: 0,
      stderr: 'skillwright: known.json now has 1 finding.\n',
      stdout: '1 skill: no new problems.\n',
    });
    expect(await check('--baseline', 'known.json')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: '1 skill: no new problems.\n',
    });
    write(
      'one/SKILL.md',
      `${head('name: one\ndescription: Does it.')}\n\nRead \`references/a.md\`, \`references/b.md\`.\n`,
    );
    const { code, stdout } = await check('--baseline', 'known.json', '--format', 'json');
    expect([code, JSON.parse(stdout).diagnostics.map(({ target }: { target: string }) => target)]).toEqual([
      1,
      ['references/b.md'],
    ]);
    write('one/SKILL.md', head('name: one\ndescription: Does it.'));
    expect(await check('--baseline', 'known.json')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 finding of known.json no longer exists'),
    });
  });

  it('requires a valid baseline file', async () => {
    write('one/SKILL.md', head('name: one\ndescription: Does it.'));
    write('known.json', '[]');
    expect((await check('--update-baseline')).code).toBe(2);
    expect((await check('--baseline', 'known.json')).code).toBe(2);
  });
});

describe('.skillwright.json', () => {
  it('applies, is reloaded when it changes, and is overridden by --profile', async () => {
    write('one/SKILL.md', head('name: one\ndescription: Does it.\nargument-hint: x\nodd: 1'));
    const odd = 'frontmatter.unknown information';
    expect(await codes()).toEqual([odd]);
    write('.skillwright.json', '{"profile":"spec"}');
    // Both fields are one finding.
    expect(await codes()).toEqual([odd]);
    expect(await codes('--profile', 'claude')).toEqual([odd]);
    write('.skillwright.json', '{"overrides":[{"files":["one"],"rules":{"frontmatter.unknown":"error"}}]}');
    expect(await codes()).toEqual(['frontmatter.unknown error']);
    // With and without the cache.
    expect(await codes()).toEqual(['frontmatter.unknown error']);
    expect(await codes('--no-cache')).toEqual(['frontmatter.unknown error']);
    rmSync(join(folder, '.skillwright.json'));
    expect(await codes()).toEqual([odd]);
  });

  it('reports invalid JSON as wrong input, and unknown parts on every run', async () => {
    write('one/SKILL.md', head('name: one\ndescription: Does it.'));
    write('.skillwright.json', '{');
    expect(await check()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('.skillwright.json: This file is not valid JSON'),
    });
    write('.skillwright.json', '{"rules":{"reference.missing":"loud"}}');
    for (let run = 0; run < 2; run++)
      expect(await check()).toMatchObject({ code: 0, stderr: expect.stringContaining('`rules.reference.missing`') });
  });

  it('applies a profile to part of the tree: ADK loads from three folders only', async () => {
    for (const name of ['one', 'two']) {
      write(`${name}/SKILL.md`, `${head(`name: ${name}\ndescription: Does it.`)}Read \`guide.md\`.\n`);
      write(`${name}/guide.md`, '# Guide\n');
    }
    write('.skillwright.json', '{"overrides":[{"files":["two"],"profile":"adk"}]}');
    expect(await codes()).toEqual(['reference.unreachable warning']);
  });
});

it('prints reports for code scanning and for workflows', async () => {
  write('one/SKILL.md', `${head('name: one\ndescription: Does it.')}Read \`references/a.md\`.\n`);
  const sarif = await check('--format', 'sarif');
  expect([sarif.code, JSON.parse(sarif.stdout).runs[0].results[0].ruleId]).toEqual([1, 'reference.missing']);
  const { stdout } = await check('--format', 'github');
  expect(stdout).toMatch(/^::error file=one\/SKILL\.md,line=5,endLine=5,col=7,endColumn=22,title=reference\.missing::/);
});
