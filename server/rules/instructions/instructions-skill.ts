import { distance } from 'fastest-levenshtein';
import { agentSkills, defined } from '../../../skill/index.ts';
import { didYouMean } from '../rule/message.ts';
import type { Problem, Rule } from '../rule/rule.ts';

/** Skills that Claude Code brings along: https://code.claude.com/docs/en/skills#bundled-skills. */
const BUNDLED: ReadonlySet<string> = new Set(['batch', 'claude-api', 'debug', 'loop', 'simplify']);
/** Maximum number of names that are suggested. */
const MAX_SUGGESTIONS = 3;

/** Reports names in an agent's `skills:` that no skill of the repository has. */
export const instructionsSkill: Rule = {
  code: 'instructions.skill',
  title: 'A name in an agent’s `skills:` that no skill has',
  severity: 'warning',
  on: 'instructions',
  *check({ document, instructions, place }): Iterable<Problem> {
    if (instructions?.kind !== 'agent') return;
    const { skills } = instructions;
    for (const { written, plugin, name, range } of agentSkills(document)) {
      // Skills of other plugins are elsewhere.
      if (plugin !== undefined && plugin !== place.pluginName) continue;
      if (BUNDLED.has(name) || skills.named(name).length > 0) continue;
      const all = skills.names();
      const suggestions = similarTo(name, all).map((one) => (plugin === undefined ? one : `${plugin}:${one}`));
      const problem = `No skill here is called \`${written}\`, so the agent starts without it.`;
      yield defined({
        range,
        target: written,
        suggestions,
        // Without any skill in the repository, those of the agent are installed from elsewhere.
        severity: all.size === 0 ? ('information' as const) : undefined,
        message:
          suggestions.length > 0 ? didYouMean(problem, suggestions) : `${problem} Add the skill, or remove the name.`,
        fixes: suggestions.map((one, index) => ({
          kind: 'edit' as const,
          title: `Change to ${one}`,
          preferred: index === 0,
          edits: [{ range, text: one }],
        })),
      });
    }
  },
};

/** Returns the names that differ from a name by a typo, the closest first. */
function similarTo(name: string, all: ReadonlySet<string>): readonly string[] {
  const lower = name.toLowerCase();
  const limit = lower.length < 5 ? 1 : lower.length < 9 ? 2 : 3;
  return [...all]
    .map((one) => ({ one, by: distance(lower, one.toLowerCase()) }))
    .filter(({ by }) => by <= limit)
    .sort((a, b) => a.by - b.by || (a.one < b.one ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ one }) => one);
}
