/** Reads waza's graders as checks. */
import { formatCount } from '../text/count.ts';
import { own } from '../text/own.ts';
import type { Check, CheckRule, Sequence, TextPattern } from './check.ts';
import { type Fields, isFields, numberOf, textsOf } from './fields.ts';

/**
 * Reads the graders of waza's schema that a journal can answer: `text`, `file`, `behavior`, `action_sequence`,
 * `skill_invocation` and `prompt` (as prose). Others, such as Python code, are kept as assertions that are never judged.
 */
export function readGraders(graders: unknown): readonly Check[] {
  if (!Array.isArray(graders)) return [];
  return graders.flatMap((grader: unknown): readonly Check[] => {
    if (!isFields(grader) || typeof grader.type !== 'string') return [];
    const config = isFields(grader.config) ? grader.config : {};
    const name = typeof grader.name === 'string' ? grader.name : grader.type;
    const rules = rulesOf(grader.type, config, grader);
    return rules.map(([detail, rule]) => ({ text: detail === '' ? name : `${name}: ${detail}`, rule }));
  });
}

type NamedRule = readonly [detail: string, rule: CheckRule];

function rulesOf(type: string, config: Fields, grader: Fields): readonly NamedRule[] {
  const read = own(TYPES, type);
  const rules = read?.(config, grader) ?? [];
  if (rules.length > 0) return rules;
  const reason = read === undefined ? `graders of the type '${type}' are not run` : `its configuration is empty`;
  return [['', { kind: 'unsupported', reason }]];
}

const TYPES: Readonly<Record<string, ((config: Fields, grader: Fields) => readonly NamedRule[]) | undefined>> = {
  text: textRules,
  keyword: (config) => [
    ...answerRules('contains', literals(config.must_contain, true), 'all'),
    ...answerRules('does not contain', literals(config.must_not_contain, true), 'none'),
  ],
  file: fileRules,
  behavior: behaviorRules,
  action_sequence: ({ matching_mode: mode, expected_actions: actions }) => {
    const tools = textsOf(actions);
    const sequence: Sequence = mode === 'exact_match' ? 'exact' : mode === 'any_order_match' ? 'any_order' : 'in_order';
    return tools.length === 0 ? [] : [[tools.join(', '), { kind: 'tools', tools, sequence }]];
  },
  skill_invocation: ({ mode, required_skills: required, allow_extra: extra }) => {
    const skills = textsOf(required);
    const sequence: Sequence = mode === 'exact_match' ? 'exact' : mode === 'any_order' ? 'any_order' : 'in_order';
    return skills.length === 0
      ? []
      : [[skills.join(', '), { kind: 'skills', skills, sequence, extra: extra !== false }]];
  },
  prompt: ({ prompt }, { rubric }) =>
    [...textsOf(prompt), ...textsOf(rubric)].map((text): NamedRule => [text, { kind: 'prose' }]),
};

/** The types of graders that are judged. */
export const JUDGED_GRADERS: readonly string[] = Object.keys(TYPES);

/** Reads the `expected` block of a waza task. */
export function readExpected(expected: unknown): readonly Check[] {
  if (!isFields(expected)) return [];
  const trigger = expected.should_trigger;
  const behavior = isFields(expected.behavior) ? behaviorRules(expected.behavior) : [];
  const rules: readonly NamedRule[] = [
    ...answerRules('contains', literals(expected.output_contains, true), 'all'),
    ...answerRules('contains one of', literals(expected.output_contains_any, true), 'any'),
    ...answerRules('does not contain', literals(expected.output_not_contains, true), 'none'),
    ...behavior,
    ...(typeof trigger === 'boolean'
      ? ([[`the skill is ${trigger ? '' : 'not '}loaded`, { kind: 'loaded', expected: trigger }]] as const)
      : []),
  ];
  return rules.map(([detail, rule]) => ({ text: `expected: ${detail}`, rule }));
}

