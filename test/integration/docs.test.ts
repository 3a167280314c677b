/**
 * Checks that everything named in the documentation exists: settings, commands, options, npm scripts, files and
 * headings.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runInProcess } from './in-process.ts';

const root = join(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const settings = manifest.contributes.configuration.flatMap((section: { properties: object }) =>
  Object.keys(section.properties),
) as readonly string[];
const ids = manifest.contributes.commands.map(({ command }: { command: string }) => command) as readonly string[];
const commands = manifest.contributes.commands.map(
  ({ category, title }: { category: string; title: string }) => `${category}: ${title}`,
) as readonly string[];

const pages = [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].map((page) => ({ page, text: readFileSync(join(root, page), 'utf8') }));

/** Returns the distinct first groups of all matches of `pattern` in the page. */
function distinctMatches(text: string, pattern: RegExp): readonly string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))];
}

describe.each(pages)('$page', ({ page, text }) => {
  it('names only existing settings or command ids', () => {
    const known = (name: string) =>
      ids.includes(name) || settings.some((one) => one === name || one.startsWith(`${name}.`));
    // Not in paths and URLs.
    const names = distinctMatches(text, /(?<![\w./-])(skillwright(?:\.[a-zA-Z]+)+)(?![\w.]*[/-])/g).filter(
      (name) => !/\.(?:json|mjs|cjs|md)$/.test(name),
    );
    expect(names.filter((name) => !known(name))).toEqual([]);
  });

  it('names only existing commands', () => {
    const names = distinctMatches(text, /["*]Skillwright: ([A-Z][^"*]*)["*]/g).map((name) => `Skillwright: ${name}`);
    expect(names.filter((name) => !commands.includes(name))).toEqual([]);
  });

  it('names only existing npm scripts', () => {
    const names = distinctMatches(text, /npm run ([a-z][\w:-]*)/g);
    expect(names.filter((name) => manifest.scripts[name] === undefined)).toEqual([]);
  });

  it('links only to existing files', () => {
    const links = distinctMatches(text, /\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g).filter((link) => !/^[a-z]+:/.test(link));
    expect(links.filter((link) => !existsSync(join(root, dirname(page), decodeURI(link))))).toEqual([]);
  });

  it('links only to existing headings', () => {
    const links = [...text.matchAll(/\]\(([^)\s#:]*)#([^)\s]+)\)/g)];
    const missing = links.filter(([, file = '', anchor = '']) => {
      const target = file === '' ? join(root, page) : join(root, dirname(page), file);
      if (!existsSync(target) || !target.endsWith('.md')) return false;
      const headings = distinctMatches(readFileSync(target, 'utf8'), /^#+ (.+)$/gm).map((heading) =>
        heading
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\s_-]/gu, '')
          .replaceAll(' ', '-'),
      );
      return !headings.includes(anchor);
    });
    expect(missing.map(([link]) => link)).toEqual([]);
  });

  it('names only existing files of the product', () => {
    const names = distinctMatches(
      text,
      /`((?:test|runtime|client|server|skill|scripts|bench|cli|examples)\/[\w./-]+\.(?:ts|tsx|mjs|md|json|tsv|yml))`/g,
    );
    expect(names.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  });
});

describe('options of the command line', () => {
  let commands: readonly string[] = [];
  /** Options of other programs (Node.js, `npm start`, the benchmarks, a script of a skill, `gh`, Redis, the clients of `eval --runner` and of plugins), and the former name of `--clients`, which `--help` does not list. */
  const OTHERS =
    /^--(?:appendonly|maxmemory-policy|use-system-ca|no-editor|run|serve|name|output-format|profile|verbose|permission-mode|allowedTools|skip-git-repo-check|sandbox|approval-mode|auto|body-file|restart|stop-timeout|edit-last|create-if-none|foretold|skip-trust|allow-all-tools|allow-all-paths|trust-folder|print|approve|session-dir|part|prove|consent)$/;
  let known: ReadonlySet<string> = new Set();

  beforeAll(async () => {
    const help = (...path: readonly string[]) => runInProcess([...path, '--help'], { cwd: root, env: process.env });
    const commandsIn = (stdout: string) =>
      distinctMatches(stdout, /^ {2}([a-z]+) (?!.*display help)/gm).filter((name) => name !== 'help');
    const general = await help();
    commands = commandsIn(general.stdout);
    const helps = await Promise.all(commands.map((name) => help(name)));
    const inner = await Promise.all(
      helps.flatMap(({ stdout }, index) =>
        (stdout.split('\nCommands:')[1] === undefined ? [] : commandsIn(stdout)).map((name) =>
          help(commands[index] ?? '', name),
        ),
      ),
    );
    const all = [general, ...helps, ...inner];
    known = new Set(all.flatMap(({ stdout }) => distinctMatches(stdout, /(?<![\w-])(--[a-z][\w-]*)/g)));
  });

  it('commands and subcommands have options', () => {
    expect(commands).toContain('run');
    for (const option of ['--max-llm-calls', '--limit']) expect(known).toContain(option);
  });

  it.each(pages)('$page names only existing commands', ({ text }) => {
    const names = distinctMatches(text, /(?:`skillwright|dist\/cli\.mjs) ([a-z]+)/g);
    expect(names.filter((name) => !commands.includes(name))).toEqual([]);
  });

  it.each(pages.filter(({ page }) => !/figures|conformance/.test(page)))(
    '$page names only existing options',
    ({ text }) => {
      const names = distinctMatches(text, /(?<![\w-])(--[a-z][\w-]*)/g).filter((name) => !OTHERS.test(name));
      expect(names.filter((name) => !known.has(name))).toEqual([]);
    },
  );
});
