import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { configSchema } from './config-schema.ts';

const SCHEMA = fileURLToPath(new URL('./skillwright.schema.json', import.meta.url));
const MANIFEST = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** The JSON schema that editors complete by: ours as zod has it, and the rules by name, as the settings describe them. */
function jsonSchema(): Record<string, unknown> {
  const made = z.toJSONSchema(configSchema, { target: 'draft-7', io: 'input' });
  const settings: Record<string, { enum: unknown; default: unknown; markdownDescription: string }> = Object.assign(
    {},
    ...MANIFEST.contributes.configuration.map((part: { properties: object }) => part.properties),
  );
  const rules = Object.entries(settings).flatMap(([key, { enum: levels, default: level, markdownDescription }]) =>
    key.startsWith('skillwright.rules.')
      ? [[key.slice('skillwright.rules.'.length), { enum: levels, default: level, description: markdownDescription }]]
      : [],
  );
  const { properties = {} } = made;
  const { rules: written, overrides } = properties;
  const named = { ...Object(written), properties: Object.fromEntries(rules) };
  const { items } = Object(overrides);
  const part = { ...items, properties: { ...items.properties, rules: named } };
  return {
    ...made,
    title: 'Skillwright',
    description: 'Everything of Skillwright in a project: its agents, and how its skills are checked.',
    properties: { ...properties, rules: named, overrides: { ...Object(overrides), items: part } },
  };
}

test('the JSON schema that ships is the one that is read by', async () => {
  await expect(`${JSON.stringify(jsonSchema(), undefined, 2)}\n`).toMatchFileSnapshot(SCHEMA);
});

test('every property says what it is for', () => {
  const silent: string[] = [];
  const visit = (schema: unknown, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { properties, additionalProperties, anyOf, items } = schema as Record<string, unknown>;
    for (const [name, inner] of Object.entries(Object(properties))) {
      if (Object(inner).description === undefined && name !== '$schema') silent.push(`${path}.${name}`);
      visit(inner, `${path}.${name}`);
    }
    visit(additionalProperties, `${path}.*`);
    visit(items, `${path}[]`);
    for (const inner of Array.isArray(anyOf) ? anyOf : []) visit(inner, path);
  };
  visit(jsonSchema(), '');
  expect(silent).toEqual([]);
});

test('the manifest offers it for .skillwright.json', () => {
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
