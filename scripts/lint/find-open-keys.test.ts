import { createVirtualFileSystem } from 'typescript/unstable/fs';
import { API } from 'typescript/unstable/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOpenKeys } from './find-open-keys.ts';

const DECLARATIONS = `
type Kind = 'a' | 'b';
declare const name: string, kind: Kind, index: number, symbol: unique symbol, any: any, unknown: unknown;
declare const table: Record<string, number>, closed: Record<Kind, number>, list: readonly string[];
declare function is(value: unknown): boolean;
declare const given: { readonly name: string } | undefined;
`;

/** `#{…}` stands for `${…}`. */
const REPORTED = [
  'table[name];',
  'table?.[name];',
  "table[name ?? 'a'];",
  'table[`a#{name}`];',
  'table[any];',
  'closed[name as Kind];',
  'closed[name as keyof typeof closed];',
  'closed[unknown as Kind];',
  'table[name] = 1;',
  'table[name] ??= 1;',
  'table[name]!++;',
  "({ a: '1', b: '2' } as Record<string, string>)[name];",
  'name in table;',
  '(name as Kind) in closed;',
  'const { [name]: value } = table;',
  'const f = ({ [name]: value }: Record<string, number>) => value;',
  'for (const key of Object.keys(table)) is(table[key]);',
  'const g = <K extends string>(key: K, all: Record<K, number>) => all[key];',
  'const h = (key: string & { readonly brand: 1 }) => table[key];',
  'const i = (key: `x#{string}`) => table[key];',
  'process.env[name];',
  'Reflect.get(table, name);',
  'Reflect.has(table, name);',
  'Reflect.set(table, name, 1);',
  'Object.assign({}, table);',
  'Object.assign({}, ...[table]);',
  'Object.assign({}, any);',
  'Object.hasOwn(closed, name) ? closed[name as Kind] : 0;',
];

const ALLOWED = [
  'closed[kind];',
  'table[kind];',
  "table['__proto__'];",
  'list[index];',
  'list[list.length - 1];',
  'const f = <K extends Kind>(key: K) => closed[key];',
  'const g = <K extends keyof typeof closed>(key: K) => closed[key];',
  "is('a' in closed);",
  'for (const key in table) is(key);',
  'delete table[name];',
  'const h = { ...table, [name]: 1 };',
  'Object.fromEntries([[name, 1]]);',
  'new Map([[name, 1]]).get(name);',
  'Object.hasOwn(table, name);',
  'Object.assign(() => 0, { a: 1, b: name });',
  'const i = closed[given === undefined ? kind : "a"];',
  'is(({} as { [symbol]: 1 })[symbol]);',
  'table[name]; // open-key-ok: a sample',
  '// open-key-ok: a sample\ntable[name];',
];

const files = [...REPORTED, ...ALLOWED].map((code, index) => ({
  code,
  path: `/work/${index}.ts`,
  text: `${DECLARATIONS}\n\n${code.replaceAll('#{', '${')}\nexport {};\n`,
}));
const lineOfCode = DECLARATIONS.split('\n').length + 2;
let api: API;
let found: ReadonlyMap<string, ReturnType<typeof findOpenKeys>>;

beforeAll(() => {
  const config = '/work/tsconfig.json';
  const options = { strict: true, noUncheckedIndexedAccess: true, target: 'es2023', module: 'esnext', types: [] };
  const texts = Object.fromEntries(files.map(({ path, text }) => [path, text]));
  api = new API({
    cwd: '/work',
    fs: createVirtualFileSystem({ ...texts, [config]: JSON.stringify({ compilerOptions: options }) }),
  });
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
  if (project === undefined) throw new Error('no project');
  const { program, checker } = project;
  found = new Map(
    files.map(({ code, path }) => {
      const file = program.getSourceFile(path);
      if (file === undefined) throw new Error(`no file ${path}`);
      return [code, findOpenKeys(checker, file)];
    }),
  );
});

afterAll(() => api.close());

describe('the lint for tables that are indexed by foreign text', () => {
  it.each(REPORTED)('reports %s', (code) => {
    expect(found.get(code)).toMatchObject([{ line: lineOfCode }]);
  });

  it.each(ALLOWED)('allows %s', (code) => {
    expect(found.get(code)).toEqual([]);
  });

  it('reports line, column and text', () => {
    expect(found.get('for (const key of Object.keys(table)) is(table[key]);')).toEqual([
      { line: lineOfCode, column: 42, text: 'table[key]' },
    ]);
  });
});
