/**
 * The codes that VS Code reports for a SKILL.md by itself, so that nothing is said twice. Read off VS Code 1.139: it
 * flags a missing name or description, wrong characters in the name, a name that differs from the folder, and every
 * attribute that it does not know. It does so only where its AI features are on.
 */
const REPORTED = ['frontmatter.unknown'] as const;

/** `aiFeatures`: whether `chat.disableAIFeatures` is off. */
export function rulesReportedByVsCode(aiFeatures: boolean): readonly string[] {
  return aiFeatures ? REPORTED : [];
}
