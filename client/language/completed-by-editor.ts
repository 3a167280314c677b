/**
 * What VS Code completes by itself in a skill's documents, so that nothing is offered twice. Read off VS Code 1.139: its
 * Markdown support offers what lies in the typed folder and headings, in links alone; its AI features offer these fields.
 */
const FIELDS: readonly string[] = [
  'name',
  'description',
  'argument-hint',
  'user-invocable',
  'disable-model-invocation',
  'license',
  'compatibility',
  'metadata',
  'context',
];
const VALUES: readonly string[] = ['user-invocable', 'disable-model-invocation', 'context'];

/**
 * For `initializationOptions.completedByEditor`.
 * @param aiFeatures whether `chat.disableAIFeatures` is off
 * @param languages the language ids that this VS Code knows
 * @param linkPaths whether its Markdown support is there, and `markdown.suggest.paths.enabled` is on
 */
export function completedByVsCode(
  aiFeatures: boolean,
  languages: readonly string[],
  linkPaths: boolean,
): readonly string[] {
  const fields = aiFeatures && languages.includes('skill');
  return [
    ...(linkPaths ? ['link'] : []),
    ...(fields ? FIELDS.map((name) => `field/${name}`) : []),
    ...(fields ? VALUES.map((name) => `value/${name}`) : []),
  ];
}
