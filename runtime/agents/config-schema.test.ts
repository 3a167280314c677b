import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { configSchema } from './config-schema.ts';

const SCHEMA = fileURLToPath(new URL('./skillwright.schema.json', import.meta.url));
const MANIFEST = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

test('every property has a description', () => {
  const withoutDescription: string[] = [];
  const visit = (schema: unknown, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { properties, additionalProperties, anyOf, items } = schema as Record<string, unknown>;
    for (const [name, inner] of Object.entries(Object(properties))) {
      if (Object(inner).description === undefined && name !== '$schema') withoutDescription.push(`${path}.${name}`);
      visit(inner, `${path}.${name}`);
    }
    visit(additionalProperties, `${path}.*`);
    visit(items, `${path}[]`);
    for (const inner of Array.isArray(anyOf) ? anyOf : []) visit(inner, path);
  };
  visit(JSON.parse(readFileSync(SCHEMA, 'utf8')), '');
  expect(withoutDescription).toEqual([]);
});

test('the manifest registers the schema for .skillwright.json', () => {
  const [entry] = MANIFEST.contributes.jsonValidation;
  expect(entry.fileMatch).toBe('.skillwright.json');
  expect(new URL(`../../${entry.url}`, import.meta.url).pathname).toBe(new URL(SCHEMA, 'file:').pathname);
});

test.each<[object, boolean]>([
  [{}, true],
  [
    {
      agents: { a: { tools: ['./t.mjs'], guards: { thresholds: { script: 2 } }, maxLlmCalls: 3 } },
      rules: { 'reference.missing': 'off' },
      profile: 'adk',
    },
    true,
  ],
  [{ agents: { a: { guards: 'off' } } }, true],
  [{ agent: {} }, false],
  [{ agents: { a: { tool: [] } } }, false],
  [{ agents: { a: { guards: { thresholds: { repeatedCall: 1 } } } } }, false],
  [{ rules: { 'reference.missing': 'loud' } }, false],
])('%j: the JSON schema and the runtime agree: %s', (value, valid) => {
  const ajv = new Ajv({ strict: false });
  const validate = ajv.compile(JSON.parse(readFileSync(SCHEMA, 'utf8')));
  expect([validate(value), configSchema.safeParse(value).success]).toEqual([valid, valid]);
});
