import { defined, type Skill } from '../../skill/index.ts';
import type { StressCause, StressedSkill, StressedWords, StressMatrix } from '../protocol/stress.ts';
import { fixSentences } from './fixes.ts';
import { needsBase } from './needs-base.ts';

/** Builds the matrix of one skill from its results in several clients. */
export function matrixOf(skill: Skill, results: readonly StressedSkill[]): StressMatrix | undefined {
  const [first] = results;
  if (first === undefined) return undefined;
  const words = new Map<string, StressedWords>();
  for (const result of results) {
    const base = needsBase(skill, result.client);
    for (const cause of result.causes) {
      if (cause.kind !== 'missing') continue;
      const key = `${cause.file} ${cause.line} ${cause.column} ${cause.text}`;
      words.set(key, withClient(words.get(key), cause, clientOf(result), fixSentences(cause, base)));
    }
  }
  return {
    skill: first.skill,
    file: first.file,
    clients: results.map((result) => ({
      client: clientOf(result),
      runs: result.runs,
      wasteful: result.wasteful,
      wastedCalls: result.wastedCalls,
      unexplained: result.unexplained.calls,
    })),
    words: [...words.values()].sort(
      (a, b) =>
        Number(a.doubtful) - Number(b.doubtful) || total(b) - total(a) || a.line - b.line || a.column - b.column,
    ),
  };
}

/** Returns the id that `--client` takes for the client of a result. */
export function clientOf({ client = 'adk' }: StressedSkill): string {
  return client;
}

function total({ calls }: StressedWords): number {
  return Object.values(calls).reduce((sum, one) => sum + one, 0);
}

function withClient(
  known: StressedWords | undefined,
  cause: StressCause,
  client: string,
  fixes: readonly string[],
): StressedWords {
  const { file, line, column, endLine, endColumn, text, lines, doubtful } = cause;
  const suggestions = known === undefined || known.suggestions.length === 0 ? cause.suggestions : known.suggestions;
  return defined({
    file,
    line,
    column,
    endLine,
    endColumn,
    text,
    lines,
    suggestions,
    doubtful,
    fixes: [...new Set([...(known?.fixes ?? []), ...fixes])],
    calls: { ...known?.calls, [client]: cause.calls },
  });
}
