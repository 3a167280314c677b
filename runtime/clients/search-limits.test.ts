import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openClient, textIn } from '../../test/equipment/runtime/client.ts';
import { skillOnDisk, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { scaledLimit } from '../../test/equipment/runtime/scaled-limit.ts';
import { sample } from '../../test/equipment/skill/long.ts';
import { globMatcher, isSmallRegex } from './linear-regex.ts';

const STOPPED = 'Skillwright stopped this search';

/** Returns the longest time in which nothing else could work, in milliseconds. */
async function blockedBy(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  await work();
  await new Promise((resolve) => setTimeout(resolve, 10));
  clearInterval(timer);
  return longest;
}

async function open(files: Readonly<Record<string, string>>) {
  const workspace = writeFiles(temporaryFolder(), files);
  return openClient('opencode', { skills: [skillOnDisk('one')], workspace });
}

test('large ignore files do not block a search', async () => {
  const rules = Array.from({ length: 5000 }, (_, i) => `*q${i}*x*`).join('\n');
  const ignores = ['', 'a/', 'a/b/'].map((folder) => [`${folder}.gitignore`, rules.slice(0, 60_000)]);
  const files = Array.from({ length: 300 }, (_, i) => [`a/b/file${i}abcdefghijklmnopqrstuvw.txt`, 'x']);
  const client = await open(Object.fromEntries([...ignores, ...files]));
  const start = performance.now();
  const blocked = await blockedBy(() => client.call('glob', { pattern: '**/*' }));
  expect(performance.now() - start).toBeLessThan(scaledLimit(4000));
  expect(blocked).toBeLessThan(scaledLimit(1500));
});

test('the first rules of an ignore file apply', async () => {
  const rules = Array.from({ length: 2000 }, (_, i) => `# ${i}\n\nq${i}.txt`).join('\n');
  const client = await open({
    '.gitignore': `a.txt\n${rules}`,
    'a.txt': '',
    'b.txt': '',
    'q998.txt': '',
    'q1999.txt': '',
  });
  const found = textIn(await client.call('glob', { pattern: '**/*.txt' }));
  expect(['a.txt', 'b.txt', 'q998.txt', 'q1999.txt'].filter((name) => found.includes(`/${name}`))).toEqual([
    'b.txt',
    'q1999.txt',
  ]);
});

test('a search of many large files stops, and says so', async () => {
  const client = await open({ 'a.txt': 'line of text\n'.repeat(300_000) });
  const { workspace } = client.installation;
  for (let index = 0; index < 500; index++) linkSync(join(workspace, 'a.txt'), join(workspace, `b${index}.txt`));
  const start = performance.now();
  let said = '';
  const blocked = await blockedBy(async () => {
    said = textIn(await client.call('grep', { pattern: 'l.*(n|e)+ of absent' }));
  });
  expect(performance.now() - start).toBeLessThan(scaledLimit(5000));
  expect(blocked).toBeLessThan(scaledLimit(1000));
  expect(said).toContain(STOPPED);
  writeFileSync(join(workspace, 'only.txt'), 'found\n');
  expect(textIn(await client.call('grep', { pattern: 'found', path: join(workspace, 'only.txt') }))).not.toContain(
    STOPPED,
  );
});

test('a long line and a costly expression do not block a search', async () => {
  const text = Array.from({ length: 1_000_000 }, (_, i) => String.fromCharCode(97 + ((i * 7) % 26))).join('');
  const client = await open({ 'a.txt': `${text}\n`.repeat(4) });
  const blocked = await blockedBy(() => client.call('grep', { pattern: '(.*a){100}b' }));
  expect(blocked).toBeLessThan(scaledLimit(3000));
});

/** Makes a folder of links, each with a target that has thousands of parts. Returns its path. */
function makeExpensiveLinks(workspace: string, count: number): string {
  const deep = 'd/'.repeat(180);
  mkdirSync(join(workspace, 't', deep), { recursive: true });
  const folder = join(workspace, 'l');
  mkdirSync(folder);
  const target = `../t/${deep}${'../d/'.repeat(600)}`;
  for (let index = 0; index < count; index++) symlinkSync(`${target}x${index}`, join(folder, `link${index}`));
  return folder;
}

test.each(
  sample<readonly [client: string, tool: string, parameter: string]>(
    [
      ['gemini-cli', 'list_directory', 'dir_path'],
      ['opencode', 'read', 'filePath'],
    ],
    2,
  ),
)('a folder of expensive links does not block its list: %s', async (id, tool, parameter) => {
  const client = await openClient(id, { skills: [skillOnDisk('one')] });
  const folder = makeExpensiveLinks(client.installation.workspace, 2000);
  const start = performance.now();
  let said = '';
  const blocked = await blockedBy(async () => {
    said = textIn(await client.call(tool, { [parameter]: folder }));
  });
  expect(blocked).toBeLessThan(scaledLimit(1000));
  expect(performance.now() - start).toBeLessThan(scaledLimit(5000));
  expect(said).toContain('link1999');
});

test('an expression that is too expensive for a line leaves it out, and says so', async () => {
  const workspace = writeFiles(temporaryFolder(), { 'a.txt': `${'a'.repeat(20_000)}\naaa1\n` });
  const client = await openClient('claude-code', { skills: [skillOnDisk('one')], workspace });
  let said = '';
  const blocked = await blockedBy(async () => {
    const pattern = `${'(.?){1000}'.repeat(3)}\\d`;
    said = textIn(await client.call('Grep', { pattern, output_mode: 'content' }));
  });
  expect(blocked).toBeLessThan(scaledLimit(2000));
  expect(said).toContain('a.txt');
  expect(said).toContain('Skillwright left out some lines');
});

test('expressions of names in any number do not block', async () => {
  const start = process.threadCpuUsage().user;
  const name = `${'ab'.repeat(120)}c`;
  for (const pattern of [`*${'?*a'.repeat(300)}`, `${'{a*,*b}'.repeat(140)}x`, `${'+(a|b*)'.repeat(140)}x`]) {
    const isMatch = globMatcher(pattern, true);
    for (let index = 0; index < 20_000; index++) isMatch(name);
  }
  expect((process.threadCpuUsage().user - start) / 1000).toBeLessThan(scaledLimit(3000));
  await new Promise((resolve) => setImmediate(resolve));
  expect(globMatcher('ab*c', true)(name)).toBe(true);
});

test.each([
  ['a{2,3}[b-e]{10}(f|g)*', true],
  ['x{1000}', true],
  ['(x{30}){30}', true],
  ['\\{9999\\}[{]9999}', true],
  ['x{1000}'.repeat(11), false],
  [`(${'abc'.repeat(300)}){31}`, false],
  [`((${'a'.repeat(300)}){31}){31}`, false],
  [`[${'a'.repeat(9)}]{1000}`.repeat(12), false],
  ['a|'.repeat(6000), false],
  [')('.repeat(100), true],
  [`\\Q[\\E${'(.?){1000}'.repeat(5)}`, false],
  [`[[:alpha:]]${'x{1000}'.repeat(11)}`, false],
  [`\\Q${'a'.repeat(100)}\\E`, true],
])('the size of an expression is limited: %s', (pattern, isSmall) => expect(isSmallRegex(pattern)).toBe(isSmall));

test('a skill whose placeholders multiply its arguments is not loaded, and the answer says why', async () => {
  const body = `---\nname: one\ndescription: One.\n---\n${'$ARGUMENTS '.repeat(40_000)}`;
  const client = await openClient('claude-code', { skills: [skillOnDisk('one', { 'SKILL.md': body })] });
  const said = textIn(await client.call('Skill', { skill: 'one', args: 'x'.repeat(2300) }));
  expect(said).toContain('longer than 1,000,000 characters');
  expect(said.length).toBeLessThan(1000);
});
