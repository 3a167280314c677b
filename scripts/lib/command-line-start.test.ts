import * as esbuild from 'esbuild';
import { expect, test } from 'vitest';
import { bundles } from './bundles.mjs';
import { loadedWith as modulesLoadedWith } from './shared-chunks.mjs';

const options = bundles.find(({ name }) => name === 'cli')?.options;
const { metafile } = await esbuild.build({ ...options, metafile: true, write: false });

/** Returns the modules of the checkout that are loaded with one. */
const loadedWith = (path: string): readonly string[] =>
  [...modulesLoadedWith(metafile.inputs, [path])].filter((one) => !one.startsWith('group:'));

/** Returns the files of the bundle that are loaded with a module that is loaded on demand. */
function filesOf(entry: string): ReadonlySet<string> {
  const { outputs } = metafile;
  const files = new Set<string>();
  const waiting = Object.keys(outputs).filter((path) => outputs[path]?.entryPoint === entry);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path)) continue;
    files.add(path);
    for (const { path: next, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && outputs[next] !== undefined) waiting.push(next);
  }
  return files;
}

const othersThan = (loaded: readonly string[], allowed: RegExp): readonly string[] =>
  loaded.filter((path) => !allowed.test(path));

test('the command line starts with the table of commands, and without what they accept', () => {
  const loaded = loadedWith('cli/main.ts');
  expect(loaded).toContain('cli/compile-cache.ts');
  expect(othersThan(loaded, /^(?:cli|skill\/disk\/(?:folders|user-folders)\.ts$)/)).toEqual([]);
  const program = loadedWith('cli/program.ts');
  expect(program).toContain('skill/text/own.ts');
  expect(
    othersThan(
      program,
      /^(?:cli\/|package\.json$|skill\/text\/|runtime\/text\/|runtime\/cli\/plain-text\.ts$|node_modules\/commander\/)/,
    ),
  ).toEqual([]);
});

test('what the commands accept is data: no work is loaded with it', () => {
  const loaded = loadedWith('runtime/cli/commands/index.ts');
  expect(loaded).toContain('runtime/cli/commands/run.ts');
  const data = [
    'runtime/cli/(?:commands/|default-runs|eval-options|exit-codes|numbers|output|plain-text|run-options)',
    'runtime/(?:protocol|text)/',
    'runtime/clients/client-run-ids',
    'runtime/evals/trials/shard',
    'runtime/guards/settings',
    'runtime/loop/model-call/limits',
    'runtime/models/(?:default-model|providers/)',
    'runtime/otlp-push/endpoint',
    'runtime/sessions/format-ids',
    'runtime/stress/defaults',
    'skill/text/',
    'node_modules/commander/',
  ];
  expect(othersThan(loaded, new RegExp(`^(?:${data.join('|')})`))).toEqual([]);
});

test('the command check accepts without the rules and the Markdown parser', () => {
  const loaded = loadedWith('server/check/command.ts');
  expect(loaded).toContain('server/clients.ts');
  expect(
    loaded.filter((path) =>
      /^(?:skill\/(?!text\/|disk\/)|server\/rules\/|runtime\/|node_modules\/(?:micromark|yaml))/.test(path),
    ),
  ).toEqual([]);
});

test.each([
  ['cli/program.ts', 10],
  ['runtime/cli/commands/index.ts', 15],
  ['server/check/command.ts', 20],
  ['runtime/cli/run.ts', 46],
])('%s is loaded from at most %i files, since each takes time whatever its size', (entry, most) => {
  const { size } = filesOf(entry);
  expect(size).toBeGreaterThan(1);
  expect(size).toBeLessThanOrEqual(most);
});
