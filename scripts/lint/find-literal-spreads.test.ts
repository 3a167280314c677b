import { createVirtualFileSystem } from 'typescript/unstable/fs';
import { API } from 'typescript/unstable/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findLiteralSpreads } from './find-literal-spreads.ts';

const REPORTED = [
  '({ ...{ a, b: 1 } });',
  '({ ...({ a } as const) });',
  '({ ...({ a } satisfies object) });',
  '({ ...(a === undefined ? {} : { a }) });',
  '({ ...(a ? { a } : base) });',
  '({ ...(a ? base : b ? {} : base) });',
  '({ ...(a && { a }) });',
  '({ ...(a || { b }) });',
  '({ ...(a ?? {}) });',
  '({ ...(a && (b ? { b } : base))! });',
  'const element = <A {...{ a }} />;',
  'const element = <A {...(a && { a })} />;',
];

const ALLOWED = [
  '({ ...base, a });',
  '({ ...(a ? base : undefined) });',
  '({ ...defined<Base>({ a }) });',
  '({ ...base.of({ a }) });',
  '({ ...[{ a }] });',
  '({ ...{ a }.a });',
  'f(...[{ a }]);',
  'const { a, ...rest } = base;',
  'const element = <A {...base} a={{ a }} />;',
];

let api: API;
let found: ReadonlyMap<string, ReturnType<typeof findLiteralSpreads>>;

beforeAll(() => {
  const config = '/work/tsconfig.json';
  const samples = [...REPORTED, ...ALLOWED].map((code, index) => ({ code, path: `/work/${index}.tsx` }));
  const texts = Object.fromEntries(samples.map(({ code, path }) => [path, `// A sample.\n${code}\n`]));
  const options = { noLib: true, noResolve: true, types: [], jsx: 'preserve' };
  api = new API({
    cwd: '/work',
    fs: createVirtualFileSystem({ ...texts, [config]: JSON.stringify({ compilerOptions: options }) }),
  });
  const program = api.updateSnapshot({ openProjects: [config] }).getProject(config)?.program;
  found = new Map(
    samples.map(({ code, path }) => {
      const file = program?.getSourceFile(path);
      if (file === undefined) throw new Error(`no file ${path}`);
      return [code, findLiteralSpreads(file)];
    }),
  );
});

afterAll(() => api.close());

describe('the lint for spreads of literals', () => {
  it.each(REPORTED)('reports %s', (code) => {
    expect(found.get(code)).toMatchObject([{ line: 2 }]);
  });

  it.each(ALLOWED)('allows %s', (code) => {
    expect(found.get(code)).toEqual([]);
  });

  it('reports line, column and text', () => {
    expect(found.get('({ ...{ a, b: 1 } });')).toEqual([{ line: 2, column: 4, text: '...{ a, b: 1 }' }]);
  });
});
