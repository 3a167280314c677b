import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { LEVELS } from './manifest.ts';
import type { Registry } from './registry.ts';

/**
 * Returns the JSON schema with which editors complete and validate `.skillwright.json`: the runtime's schema with all rules.
 * `runtime/protocol/guard-thresholds.ts` must be up to date: the runtime's part is loaded with it.
 */
export async function schemaOf(root: string, { rules }: Registry): Promise<string> {
  const { configSchema }: typeof import('../../runtime/agents/config-schema.ts') = await import(
    pathToFileURL(join(root, 'runtime/agents/config-schema.ts')).href
  );
  const base = z.toJSONSchema(configSchema, { target: 'draft-7', io: 'input' });
  const { properties = {} } = base;
  const byCode = Object.fromEntries(
    rules.map(({ value: { code, title, severity } }) => [
      code,
      { enum: LEVELS, default: severity, description: `${title}.` },
    ]),
  );
  const { rules: levels, overrides } = properties;
  const rulesSchema = { ...Object(levels), properties: byCode };
  const { items } = Object(overrides);
  const part = { ...items, properties: { ...items.properties, rules: rulesSchema } };
  const schema = {
    ...base,
    title: 'Skillwright',
    description: "Skillwright's settings for a project: its agents and how its skills are checked.",
    properties: { ...properties, rules: rulesSchema, overrides: { ...Object(overrides), items: part } },
  };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}
