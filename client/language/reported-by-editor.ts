/**
 * What VS Code says by itself about a SKILL.md that an editor shows, so that nothing is said twice. Read off VS Code 1.139, which does so only
 * where its AI features are on; older versions know no language `skill` and say nothing.
 */
const SAID_BY_VSCODE: readonly string[] = [
  'frontmatter.name/missing',
  'frontmatter.name/empty',
  'frontmatter.name/type',
  'frontmatter.name/characters',
  'frontmatter.name/folder',
  'frontmatter.description/missing',
  'frontmatter.description/empty',
  'frontmatter.description/type',
  // What was probably meant instead it does not say: `frontmatter.unknown/misspelt`.
  'frontmatter.unknown/other',
  'frontmatter.field/argument-hint',
  'frontmatter.field/user-invocable',
  'frontmatter.field/disable-model-invocation',
];

/** What VS Code says about a `.skillwright.json` by the schema that this extension brings; which codes there are it does not know. */
const SAID_BY_SCHEMA: readonly string[] = ['settings/syntax', 'settings/value', 'settings/key'];

/** What VS Code's Markdown support, if it is there, does with every document of a skill. */
const SHOWN_BY_MARKDOWN: readonly string[] = [
  'markdown.links',
  'markdown.symbols',
  'markdown.folding',
  'markdown.selection',
];

/**
 * For `initializationOptions.reportedByEditor`.
 * @param aiFeatures whether `chat.disableAIFeatures` is off
 * @param languages the language ids that this VS Code knows
 * @param markdown whether its own Markdown support is there, which follows links, finds what leads to a heading, lists headings, folds and grows selections
 */
export function saidByVsCode(aiFeatures: boolean, languages: readonly string[], markdown: boolean): readonly string[] {
  const ofSkills = aiFeatures && languages.includes('skill') ? SAID_BY_VSCODE : [];
  return [...SAID_BY_SCHEMA, ...ofSkills, ...(markdown ? SHOWN_BY_MARKDOWN : [])];
}
