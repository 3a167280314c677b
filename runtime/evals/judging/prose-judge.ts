import { createHash } from 'node:crypto';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { defined } from '../../../skill/index.ts';
import type { ModelLimits } from '../../loop/model-call/limits.ts';
import { callModel } from '../../loop/model-call/model-call.ts';
import { withRequest } from '../../models/wire/request-transform.ts';
import type { TaskCase } from '../cases/eval-case.ts';
import { JUDGE_PROMPT_VERSION, judgePrompt, parseVote } from './judge-prompt.ts';
import type { RunFacts } from './run-facts.ts';
import { type CheckVerdict, combine, type TrialVerdict } from './verdict.ts';

/** Maximum length of a reply, in UTF-16 units. */
const MAX_REPLY = 100_000;

/** A stored vote. */
export interface Vote {
  readonly passed: boolean | null;
  readonly evidence: string;
  readonly costUsd?: number;
}

export interface ProseJudgeOptions {
  readonly model: LanguageModelV4;
  readonly name: string;
  /** Address of its endpoint; absent for that of the provider. */
  readonly baseUrl?: string;
  /** Number of votes for each assertion; the majority decides. */
  readonly votes: number;
  readonly limits: ModelLimits;
  readonly signal: AbortSignal;
  /** Returns a stored vote. */
  readonly find: (id: string) => Vote | undefined;
  /** Requests a vote if there is money for it, and stores it. Otherwise returns the reason. */
  readonly pay: (id: string, request: () => Promise<Vote | string>) => Promise<Vote | string>;
}

/** Judges the assertions in prose of a trial with a language model. Votes that were stored are not requested again. */
export async function judgeProse(
  one: TaskCase,
  verdict: TrialVerdict,
  facts: RunFacts,
  options: ProseJudgeOptions,
): Promise<TrialVerdict> {
  if (verdict.reason !== undefined) return verdict;
  const checks: CheckVerdict[] = [];
  for (const [index, check] of verdict.checks.entries()) {
    const isProse = one.checks[index]?.rule.kind === 'prose';
    checks.push(isProse ? await judgeOne(one, check, facts, options) : check);
  }
  return { ...verdict, verdict: combine(checks), checks };
}

async function judgeOne(
  one: TaskCase,
  check: CheckVerdict,
  facts: RunFacts,
  options: ProseJudgeOptions,
): Promise<CheckVerdict> {
  const { name, baseUrl, votes, find, pay } = options;
  const prompt = judgePrompt(one, check.text, facts);
  const shown = JSON.stringify(prompt);
  const cast: Vote[] = [];
  for (let number = 1; number <= votes; number++) {
    // The same name is another model at another endpoint.
    const key = [JUDGE_PROMPT_VERSION, name, ...(baseUrl === undefined ? [] : [baseUrl]), shown, number];
    const id = createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 32);
    const stored = find(id);
    if (stored !== undefined) {
      cast.push(stored);
      continue;
    }
    const vote = await pay(id, () => askModel(prompt, number, options));
    if (typeof vote === 'string') return { ...check, evidence: `Not judged: ${vote}` };
    cast.push(vote);
  }
  const passed = majority(cast.map((vote) => vote.passed));
  const cost = cast.reduce((sum, { costUsd = 0 }) => sum + costUsd, 0);
  const judge = { model: name, votes: cast.map((vote) => vote.passed), prompt: shown };
  return {
    text: check.text,
    passed,
    evidence: cast.find((vote) => vote.passed === passed)?.evidence ?? 'The votes of the judge are tied.',
    events: [facts.answer.seq, ...(facts.changes === undefined ? [] : [facts.changes.seq])],
    judge: cast.some(({ costUsd }) => costUsd !== undefined) ? { ...judge, costUsd: cost } : judge,
  };
}

/** Returns the vote of more than half; null if there is none. */
function majority(votes: readonly (boolean | null)[]): boolean | null {
  for (const value of [true, false]) if (votes.filter((vote) => vote === value).length * 2 > votes.length) return value;
  return null;
}

/** Requests a vote. A failure is returned as a message. A reply without a vote counts as null. */
async function askModel(
  prompt: ReturnType<typeof judgePrompt>,
  seed: number,
  { model, limits, signal }: ProseJudgeOptions,
): Promise<Vote | string> {
  const reply = await callModel({
    model: withRequest(model, { seed }),
    request: { prompt },
    limits: { ...limits, maxCharacters: MAX_REPLY },
    signal,
    onRetry: () => undefined,
  });
  if (reply.kind === 'cancelled') return 'the eval was stopped.';
  if (reply.kind === 'failed') return reply.message;
  const vote = parseVote(reply.text) ?? { passed: null, evidence: 'The reply of the judge has no verdict.' };
  const { costUsd } = reply.usage;
  return defined({ ...vote, costUsd });
}
