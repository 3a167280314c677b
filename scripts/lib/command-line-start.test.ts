import * as esbuild from 'esbuild';
import { expect, test } from 'vitest';
import { bundles } from './bundles.mjs';

const options = bundles.find(({ name }) => name === 'cli')?.options;
const { metafile } = await esbuild.build({ ...options, metafile: true, write: false });

/** Returns the modules that are loaded with one: those that it imports, but not those that it loads later. */
function loadedWith(path: string, reached = new Set<string>()): ReadonlySet<string> {
  if (reached.has(path)) return reached;
  reached.add(path);
  for (const { path: next, kind } of metafile.inputs[path]?.imports ?? [])
    if (kind !== 'dynamic-import' && metafile.inputs[next] !== undefined) loadedWith(next, reached);
  return reached;
}

const othersThan = (loaded: ReadonlySet<string>, allowed: RegExp): readonly string[] =>
  [...loaded].filter((path) => !allowed.test(path));

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
    [...loaded].filter((path) =>
      /^(?:skill\/(?!text\/|disk\/)|server\/rules\/|runtime\/|node_modules\/(?:micromark|yaml))/.test(path),
    ),
  ).toEqual([]);
});
