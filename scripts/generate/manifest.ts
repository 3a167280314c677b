import type { Registry } from './registry.ts';

export const LEVELS = ['error', 'warning', 'information', 'hint', 'off'];
const RULE = 'skillwright.rules.';
const MAX_THRESHOLD = 1_000_000;

interface Section {
  properties: Record<string, object>;
}

/** Returns `package.json` with a setting for the level of each rule and the threshold of each guard, and with the names of all clients. */
export function manifestOf(text: string, { rules, guards, clients }: Registry): string {
  const manifest = JSON.parse(text);
  const levels = rules.map(({ value: { code, title, severity } }, index): [string, object] => [
    RULE + code,
    {
      type: 'string',
      scope: 'resource',
      order: index + 1,
      default: severity,
      enum: LEVELS,
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
    const thresholdsSetting = section.properties['skillwright.run.guardThresholds'];
    if (thresholdsSetting) Object.assign(thresholdsSetting, { properties: Object.fromEntries(thresholds) });
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}
