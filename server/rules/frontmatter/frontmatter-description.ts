import { formatCount, MAX_DESCRIPTION as MAX } from '../../../skill/index.ts';
import { areAllOf } from '../../clients.ts';
import type { Problem, Rule } from '../rule/rule.ts';
import { isReadAlone, isTemplate, rulingClients } from '../rule/ruling-clients.ts';
import { lengthEffects, quoteFrom } from './description-limits.ts';
import { respellFix } from './fields.ts';

/** Maximum length together with `when_to_use` in the list of skills, from code.claude.com/docs/en/skills. */
const CUT_BY_CLAUDE = 1_536;

/** Reports a missing or invalid description, which is all that a model sees before it loads a skill. */
export const frontmatterDescription: Rule = {
  code: 'frontmatter.description',
  title: 'The description is missing, empty or too long',
  severity: 'error',
  manifestOnly: true,
  *check(input): Iterable<Problem> {
    const { frontmatter } = input.document;
    if (frontmatter.kind !== 'valid' || isTemplate(input)) return;
    const clients = rulingClients(input);
    const field = frontmatter.fields.find(({ key }) => key === 'description');
    // Claude Code falls back to the first paragraph; Codex and Copilot CLI list the skill without a description.
    const severity = areAllOf(clients, 'claude-code', 'codex', 'copilot-cli') ? 'warning' : 'error';
    const why = 'it is all a model sees before it loads the skill.';
    if (field === undefined) {
      const other = respellFix('description', frontmatter);
      const { start } = frontmatter.range;
      yield {
        range: { start, end: start + 3 },
        aspect: 'missing',
        severity,
        message: `The frontmatter has no \`description\`. Say what the skill does and when to use it: ${why}`,
        fixes: other ? [other] : [],
      };
      return;
    }
    const range = field.valueRange.end > field.valueRange.start ? field.valueRange : field.keyRange;
    if (field.value !== null && typeof field.value !== 'string') {
      const kind = Array.isArray(field.value) ? 'list' : typeof field.value === 'object' ? 'map' : undefined;
      const fact = kind
        ? `\`description\` is a ${kind}. Write it as a string`
        : '`description` is not a string. Put it in quotes';
      yield { range, aspect: 'type', message: `${fact}: ${why}` };
      return;
    }
    const length = field.value === null ? 0 : [...field.value.trim()].length;
    if (length === 0)
      yield {
        range,
        aspect: 'empty',
        severity,
        message: `\`description\` is empty. Say what the skill does and when to use it: ${why}`,
      };
    else if (areAllOf(clients, 'claude-code')) {
      const more = frontmatter.fields.find(({ key }) => key === 'when_to_use')?.value;
      const joined = `${String(field.value).trim()} ${typeof more === 'string' ? more.trim() : ''}`;
      const all = [...joined.trim()].length;
      if (all > CUT_BY_CLAUDE)
        yield {
          range,
          severity: 'warning',
          message: `Claude Code cuts \`description\` and \`when_to_use\` (${formatCount(all, 'character')}) from ${quoteFrom(joined, CUT_BY_CLAUDE)}. Start with the purpose.`,
        };
    } else if (length > MAX) {
      const effects = lengthEffects(String(field.value).trim(), clients);
      if (effects === undefined && isReadAlone(input) && !clients.includes('cursor')) return;
      yield {
        range,
        message:
          effects === undefined
            ? `\`description\` has ${formatCount(length, 'character')} (maximum ${MAX}): clients truncate it or skip the skill. Move details into the body.`
            : `\`description\` has ${formatCount(length, 'character')} (maximum ${MAX}): ${effects}. Shorten it.`,
      };
    }
  },
};
