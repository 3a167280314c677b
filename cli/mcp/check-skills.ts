import { z } from 'zod';
import type { FindingsCache } from '../../server/check/findings-cache.ts';
import type { CheckResult } from '../../server/check/run.ts';
import { defined, formatCount } from '../../skill/index.ts';
import { checkPath } from './check.ts';
import { FINDING, findingText, isForAgents, listFindings, pageOfFindings } from './findings.ts';
import { CHANGED, cursorAt, cut, offsetOf } from './pages.ts';
import { placePath } from './roots.ts';
import { mcpTool, problem } from './tool.ts';

/** Longest path that is accepted, in UTF-16 units. */
export const MAX_PATH = 4096;

export const PATH = z
  .string()
  .max(MAX_PATH)
  .describe('A skill folder, a SKILL.md, or a folder with skills; absolute, or relative to the workspace.');

const OUTPUT = z.object({
  root: z.string(),
  skills: z.number(),
  errors: z.number(),
  warnings: z.number(),
  findings: z.array(FINDING),
  settings: z.array(z.string()).optional().describe('Problems of .skillwright.json files.'),
  cursor: z.string().optional().describe('Present if there are more findings.'),
});

/** Returns the tool `check_skills`, which reports what `skillwright check` would. */
export const checkSkillsTool = (cache: FindingsCache) =>
  mcpTool({
    name: 'check_skills',
    title: 'Check skills',
    description:
      'Checks agent skills (folders with a SKILL.md), instruction files and plugin manifests at or below a path. Returns errors, warnings and file names without their folder, errors first, with the exact edit where there is a fix. Writes nothing.',
    isReadOnly: true,
    input: z.object({
      path: PATH,
      cursor: z.string().max(100).optional().describe('From the previous answer, for the next findings.'),
      hints: z.boolean().optional().describe('Also report other notes, and hints, which may be wrong.'),
    }),
    output: OUTPUT,
    async run({ path, cursor, hints = false }, { roots, held, progress }) {
      const placed = placePath(path, roots, held);
      if (placed.kind === 'refused') return problem(placed.message);
      const { root } = placed;
      const result = await checkPath(placed.path, root, held, cache, progress);
      const refusal = refusalOf(result);
      if (refusal !== undefined || result.kind === 'unreadable') return problem(refusal ?? '');
      const { report } = result;
      const all = listFindings(report.files, hints ? () => true : isForAgents);
      const start = offsetOf(cursor, all);
      if (start === undefined) return problem(CHANGED);
      const findings = pageOfFindings(all, start);
      const end = start + findings.length;
      const counts = {
        errors: all.filter(({ severity }) => severity === 'error').length,
        warnings: all.filter(({ severity }) => severity === 'warning').length,
      };
      const next = end < all.length ? cursorAt(end, all) : undefined;
      const settings = problemsOf(result);
      const head = `${formatCount(report.skills, 'skill')}: ${formatCount(counts.errors, 'error')}, ${formatCount(counts.warnings, 'warning')}.`;
      return {
        kind: 'answer',
        result: defined<z.output<typeof OUTPUT>>({
          root: root.given,
          skills: report.skills,
          ...counts,
          findings,
          settings: settings.length > 0 ? [...settings] : undefined,
          cursor: next,
        }),
        text: [
          head,
          ...settings,
          ...findings.map(findingText),
          ...(next === undefined ? [] : [`More: call check_skills again with cursor ${next}.`]),
        ].join('\n'),
      };
    },
  });

/** Returns why a check has no result; undefined if it has one. */
export function refusalOf(result: CheckResult): string | undefined {
  if (result.kind === 'unreadable') return result.message;
  const unreadable = result.projects.find((project) => project.unreadable);
  return unreadable && `${unreadable.path}: ${unreadable.problems.map(({ message }) => message).join(' ')}`;
}

/** Returns the problems of settings, of which few are shown. */
const problemsOf = (result: Extract<CheckResult, { kind: 'report' }>): readonly string[] =>
  result.projects
    .flatMap(({ path, problems }) => problems.map(({ message }) => cut(`${path}: ${message}`, 150)))
    .slice(0, 2);
