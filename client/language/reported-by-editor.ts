/**
 * The findings that VS Code itself reports for a visible SKILL.md, so that none is reported twice. Observed in VS Code
 * 1.139, and only if its AI features are on. Older versions have no language `skill` and report nothing.
 */
const REPORTED_BY_VSCODE: readonly string[] = [
  'frontmatter.name/missing',
  'frontmatter.name/empty',
  'frontmatter.name/type',
  'frontmatter.name/characters',
  'frontmatter.name/folder',
  'frontmatter.description/missing',
  'frontmatter.description/empty',
  'frontmatter.description/type',
  // `frontmatter.unknown/misspelt` is not in the list, because VS Code suggests no correction.
  'frontmatter.unknown/other',
  'frontmatter.field/argument-hint',
  'frontmatter.field/user-invocable',
  'frontmatter.field/disable-model-invocation',
];

/** The findings that VS Code reports for a `.skillwright.json` by this extension's schema, which does not check rule codes. */
const REPORTED_BY_SCHEMA: readonly string[] = ['settings/syntax', 'settings/value', 'settings/key'];

/** The findings that VS Code reports for JSON of every kind. */
const REPORTED_FOR_JSON: readonly string[] = ['eval.invalid/syntax', 'plugin.invalid/syntax'];

/** The features that VS Code's Markdown support provides for every document of a skill. */
const PROVIDED_BY_MARKDOWN: readonly string[] = [
  'markdown.links',
  'markdown.symbols',
  'markdown.folding',
  'markdown.selection',
];

/**
 * Returns the value of `initializationOptions.reportedByEditor`.
 * @param aiFeatures true if `chat.disableAIFeatures` is off
 * @param languages the language ids known to VS Code
 * @param markdown true if VS Code's Markdown support is installed
 */
export function reportedByVsCode(
  aiFeatures: boolean,
  languages: readonly string[],
  markdown: boolean,
): readonly string[] {
  const ofSkills = aiFeatures && languages.includes('skill') ? REPORTED_BY_VSCODE : [];
  return [...REPORTED_BY_SCHEMA, ...REPORTED_FOR_JSON, ...ofSkills, ...(markdown ? PROVIDED_BY_MARKDOWN : [])];
}