function textRules(config: Fields): readonly NamedRule[] {
  return [
    ...answerRules('contains', [...literals(config.contains, true), ...literals(config.contains_cs, false)], 'all'),
    ...answerRules(
      'does not contain',
      [...literals(config.not_contains, true), ...literals(config.not_contains_cs, false)],
      'none',
    ),
    ...answerRules('matches', regexes(config.regex_match), 'all'),
    ...answerRules('does not match', regexes(config.regex_not_match), 'none'),
  ];
}

/** Returns one rule for each pattern, so that results name the one that failed; a single rule for `any`. */
function answerRules(verb: string, patterns: readonly TextPattern[], quantity: 'all' | 'any' | 'none'): NamedRule[] {
  const shown = (pattern: TextPattern): string => (pattern.kind === 'text' ? pattern.text : pattern.source);
  if (quantity === 'any')
    return patterns.length === 0
      ? []
      : [[`${verb} ${patterns.map(shown).join(', ')}`, { kind: 'answer', patterns, quantity }]];
  return patterns.map((pattern) => [`${verb} ${shown(pattern)}`, { kind: 'answer', patterns: [pattern], quantity }]);
}

function fileRules({ must_exist, must_not_exist, content_patterns }: Fields): readonly NamedRule[] {
  const contents = Array.isArray(content_patterns) ? content_patterns.filter(isFields) : [];
  return [
    ...textsOf(must_exist).map((path): NamedRule => [`${path} exists`, { kind: 'file', path, exists: true }]),
    ...textsOf(must_not_exist).map((path): NamedRule => [`${path} is absent`, { kind: 'file', path, exists: false }]),
    ...contents.flatMap(({ path, must_match, must_not_match }): readonly NamedRule[] => {
      if (typeof path !== 'string') return [];
      const rule = (pattern: TextPattern, quantity: 'all' | 'none'): CheckRule => ({
        kind: 'file',
        path,
        exists: true,
        patterns: [pattern],
        quantity,
      });
      return [
        ...regexes(must_match).map((one): NamedRule => [`${path} matches ${one.source}`, rule(one, 'all')]),
        ...regexes(must_not_match).map((one): NamedRule => [`${path} does not match ${one.source}`, rule(one, 'none')]),
      ];
    }),
  ];
}

function behaviorRules(config: Fields): readonly NamedRule[] {
  const calls = numberOf(config.max_tool_calls);
  const tokens = numberOf(config.max_tokens);
  const milliseconds = numberOf(config.max_duration_ms) ?? numberOf(config.max_response_time_ms);
  const required = textsOf(config.required_tools);
  const forbidden = textsOf(config.forbidden_tools);
  const rules: NamedRule[] = [];
  if (calls !== undefined)
    rules.push([`at most ${formatCount(calls, 'tool call')}`, { kind: 'at_most', figure: 'calls', limit: calls }]);
  if (tokens !== undefined)
    rules.push([`at most ${formatCount(tokens, 'token')}`, { kind: 'at_most', figure: 'tokens', limit: tokens }]);
  if (milliseconds !== undefined) {
    const limit = milliseconds / 1000;
    rules.push([`at most ${formatCount(limit, 'second')}`, { kind: 'at_most', figure: 'seconds', limit }]);
  }
  if (required.length > 0)
    rules.push([`calls ${required.join(', ')}`, { kind: 'tools', tools: required, sequence: 'any_order' }]);
  if (forbidden.length > 0)
    rules.push([`does not call ${forbidden.join(', ')}`, { kind: 'tools', tools: forbidden, sequence: 'none' }]);
  return rules;
}

function literals(value: unknown, ignoresCase: boolean): readonly TextPattern[] {
  return textsOf(value).map((text) => ({ kind: 'text', text, ignoresCase }));
}

function regexes(value: unknown): readonly Extract<TextPattern, { kind: 'regex' }>[] {
  return textsOf(value).map((source) => ({ kind: 'regex', source }));
}
