/** Made-up rows of the table of runs and sessions. */

import type { SkillUse } from '../../../runtime/protocol/session-rows.ts';
import type { Outcome, TableRow } from '../../timeline/runs-table/row.ts';

const CLIENTS = ['Claude Code', 'Codex', 'Gemini CLI', 'Copilot CLI', 'opencode', 'pi', 'VS Code'];
const OUTCOMES: readonly Outcome[] = [
  'finished',
  'finished',
  'finished',
  'unanswered',
  'cancelled',
  'unknown',
  'guard',
];
const VERBS = ['Write', 'Review', 'Fix', 'Summarize', 'Translate', 'Plan', 'Release', 'Brew'];
const THINGS = [
  'the release notes',
  'a letter of thanks',
  'the failing test',
  'a pot of tea',
  'the budget',
  'the agenda',
];
/** The latest start, in milliseconds since 1970. */
const LATEST = Date.parse('2026-11-28T16:20:00Z');
const MINUTE = 60_000;

/** The names of the skills of the workspace; the last one is in no row. */
export const WORKSPACE = ['brewer', 'letter-demo', 'release-writer', 'never-seen'];

/** Returns rows that differ in every column, the latest first. Some values are not known. */
export function madeUpRows(count: number): readonly TableRow[] {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const pick = <T>(list: readonly T[], last: T): T => list[random(list.length)] ?? last;
  return Array.from({ length: count }, (_, id): TableRow => {
    const isRun = random(6) === 0;
    const start = LATEST - id * 7 * MINUTE - random(7 * MINUTE);
    const skills = skillsOf(random);
    const isKnown = random(9) > 0;
    const outcome: Outcome = isRun && id < 40 ? 'running' : pick(OUTCOMES, 'finished');
    const thing = `${pick(VERBS, 'Write')} ${pick(THINGS, 'a letter')}`;
    return {
      id,
      origin: isRun ? 'run' : 'session',
      title: random(40) === 0 ? '' : `${thing}, and check part ${random(900)} of it before you answer`,
      client: isRun ? 'Skillwright' : pick(CLIENTS, 'Codex'),
      model: isRun ? 'simulated/stubborn' : 'anthropic/claude-made-up',
      project: isRun ? '' : `/home/ada/project-${random(50)}`,
      outcome,
      isSimulated: isRun,
      calls: random(120) + 1,
      toolCalls: random(300),
      misses: isKnown ? skills.flatMap(({ misses }) => misses).reduce((sum, one) => sum + one.count, 0) : undefined,
      tokensIn: isKnown ? random(900_000) : undefined,
      tokensOut: isKnown ? random(20_000) : undefined,
      costUsd: isKnown && random(3) > 0 ? random(4000) / 1000 : undefined,
      isCostEstimated: !isRun,
      start,
      end: outcome === 'running' ? undefined : start + random(90) * MINUTE,
      skills,
    };
  });
}

/** Returns the skills of a row: some are only offered, one in three of the others led to a miss. */
function skillsOf(random: (below: number) => number): readonly SkillUse[] {
  const others = Array.from({ length: random(12) }, () => `plugin:skill-${random(60)}`);
  const own = WORKSPACE.slice(0, -1).filter(() => random(3) === 0);
  return [...new Set([...own, ...others])].map((skill) => {
    const isLoaded = own.includes(skill) || random(8) === 0;
    const missed = isLoaded && random(3) === 0 ? random(3) + 1 : 0;
    const requests = isLoaded ? { requests: missed + random(5) + 1, countedMisses: missed, tokens: 900 } : {};
    const words = missed === 0 ? [] : [{ path: 'references/guide.md', words: 'the brewing guide', count: missed }];
    const files = isLoaded ? ['references/leaves.md'] : [];
    return { skill, isOffered: true, isLoaded, ...requests, files, misses: words };
  });
}
