import { expect, test } from 'vitest';
import { defined } from './defined.ts';

interface Options {
  readonly kind: 'options';
  readonly limit?: number;
  readonly name?: string;
}

test('keeps the defined fields in their order', () => {
  const none: number | undefined = undefined;
  const options: Options = defined({ kind: 'options', name: '', limit: none });
  expect(JSON.stringify(options)).toBe('{"kind":"options","name":""}');
  expect('limit' in options).toBe(false);
});

test('takes a member of a union without common fields, a promised type, and a table', async () => {
  const failed = async (message?: string): Promise<{ ok?: true } | { message?: string }> => defined({ message });
  expect([await failed(), await failed('No.')]).toEqual([{}, { message: 'No.' }]);
  const none: number | undefined = undefined;
  const table: Record<string, number> = defined({ none, ['__proto__']: 1 });
  expect(Object.keys(table)).toEqual(['__proto__']);
});

test('has compile errors for unknown fields, and for a result without a type', () => {
  // @ts-expect-error: misspelt
  const misspelt: Options = defined({ kind: 'options', limits: 3 });
  // @ts-expect-error: a required field cannot be undefined
  const missing: Options = defined({ kind: undefined });
  // @ts-expect-error: no type
  const untyped = defined({ limit: 3 });
  expect([misspelt, missing, untyped]).toHaveLength(3);
});
