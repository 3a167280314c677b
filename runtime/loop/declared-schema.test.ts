import type { JSONSchema7 } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { declaredSchema } from './declared-schema.ts';

const text: JSONSchema7 = { type: 'string' };
const bare: JSONSchema7 = { type: 'array' };
const full: JSONSchema7 = { type: 'array', items: {} };

test.each<[string, JSONSchema7, JSONSchema7]>([
  ['nothing but its type', { type: 'object' }, { type: 'object', properties: {} }],
  [
    'no properties and a rule for others',
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: text, properties: {} },
  ],
  ['a list', { type: 'object', properties: { x: bare } }, { type: 'object', properties: { x: full } }],
  [
    'a list or null',
    { type: 'object', properties: { x: { type: ['array', 'null'] } } },
    { type: 'object', properties: { x: { type: ['array', 'null'], items: {} } } },
  ],
  [
    'lists of lists',
    { type: 'object', properties: { x: { type: 'array', items: bare } } },
    { type: 'object', properties: { x: { type: 'array', items: full } } },
  ],
  [
    'a list as one of several',
    { type: 'object', properties: { x: { anyOf: [text, bare] } } },
    { type: 'object', properties: { x: { anyOf: [text, full] } } },
  ],
  [
    'a list in a definition',
    { type: 'object', properties: {}, definitions: { d: bare } },
    { type: 'object', properties: {}, definitions: { d: full } },
  ],
])('completes a schema with %s', (_, schema, expected) => {
  expect(declaredSchema(schema)).toEqual(expected);
});

test.each<[string, JSONSchema7]>([
  ['no properties', { type: 'object', properties: {} }],
  ['a bare object inside', { type: 'object', properties: { x: { type: 'object' } } }],
  ['items', { type: 'object', properties: { x: { type: 'array', items: text } } }],
  ['a property named items', { type: 'object', properties: { items: text, type: text } }],
  ['no type', { anyOf: [{ type: 'object', properties: {} }] }],
])('a schema with %s stays the same object', (_, schema) => {
  expect(declaredSchema(schema)).toBe(schema);
});
