/** Runs every command of docs/systems.md in a copy of the examples, and compares outputs and figures with the page. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/systems.md'), 'utf8');
const BLOCK = /^```sh\n([\s\S]*?)^```\n(?:```text\n([\s\S]*?)^```)?/gm;
/** The result of a run, in the wording of the page and of the command line. */
const PAGE_RESULT = /(\d+) model calls?, exit (\d+)/g;
const OUTPUT_RESULT = /^ended: .*?\((\d+) model calls?[\s\S]*?^exit (\d+)$/m;

const [head = '', ...rest] = PAGE.split(/^## /m);
const sections = rest.map((text) => {
  const title = text.split('\n', 1)[0] ?? '';
  const runs = [...text.matchAll(BLOCK)].map(([, command = '', shown = '']) => ({ command: command.trim(), shown }));
  return { title, text, runs };
});
/** The setup commands of the page. */
const setUp = [...head.matchAll(BLOCK)].map(([, commands = '']) => commands).join('');
const rows = [...head.matchAll(/^\| \[([^\]]+)\]\(#([^)]+)\)(.*)$/gm)];

let folder = '';
let lastRun = '';

beforeAll(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'sw-systems-'));
  cpSync(join(ROOT, 'examples'), join(folder, 'examples'), { recursive: true });
  symlinkSync(join(ROOT, 'dist'), join(folder, 'dist'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command in bash, as a reader would; `RUN` is the previous run. */
function runAsReader(command: string): string {
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const { stdout, stderr } = spawnSync('bash', ['-c', `${setUp}${command.replace(/\bRUN\b/, lastRun)}`], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH, SKILLWRIGHT_SIMULATED_DELAY: '0', XDG_CACHE_HOME: join(folder, 'cache') },
  });
  lastRun = /^run (\S+)$/m.exec(stdout)?.[1] ?? lastRun;
  return `${stdout}${stderr}`;
}

/** Returns a pattern for an output of the page: `…` matches any text within a line, and any lines if it is alone. */
function patternOf(shown: string): RegExp {
  const lines = shown.split('\n').map((line) => {
    if (line === '…') return '(?:.*\\n)*?';
    const parts = line.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return `${parts.join('.*').replace(/\bRUN\b/, '\\S+')}\\n`;
  });
  // The last one is the end of the block.
  return new RegExp(`^${lines.slice(0, -1).join('')}$`);
}

const results = new Map<string, string[]>();

describe.each(sections)('docs/systems.md: $title', ({ title, text, runs }) => {
  const figures: string[] = [];
  results.set(title, figures);

  test.each(runs)('$command', ({ command, shown }) => {
    expect(shown, 'the page shows what comes out').not.toBe('');
    const output = runAsReader(command);
    expect(output).toMatch(patternOf(shown));
    const [, calls, exit] = OUTPUT_RESULT.exec(output) ?? [];
    if (calls !== undefined) figures.push(`${calls} ${exit}`);
  });

  test('states the results of the runs, and describes the problem and the result', () => {
    expect(text).toMatch(/^\*\*The problem\.\*\* [\s\S]*^\*\*The result\.\*\* /m);
    for (const [, calls, exit] of text.matchAll(PAGE_RESULT)) expect(figures).toContain(`${calls} ${exit}`);
  });
});

test('the table at the top lists every section with its figures', () => {
  expect(rows.map(([, title]) => title)).toEqual(sections.map(({ title }) => title));
  for (const [, title = '', anchor, cells = ''] of rows) {
    expect(anchor).toBe(title.toLowerCase().replaceAll(' ', '-'));
    const shown = [...cells.matchAll(PAGE_RESULT)].map(([, calls, exit]) => `${calls} ${exit}`);
    expect(shown.length).toBeGreaterThan(0);
    for (const one of shown) expect(results.get(title)).toContain(one);
  }
});
