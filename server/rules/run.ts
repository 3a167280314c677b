/** Runs the rules, applies their levels, and reports rules that throw. */

import { defined } from '../../skill/index.ts';
import { atCertainty, needsCertainty, weaker } from '../certainty.ts';
import type { Severity } from '../protocol.ts';
import type { Level, Settings } from '../settings.ts';
import { type Found, groupFindings } from './findings/group.ts';
import { suppressions } from './findings/suppress.ts';
import { appendReason } from './rule/message.ts';
import type { Finding, Problem, Rule, RuleInput } from './rule/rule.ts';
import { RULES } from './table.ts';

/** Returns the configured level of a rule; the project file takes precedence over the editor. */
export function levelOf(code: string, { exact, levels }: Settings): Level | undefined {
  return exact?.get(code) ?? levels.get(code);
}

/** Returns the severity of a problem at the level of its rule. */
export function severityOf(rule: Rule, problem: Problem, settings: Settings, level: Severity | undefined): Severity {
  // An editor sends the default of every setting, so a level equal to the default is no override.
  const isDefault = level === undefined || (level === rule.severity && !settings.exact?.has(rule.code));
  return (isDefault ? problem.severity : level) ?? rule.severity;
}

/** Called when a rule throws; the other rules continue. */
export type OnRuleError = (code: string, document: string, error: unknown) => void;

/**
 * Runs every enabled rule on one document. Returns findings in document order, grouped by fact (`group.ts`), without
 * those that a comment suppresses. This is the boundary for rules with bugs: an exception is reported, and only that
 * rule's findings for the document are lost.
 */
export function runRules(
  input: Omit<RuleInput, 'clients'>,
  settings: Settings,
  onError: OnRuleError,
  rules: readonly Rule[] = RULES,
): readonly Finding[] {
  const findings: Found[] = [];
  const ruleInput: RuleInput = { ...input, clients: settings.clients };
  const isSuppressed = suppressions(input.document);
  const isJudged = needsCertainty(settings);
  const { instructions } = input;
  for (const rule of rules) {
    if ((rule.on === 'instructions') !== (instructions !== undefined)) continue;
    if (rule.manifestOnly && !input.isManifest) continue;
    const level = levelOf(rule.code, settings);
    if (level === 'off') continue;
    try {
      for (const problem of rule.check(ruleInput)) {
        if (isSuppressed(rule.code, problem.range)) continue;
        const { judge, ...found } = problem;
        const judgment = isJudged ? judge?.() : undefined;
        const full = severityOf(rule, problem, settings, level);
        const judged = rule.fixedLevel ? full : atCertainty(full, judgment, settings.certainty);
        const severity =
          input.place.isFixture && !settings.exact?.has(rule.code) ? weaker(judged, 'information') : judged;
        findings.push(defined({ ...found, judgment, code: rule.code, severity }));
      }
    } catch (error) {
      onError(rule.code, input.document.path, error);
    }
  }
  if (findings.length === 0) return findings;
  findings.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  return groupFindings(findings, input.skill.bundle).map((one) => ({
    ...one,
    // Clues are about skills.
    message: instructions === undefined ? appendReason(one.message, one.judgment) : one.message,
  }));
}
