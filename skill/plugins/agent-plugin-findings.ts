/** Finds the mistakes in a manifest of Agent Plugins 1.0 (https://agent-plugins.org/specification), whose schema is closed. */
import { own } from '../text/own.ts';
import type { ManifestProblem } from './manifest-problem.ts';
import { isObject, type JsonObject } from './read-json.ts';

const SCHEMA = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json';
const TEXTS: readonly string[] = ['version', 'description', 'homepage', 'repository', 'license'];
const FIELDS: ReadonlySet<string> = new Set(['$schema', 'name', ...TEXTS, 'author', 'keywords', 'extensions']);
const AUTHOR_FIELDS: ReadonlySet<string> = new Set(['name', 'email', 'url']);
const MAX_NAME = 64;
const EFFECT = 'so clients reject the plugin, with all of its skills';

/** Returns the problems of a manifest that states the schema of version 1.0.0; none for any other `plugin.json`. */
export function agentPluginFindings(value: JsonObject): readonly ManifestProblem[] {
  if (own(value, '$schema') !== SCHEMA) return [];
  const problems: ManifestProblem[] = [];
  const name = own(value, 'name');
  if (name === undefined) problems.push({ at: [], message: `The manifest has no \`name\`, ${EFFECT}. Add one.` });
  else if (typeof name !== 'string' || !isName(name))
    problems.push({
      at: ['name'],
      message: `The name is not 1 to ${MAX_NAME} lowercase letters, digits, single hyphens and periods, ${EFFECT}. Change it.`,
      ...slugFor(name),
    });
  for (const field of Object.keys(value))
    if (!FIELDS.has(field))
      problems.push({
        at: [field],
        onKey: true,
        severity: 'warning',
        target: field,
        message: `\`${field.slice(0, 40)}\` is not in the schema of Agent Plugins, which is closed: clients ignore the field. Move it into \`extensions\`.`,
      });
  for (const field of TEXTS)
    if (own(value, field) !== undefined && typeof own(value, field) !== 'string')
      problems.push({ at: [field], message: `\`${field}\` is not a string, ${EFFECT}. Write it as one.` });
  const keywords = own(value, 'keywords');
  if (keywords !== undefined && !(Array.isArray(keywords) && keywords.every((one) => typeof one === 'string')))
    problems.push({ at: ['keywords'], message: `\`keywords\` is not a list of strings, ${EFFECT}. Write it as one.` });
  return [...problems, ...authorProblems(own(value, 'author'))];
}

const isName = (name: string): boolean =>
  name.length <= MAX_NAME && /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(name) && !/--|\.\./.test(name);

function slugFor(name: unknown): Pick<ManifestProblem, 'target' | 'replacement'> {
  if (typeof name !== 'string') return {};
  const slug = name
    .toLowerCase()
    .split(/[^a-z0-9.]+/)
    .filter((part) => part !== '')
    .join('-')
    .slice(0, MAX_NAME);
  return isName(slug) ? { target: name, replacement: slug } : { target: name };
}

function authorProblems(author: unknown): readonly ManifestProblem[] {
  if (author === undefined) return [];
  if (!isObject(author))
    return [{ at: ['author'], message: `\`author\` is not an object with \`name\`, ${EFFECT}. Write it as one.` }];
  return Object.entries(author).flatMap(([field, value]): readonly ManifestProblem[] =>
    AUTHOR_FIELDS.has(field) && typeof value === 'string'
      ? []
      : [
          {
            at: ['author', field],
            onKey: true,
            target: field,
            message: `\`author\` has more than \`name\`, \`email\` and \`url\`, as strings, ${EFFECT}. Keep only these.`,
          },
        ],
  );
}
