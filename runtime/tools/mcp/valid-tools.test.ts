import { expect, test } from 'vitest';
import { validTools } from './valid-tools.ts';

const GOOD = { name: 'good', description: 'Good.', inputSchema: { type: 'object' } };
const text = { type: 'string' };
const deep = (levels: number): object => (levels === 0 ? {} : { type: 'object', properties: { x: deep(levels - 1) } });

test.each<[string, unknown, RegExp]>([
  ['no type', { properties: { x: text } }, /has no type/],
  ['no schema', undefined, /has no inputSchema/],
  ['null', null, /has no inputSchema/],
  ['a list', [], /is no schema/],
  ['a text', 'object', /is no schema/],
  ['another type', text, /is not 'object'/],
  ['a list of types', { type: ['object'] }, /is not 'object'/],
  ['an unknown type', { type: 'object', properties: { x: { type: 'str' } } }, /properties\.x has the type "str"/],
  ['a null type', { type: 'object', properties: { x: { type: null } } }, /properties\.x has the type null/],
  ['properties that are a list', { type: 'object', properties: [] }, /properties is no table/],
  ['properties that are null', { type: 'object', properties: null }, /properties is no table/],
  ['a property that is null', { type: 'object', properties: { x: null } }, /properties\.x is no schema/],
  ['a property that is a word', { type: 'object', properties: { x: 'string' } }, /properties\.x is no schema/],
  ['required as a flag', { type: 'object', required: true }, /'required' of it is no list/],
  ['required with a number', { type: 'object', required: [1] }, /'required' of it is no list/],
  [
    'required as a flag inside',
    { type: 'object', properties: { x: { ...text, required: true } } },
    /'required' of properties\.x/,
  ],
  ['enum as a text', { type: 'object', properties: { x: { enum: 'a' } } }, /'enum' of properties\.x/],
  [
    'items that are a word',
    { type: 'object', properties: { x: { items: 'text' } } },
    /properties\.x\.items is no schema/,
  ],
  ['anyOf as an object', { type: 'object', properties: { x: { anyOf: {} } } }, /properties\.x\.anyOf is no list/],
  ['a bad definition', { type: 'object', $defs: { d: { type: 'x' } } }, /\$defs\.d has the type "x"/],
])('a tool whose schema is or has %s is left out alone', (_, inputSchema, reason) => {
  const { tools, leftOut } = validTools([GOOD, { name: 'bad', inputSchema }, { ...GOOD, name: 'other' }]);
  expect(tools.map((tool) => Reflect.get(tool, 'name'))).toEqual(['good', 'other']);
  expect(leftOut).toEqual([{ name: 'bad', reason: expect.stringMatching(reason) }]);
});

test.each([[null], ['text'], [{}], [{ name: '' }], [{ name: 7, inputSchema: { type: 'object' } }], [[]]])(
  '%j in a list is a tool without a name',
  (tool) => {
    expect(validTools([tool, GOOD]).leftOut).toEqual([{ name: '', reason: 'it has no name' }]);
  },
);

test.each<[string, object]>([
  ['bare', { type: 'object' }],
  ['boolean schemas', { type: 'object', properties: { x: true }, additionalProperties: false }],
  ['several types', { type: 'object', properties: { x: { type: ['string', 'null'] } } }],
  ['items as a list', { type: 'object', properties: { x: { type: 'array', items: [text, text] } } }],
  [
    'draft 4',
    {
      $schema: 'http://json-schema.org/draft-04/schema#',
      type: 'object',
      properties: { n: { exclusiveMinimum: true } },
    },
  ],
  ['a reference', { type: 'object', properties: { x: { $ref: '#/$defs/d' } }, $defs: { d: text } }],
  ['a property named as a keyword', { type: 'object', properties: { type: text, properties: text, required: text } }],
  ['unknown keywords', { type: 'object', 'x-order': 3 }],
  ['many levels', deep(300)],
])('a schema with %s is valid', (_, inputSchema) => {
  expect(validTools([{ name: 'a', inputSchema }])).toEqual({
    tools: [{ name: 'a', inputSchema, annotations: {} }],
    leftOut: [],
  });
});

test('optional fields of another type are ignored', () => {
  const bad = {
    description: null,
    outputSchema: { type: 'x' },
    annotations: { readOnlyHint: 'yes' },
    title: 3,
    _meta: 4,
  };
  const { tools, leftOut } = validTools([
    { ...GOOD, ...bad },
    { ...GOOD, annotations: { destructiveHint: true } },
  ]);
  expect(leftOut).toEqual([]);
  expect(tools).toEqual([
    { name: 'good', inputSchema: { type: 'object' }, annotations: {} },
    { ...GOOD, annotations: { destructiveHint: true } },
  ]);
});
