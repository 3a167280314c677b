import type { Settings } from '../settings.ts';
import type { Finding, Rule, RuleInput } from './rule.ts';
import { RULES } from './table.ts';

/** Told about a rule that threw; the other rules go on. */
export type OnRuleError = (code: string, document: string, error: unknown) => void;

/**
 * Runs every rule that is not off over one document; findings in order of their place. The one boundary for a rule
 * with a bug: what it throws is reported and its findings for this document are lost, nothing else.
 */
export function runRules(
  input: Omit<RuleInput, 'profile'>,
  settings: Settings,
  onError: OnRuleError,
  rules: readonly Rule[] = RULES,
): readonly Finding[] {
  const findings: Finding[] = [];
  for (const rule of rules) {
    const level = settings.levels.get(rule.code);
    if (level === 'off') continue;
    try {
      for (const problem of rule.check({ ...input, profile: settings.profile })) {
        findings.push({ ...problem, code: rule.code, severity: level ?? problem.severity ?? rule.severity });
      }
    } catch (error) {
      onError(rule.code, input.document.path, error);
    }
  }
  return findings.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
}
