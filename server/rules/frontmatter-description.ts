import { MAX_DESCRIPTION as MAX } from '../../skill/index.ts';
import { otherSpelling } from './fields.ts';
import type { Rule } from './rule.ts';

/** code.claude.com/docs/en/skills: with `when_to_use`, in the list of skills. */
const CUT_BY_CLAUDE = 1_536;

/** The description is all that a model sees before it loads a skill. */
export const frontmatterDescription: Rule = {
  code: 'frontmatter.description',
  title: 'The description is missing, empty or too long',
  severity: 'error',
  manifestOnly: true,
  *check({ document, profile }) {
    const { frontmatter } = document;
    if (frontmatter.kind !== 'valid') return;
    const field = frontmatter.fields.find(({ key }) => key === 'description');
    // Claude Code takes the first paragraph then, Codex lists the skill without one.
    const severity = profile === 'claude' || profile === 'codex' ? 'warning' : 'error';
    const why = 'It is all that a model sees before it loads the skill, so say what the skill does and when to use it.';
    if (field === undefined) {
      const other = otherSpelling('description', frontmatter);
      const { start } = frontmatter.range;
      yield {
        range: { start, end: start + 3 },
        aspect: 'missing',
        severity,
        message: `The frontmatter has no \`description\`. ${why}`,
        fixes: other ? [other] : [],
      };
      return;
    }
    const range = field.valueRange.end > field.valueRange.start ? field.valueRange : field.keyRange;
    if (field.value !== null && typeof field.value !== 'string') {
      const kind = Array.isArray(field.value) ? 'list' : typeof field.value === 'object' ? 'map' : undefined;
      const says = kind ? `must be one text, and is a ${kind}.` : 'must be text. Put it in quotes.';
      yield { range, aspect: 'type', message: `\`description\` ${says} ${why}` };
      return;
    }
    const length = field.value === null ? 0 : [...field.value.trim()].length;
    if (length === 0) yield { range, aspect: 'empty', severity, message: `\`description\` is empty. ${why}` };
    else if (profile === 'claude') {
      const more = frontmatter.fields.find(({ key }) => key === 'when_to_use')?.value;
      const all = length + (typeof more === 'string' ? [...more.trim()].length : 0);
      if (all > CUT_BY_CLAUDE)
        yield {
          range,
          severity: 'warning',
          message: `\`description\` and \`when_to_use\` have ${all} characters; Claude Code shows the model the first ${CUT_BY_CLAUDE}. Put first what the skill is for.`,
        };
    } else if (length > MAX) {
      yield {
        range,
        message: `\`description\` has ${length} characters; at most ${MAX} are allowed. Clients cut it or skip the skill. Move the details into the body.`,
      };
    }
  },
};
