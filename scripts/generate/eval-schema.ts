import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CheckKind, EvalField } from '../../skill/index.ts';

/**
 * Returns the JSON schema with which editors complete and describe eval files. It rejects nothing, because other tools have
 * files of the same names, which only their content tells apart: `eval.invalid` reports mistakes.
 */
export async function evalSchemaOf(root: string): Promise<string> {
  const fields: typeof import('../../skill/index.ts') = await import(pathToFileURL(join(root, 'skill/index.ts')).href);
  const item = { $ref: '#/definitions/case' };
  const assertion = { $ref: '#/definitions/assertion' };
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Eval cases of a skill',
    properties: {
      ...propertiesOf(fields.FILE_FIELDS),
      evals: { ...propertyOf(fields.FILE_FIELDS, 'evals'), items: item },
    },
    items: item,
    definitions: {
      case: {
        properties: {
          ...propertiesOf(fields.ITEM_FIELDS),
          ...Object.fromEntries(
            ['assertions', 'expectations'].map((name) => [
              name,
              { ...propertyOf(fields.ITEM_FIELDS, name), items: assertion },
            ]),
          ),
        },
      },
      assertion: {
        defaultSnippets: fields.CHECK_KINDS.map(checkSnippet),
        properties: {
          ...propertiesOf(fields.ASSERTION_FIELDS),
          check: {
            description: fields.ASSERTION_FIELDS.find(({ name }) => name === 'check')?.description,
            markdownDescription: describeChecks(fields),
            defaultSnippets: fields.CHECK_KINDS.map(({ name, description }) => ({
              label: name,
              description,
              body: name,
            })),
          },
        },
      },
    },
  };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}

/** Describes the field `check` with its values, for hovers. */
function describeChecks({ ASSERTION_FIELDS, CHECK_KINDS }: typeof import('../../skill/index.ts')): string {
  const description = ASSERTION_FIELDS.find(({ name }) => name === 'check')?.description ?? '';
  return `${description}\n\n${CHECK_KINDS.map((kind) => `- \`${kind.name}\`: ${kind.description}`).join('\n')}`;
}

const VALUES = { text: ['$1'], number: ['^$1'], boolean: [true, false], list: [['$1']], object: [{}] } as const;

const propertiesOf = (fields: readonly EvalField[]) =>
  Object.fromEntries(fields.map((field) => [field.name, describe(field)]));

const propertyOf = (fields: readonly EvalField[], name: string) => propertiesOf(fields)[name];

function describe({ description, value }: EvalField) {
  return { description, defaultSnippets: VALUES[value].map((body) => ({ body })) };
}

/** Returns a snippet that inserts an assertion. */
function checkSnippet({ name, description, needs: [field] }: CheckKind) {
  const value = field === 'limit' ? '^$2' : field === 'values' || field === 'tools' ? ['$2'] : '$2';
  const body = { text: '$1', check: name };
  return { label: name, description, body: field === undefined ? body : { ...body, [field]: value } };
}
