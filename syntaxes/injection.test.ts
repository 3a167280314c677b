import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createOnigScanner, createOnigString, loadWASM } from 'vscode-oniguruma';
import { type IGrammar, parseRawGrammar, Registry } from 'vscode-textmate';

const here = import.meta.dirname;
const HOSTS = ['text.html.markdown', 'text.html.markdown.prompt'] as const;
const INJECTION = 'markdown.skillwright.injection';
const FILES: Readonly<Record<string, string>> = {
  'text.html.markdown': 'fixtures/markdown-host.tmLanguage.json',
  'text.html.markdown.prompt': 'fixtures/prompt-host.tmLanguage.json',
  [INJECTION]: 'skillwright.injection.tmLanguage.json',
};

let registry: Registry;

beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm');
  await loadWASM(readFileSync(wasm));
  registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: async (scope) => {
      const file = FILES[scope];
      return file === undefined ? null : parseRawGrammar(readFileSync(join(here, file), 'utf8'), file);
    },
    // As in `injectTo` of the extension's manifest.
    getInjections: (scope) => (HOSTS.some((host) => host === scope) ? [INJECTION] : undefined),
  });
});

async function load(scope: string): Promise<IGrammar> {
  const grammar = await registry.loadGrammar(scope);
  if (grammar === null) throw new Error(`no grammar for ${scope}`);
  return grammar;
}

/** Formats each line, with its tokens and their scopes below it. The host's own scope is omitted. */
function tokenize(grammar: IGrammar, text: string): string {
  let state: Parameters<IGrammar['tokenizeLine']>[1] = null;
  const out: string[] = [];
  for (const line of text.trimEnd().split('\n')) {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    out.push(`>${line}`);
    for (const { startIndex, endIndex, scopes } of result.tokens) {
      const own = scopes.slice(1).join(' ');
      const width = Math.min(endIndex, line.length) - startIndex;
      if (own !== '' && width > 0) out.push(`#${' '.repeat(startIndex)}${'^'.repeat(width)} ${own}`);
    }
  }
  return `${out.join('\n')}\n`;
}

describe.each(HOSTS)('in %s', (host) => {
  it.each(['references', 'tools'])('highlights the %s', async (name) => {
    const text = readFileSync(join(here, 'fixtures', `${name}.md`), 'utf8');
    // Both hosts must give the same tokens, so they share one snapshot.
    await expect(tokenize(await load(host), text)).toMatchFileSnapshot(`fixtures/${name}.md.snap`);
  });
});

it.each([
  ['code spans that never close', '[`scripts/'.repeat(600)],
  ['a path without end', `scripts/${'a/'.repeat(10_000)}`],
  ['links that never close', '[a'.repeat(10_000)],
])('is not slowed down by %s', async (_, line) => {
  // VS Code gives up on lines above 20,000 characters. A pattern without bounds took 20 seconds on these.
  const grammar = await load('text.html.markdown');
  const startTime = process.threadCpuUsage().user;
  grammar.tokenizeLine(line, null);
  // Processor time: the machine may be busy.
  expect((process.threadCpuUsage().user - startTime) / 1_000).toBeLessThan(2_000);
});
