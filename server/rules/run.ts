import { atCertainty, needsCertainty } from '../certainty.ts';
import type { Level, Settings } from '../settings.ts';
import { type Found, grouped } from './group.ts';
import { withReason } from './reason.ts';
import type { Finding, Rule, RuleInput } from './rule.ts';
import { suppressions } from './suppress.ts';
import { RULES } from './table.ts';

/** The level that is set for a rule; the project's file wins over the editor. */
export function levelOf(code: string, { exact, levels }: Settings): Level | undefined {
  return exact?.get(code) ?? levels.get(code);
}

/** Told about a rule that threw; the other rules go on. */
export type OnRuleError = (code: string, document: string, error: unknown) => void;

/**
 * Runs every rule that is not off over one document; findings in order of their place, one for each fact (`group.ts`),
 * without the places that a comment in the text suppresses. The one boundary for a rule with a bug: what it throws is
 * reported and its findings for this document are lost, nothing else.
 */
export function runRules(
  input: Omit<RuleInput, 'profile'>,
  settings: Settings,
  onError: OnRuleError,
  rules: readonly Rule[] = RULES,
): readonly Finding[] {
  const findings: Found[] = [];
  const whole: RuleInput = { ...input, profile: settings.profile };
  const isSuppressed = suppressions(input.document.text, input.document.bodyStart);
  const isJudged = needsCertainty(settings);
  for (const rule of rules) {
    if (rule.manifestOnly && !input.isManifest) continue;
    const level = levelOf(rule.code, settings);
    if (level === 'off') continue;
    try {
      for (const problem of rule.check(whole)) {
        if (isSuppressed(rule.code, problem.range)) continue;
        // An editor sends the default of every setting, so a level equal to it says nothing of its own.
        const own =
          level === undefined || (level === rule.severity && !settings.exact?.has(rule.code))
            ? problem.severity
            : level;
        const { judge, ...found } = problem;
        const judgement = isJudged ? judge?.() : undefined;
        const full = own ?? rule.severity;
        const severity = rule.fixedLevel ? full : atCertainty(full, judgement, settings.certainty);
        findings.push({ ...found, ...(judgement ? { judgement } : {}), code: rule.code, severity });
      }
    } catch (error) {
      onError(rule.code, input.document.path, error);
    }
  }
  findings.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  return grouped(findings, input.skill.bundle).map((one) => ({
    ...one,
    message: withReason(one.message, one.judgement),
  }));
}
