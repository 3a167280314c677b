/**
 * The completions that VS Code provides in a skill's documents, so that none is offered twice. Observed in VS Code 1.139:
 * its Markdown support completes files of the typed folder and headings, in links only; its AI features complete these
 * fields.
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
 * Returns the value of `initializationOptions.completedByEditor`.
 * @param aiFeatures true if `chat.disableAIFeatures` is off
 * @param languages the language ids known to VS Code
 * @param linkPaths true if its Markdown support is installed and `markdown.suggest.paths.enabled` is on
 */
export function completedByVsCode(
  aiFeatures: boolean,
  languages: readonly string[],
  linkPaths: boolean,
): readonly string[] {
  const fields = aiFeatures && languages.includes('skill');
  return [
    // By the schema of eval files.
    'evals',
    ...(linkPaths ? ['link'] : []),
    ...(fields ? FIELDS.map((name) => `field/${name}`) : []),
    ...(fields ? VALUES.map((name) => `value/${name}`) : []),
  ];
}
