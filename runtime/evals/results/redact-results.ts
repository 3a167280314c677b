/** Redacts secrets in what an eval writes and prints: its cases may have them, and so may a judge's answer. */
import { defined } from '../../../skill/index.ts';
import type { Redactor } from '../../journal/redact.ts';
import type { Vote } from '../judging/prose-judge.ts';
import type { CheckVerdict } from '../judging/verdict.ts';
import type { EvalPlan } from '../prepare/eval-plan.ts';
import type { TrialSettings } from '../trials/plan.ts';
import type { JudgedTrial } from './summarize.ts';

/** Returns a trial without secrets. Its names are redacted in the same way as those of a plan. */
export function redactTrial(trial: JudgedTrial, redactor: Redactor): JudgedTrial {
  const { skill, case: name, model, reason } = trial;
  const names = { skill: redactor.text(skill), case: redactor.text(name), model: redactor.text(model) };
  const checks = redactChecks(trial.checks, redactor);
  const waiting = trial.waiting?.map((call) => ({
    ...call,
    command: redactor.text(call.command),
    ...defined<Partial<typeof call>>({ source: call.source === undefined ? undefined : redactor.text(call.source) }),
  }));
  return {
    ...trial,
    ...names,
    checks,
    ...defined<Partial<JudgedTrial>>({
      reason: reason === undefined ? undefined : redactor.text(reason),
      waiting,
    }),
  };
}

/** Returns a plan without secrets. */
export function redactPlan(plan: EvalPlan, redactor: Redactor): EvalPlan {
  const textsOf = (texts: readonly string[]): readonly string[] => texts.map((text) => redactor.text(text));
  const settings: TrialSettings = Object.fromEntries(
    Object.entries(plan.settings).map(([name, value]) => [
      name,
      typeof value === 'string' ? redactor.text(value) : value,
    ]),
  );
  const skills = plan.skills.map((skill) => ({
    ...skill,
    name: redactor.text(skill.name),
    path: redactor.text(skill.path),
    cases: skill.cases.map((one) => ({
      ...one,
      case: redactor.text(one.case),
      prompt: redactor.text(one.prompt),
      assertions: textsOf(one.assertions),
    })),
  }));
  const notFilledIn = plan.notFilledIn?.map((one) => ({
    skill: redactor.text(one.skill),
    case: redactor.text(one.case),
    missing: redactor.text(one.missing),
  }));
  return {
    ...plan,
    models: textsOf(plan.models),
    distractors: textsOf(plan.distractors),
    settings,
    skills,
    ...defined<Partial<EvalPlan>>({ notFilledIn }),
  };
}

/** Returns a vote without secrets. */
export function redactVote(vote: Vote, redactor: Redactor): Vote {
  return { ...vote, evidence: redactor.text(vote.evidence) };
}

/** Texts one after the other, because a secret can extend over several. */
function redactChecks(checks: readonly CheckVerdict[], redactor: Redactor): readonly CheckVerdict[] {
  const texts = checks.flatMap(({ text, evidence, judge }) => [
    text,
    evidence,
    judge?.model ?? '',
    judge?.prompt ?? '',
  ]);
  const clean = redactor.json(texts);
  if (clean === texts || !Array.isArray(clean)) return checks;
  const at = (index: number): string => String(clean[index] ?? '');
  return checks.map((check, index): CheckVerdict => {
    const own: CheckVerdict = { ...check, text: at(index * 4), evidence: at(index * 4 + 1) };
    const { judge } = check;
    return judge === undefined
      ? own
      : { ...own, judge: { ...judge, model: at(index * 4 + 2), prompt: at(index * 4 + 3) } };
  });
}
