import { type OptionSetting, RUN_OPTION_LIST, type RunOption } from '../../runtime/protocol/run-options.ts';
import { defined } from '../../skill/index.ts';
import type { Registry } from './registry.ts';

export const LEVELS = ['error', 'warning', 'information', 'hint', 'off'];
const RULE = 'skillwright.rules.';
const MAX_THRESHOLD = 1_000_000;

interface Section {
  readonly title: string;
  properties: Record<string, object>;
}

/**
 * Returns `package.json` with a setting for the level of each rule, the threshold of each guard and each option of a run, the options as
 * launch attributes, and the names of all clients.
 */
export function manifestOf(text: string, { rules, guards, clients }: Registry): string {
  const manifest = JSON.parse(text);
  const codes = rules.map(({ value }) => value.code).toSorted();
  const levels = rules.map(({ value: { code, title, severity } }): [string, object] => [
    RULE + code,
    {
      type: 'string',
      scope: 'resource',
      default: severity,
      enum: LEVELS,
      order: codes.indexOf(code) + 1,
      markdownDescription: `${title}.`,
    },
  ]);
  const thresholds = guards.flatMap(({ value }) =>
    Object.entries(value.thresholds).map(
      ([name, { minimum = 1, description, default: defaultValue }]): [string, object] => [
        name,
        { type: 'integer', minimum, maximum: MAX_THRESHOLD, description: `${description} By default ${defaultValue}.` },
      ],
    ),
  );
  for (const section of manifest.contributes.configuration as Section[]) {
    const others = Object.entries(section.properties).filter(([key]) => !key.startsWith(RULE));
    if (others.length < Object.keys(section.properties).length)
      section.properties = Object.fromEntries([...others, ...levels]);
    const clientsSetting = section.properties['skillwright.clients'];
    if (clientsSetting)
      Object.assign(clientsSetting, {
        items: {
          type: 'string',
          enum: [...clients.map(({ value }) => value.id), 'spec'],
          enumDescriptions: [...clients.map(({ value }) => value.name), 'The Agent Skills specification only'],
        },
      });
    for (const [, option] of RUN_OPTION_LIST)
      if (option.setting?.section === section.title)
        section.properties[`skillwright.${option.setting.name}`] = settingOf(option, option.setting);
    const thresholdsSetting = section.properties['skillwright.run.guardThresholds'];
    if (thresholdsSetting) Object.assign(thresholdsSetting, { properties: Object.fromEntries(thresholds) });
  }
  const { properties } = manifest.contributes.debuggers[0].configurationAttributes.launch;
  for (const [name, option] of RUN_OPTION_LIST)
    if (option.launch !== undefined) properties[name] = { ...valuesOf(option), description: option.launch };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** Returns the declaration of the setting of an option. */
function settingOf(option: RunOption, setting: OptionSetting): object {
  const { minimum, maximum, none, scope, order, description } = setting;
  const values = valuesOf(option);
  const choices = option.kind === 'choice' ? Object.entries(option.choices) : [];
  const all = none === undefined ? choices : [none, ...choices];
  return {
    type: values.type,
    ...defined<Choices>({
      enum: all.length === 0 ? undefined : all.map(([name]) => name),
      enumDescriptions: all.length === 0 ? undefined : all.map(([, text]) => text),
    }),
    default: setting.default,
    ...defined<Range>({
      exclusiveMinimum: minimum === undefined ? values.exclusiveMinimum : undefined,
      minimum: minimum ?? values.minimum,
      maximum: maximum ?? values.maximum,
    }),
    scope,
    order,
    markdownDescription: description,
  };
}

interface Range {
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
}

interface Choices {
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
}

/** Returns the JSON schema of the values of an option. */
function valuesOf(option: RunOption): { readonly type: string; readonly enum?: readonly string[] } & Range {
  switch (option.kind) {
    case 'count':
      return { type: 'integer', minimum: 0 };
    case 'amount':
      return { type: 'number', minimum: 0 };
    case 'seconds':
      return { type: 'number', exclusiveMinimum: 0, maximum: option.maximum };
    case 'flag':
      return { type: 'boolean' };
    case 'choice':
      return { type: 'string', enum: Object.keys(option.choices) };
    case 'guardSettings':
      return { type: 'object' };
  }
}
